import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideOtherExits } from '../../src/turn/hide-other-exits.ts';
import { exit, observation } from '../helpers/observation.ts';

const here = observation({
  exits: [exit('north', 2, 'Kitchen'), exit('east', 3, 'North of Mill'), exit('up', 4, 'Attic')],
});

function hidden(words: string, action: string): string {
  return hideOtherExits(words, action, here);
}

describe("a critic's justification (44)", () => {
  it.each([
    ['There is an exit to the north.', 'south', 'There is an exit to the another way.'],
    ['Try north, east or up instead.', 'open box', 'Try another way instead.'],
    ['Go "up" or "in".', 'wait', 'Go "another way".'],
    ['The northwestern and south-east walls', 'wait', 'The another way walls'],
    ['Heading eastward or upstairs is better.', 'wait', 'Heading another way is better.'],
    ['Use NE, not W.', 'wait', 'Use another way, not another way.'],
    [
      'The Kitchen lies ahead; North of Mill too.',
      'wait',
      'The another place lies ahead; another place too.',
    ],
  ])('%s hides every other way out', (said, action, told) => {
    expect(hidden(said, action)).toBe(told);
  });

  it.each([
    ['North is a listed exit to the Kitchen.', 'go north'],
    ['Going up leads to the Attic.', 'u'],
    ['Nothing is left to pick up in the Hall, so put it down.', 'take lamp'],
    ["It's been tried, e.g. on turn 3, without effect.", 'take lamp'],
    ['The east wall was pushed before.', 'push east wall'],
  ])('%s stays as it is', (said, action) => {
    expect(hidden(said, action)).toBe(said);
  });

  it('keeps the name of the room where the player is, whatever direction is in it', () => {
    const mill = observation({
      location: { ...here.location, name: 'North of Mill' },
      exits: [exit('south', 5, 'Mill')],
    });
    expect(hideOtherExits('North of Mill has no lamp; go to the Mill.', 'take lamp', mill)).toBe(
      'North of Mill has no lamp; go to the another place.',
    );
  });

  it('never lets an unmistakable direction through, whatever is around it', () => {
    const word = fc.constantFrom(
      'north',
      'South',
      'east',
      'WEST',
      'northeast',
      'south-west',
      'go',
      'the',
      'lamp',
    );
    const between = fc.constantFrom(' ', ', ', ' and ', '. ', '/', ' "', '" ', '\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, between)), (parts) => {
        const told = hidden(parts.flat().join(''), 'take lamp');
        expect(told).not.toMatch(/north|south|east|west/i);
      }),
    );
  });
});
