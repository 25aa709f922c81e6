import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import { refusedLines } from '../../../src/managers/context/refused-ways.ts';
import { attempt, exit, observation, thing, turn } from '../../helpers/observation.ts';

const DIRECTIONS = ['north', 'south', 'east', 'west', 'up'] as const;
type Told = Parameters<typeof refusedLines>[2][number];

function lines(refused: readonly Told[], now: Partial<Observation> = {}, before = now) {
  const recent = [turn(1, 'order drink', before)];
  return refusedLines({ recent, observation: observation(now) }, [], refused);
}

const stock = (answer: string, ...directions: readonly Told['direction'][]): readonly Told[] =>
  directions.map((direction) => ({ direction, command: direction, answer, isStock: true }));

describe('what the story answers to who walks where no way leads', () => {
  it('is told of at most four, but not of what was tried and refused', () => {
    const refused = DIRECTIONS.map((direction) => ({
      direction,
      command: direction,
      answer: direction === 'south' ? 'x'.repeat(130) : `No ${direction}.`,
    }));
    const told = (brought: 'refused' | 'moved', ...tried: readonly string[]) => {
      const attempts = tried.map((one) => attempt(one, { brought }));
      return refusedLines({ recent: [], observation: observation() }, attempts, refused);
    };
    const all = `- north: No north.\n- south: ${'x'.repeat(120)}...\n- east: No east.\n- west: No west.`;
    expect(told('refused')).toBe(all);
    expect(told('refused', 'north', 'south', 'east', 'west')).toBe('- up: No up.');
    expect(told('refused', ...DIRECTIONS)).toBe('');
    expect(told('moved', ...DIRECTIONS)).toBe(all);
  });

  it('is told of ways that led on here and do not now, with one answer for all, and not of other ways', () => {
    const refused = stock('Ron: stay here.', 'north', 'south', 'east');
    const exits = [exit('north', 2), exit('south', 3)];
    const away = { location: { id: locationId(9), name: 'Pen' } };
    expect(lines(refused, {}, { exits })).toBe('- north, south: Ron: stay here.');
    expect(lines(refused, {}, { exits: [] })).toBe('');
    expect(lines(refused, {}, { exits, ...away })).toBe('');
  });

  it('is told of all ways that somebody here blocks', () => {
    const refused = [
      ...stock("You can't go that way.", 'up', 'down'),
      ...stock('The troll fends you off.\nThe axe nicks your side.', 'east'),
      ...stock('The troll fends you off.\nThe axe misses you.', 'west'),
    ];
    expect(lines(refused, { objects: [thing(5, 'troll', 'animate')] })).toBe(
      '- east, west: The troll fends you off.',
    );
    expect(lines(refused, { objects: [thing(5, 'troll')] })).toBe('');
  });

  it('of a way that leads back, is not its description', () => {
    const { name } = observation().location;
    const refused = [{ direction: 'west', command: 'w', answer: `${name}\nA maze.` } as const];
    expect(lines(refused)).toBe('- w: leads back here');
  });
});
