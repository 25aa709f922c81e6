import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { decision, thing, turn } from '../../helpers/observation.ts';
import { claims, objective, outcome } from './outcome.ts';

const HALL = { location: { id: locationId(1), name: 'Hall' } };
const YARD = { location: { id: locationId(2), name: 'Stable Yard' } };

describe('a claim that something was found out, tried or taken', () => {
  const cup = thing(8, 'cup');
  const took = turn(4, 'take all', HALL, {
    ...HALL,
    objects: [{ ...cup, held: true }],
    inventory: [cup],
  });
  const said = (action: string) => turn(4, action, { ...HALL, moves: 3 }, { ...YARD, moves: 4 });
  const claimed = (text: string, played: TurnRecord) => {
    const look = turn(5, 'look', played.after, played.after);
    const claim = { ...look, decision: decision('look', claims(text)) };
    return outcome([played, claim], objective(text, null, 3)).done.map(([, at]) => at);
  };

  it.each([
    ['Explore the mill and take what is useful', took, [4]],
    ['Take whatever lies here', took, [4]],
    ['Take the lamp', took, []],
    ['Find out what the magic word XYZZY does', said('xyzzy'), [4]],
    ['At Location 1, try the magic words (plugh, plover)', said('plugh'), [4]],
    ['Find out what the magic word XYZZY does', said('north'), []],
    ['Find out what lies north', said('north'), []],
    ['Find out what the magic word XYZZY does', said('pray'), []],
  ])('%s, after %j', (text, played, at) => {
    expect(claimed(text, played)).toEqual(at);
  });
});

describe('a claim of having gone to a room by name and id', () => {
  const text = 'Go to the Old Mill (7) to see Ann';
  const claimed = (said: string, name: string) => {
    const walk = turn(4, 'north', YARD, { location: { id: locationId(9), name } });
    const claim = { ...turn(5, 'look'), decision: decision('look', claims(said)) };
    return outcome([walk, claim], objective(said, null, 3));
  };

  it('is believed for another room of that name, as a story may have two for one place', () => {
    expect(claimed(text, 'Old Mill').done).toEqual([[text, 4]]);
  });

  it('is refused for a room of another name, or if the objective has the id alone', () => {
    expect(claimed(text, 'New Mill').refused).toHaveLength(1);
    expect(claimed('Go to Location 7 to see Ann', 'Old Mill').refused).toHaveLength(1);
  });
});

describe('a claim of having gone from one numbered place to another', () => {
  const room = (id: number) => ({ location: { id: locationId(id), name: `Room ${id}` } });
  const text =
    'Go down the stone steps at Location 66 (At Top of Pit) to Location 70, the nearest unexplored exit, and look there for treasure';
  const claimed = (...way: readonly number[]) => {
    const walks = way.slice(1).map((to, at) => turn(3 + at, 'down', room(way[at] ?? 0), room(to)));
    const claim = { ...turn(9, 'look'), decision: decision('look', claims(text)) };
    return outcome([...walks, claim], objective(text, null, 2)).done;
  };

  it('is believed if the player was at the first and came to the last', () => {
    expect(claimed(66, 70)).toEqual([[text, 3]]);
    expect(claimed(66, 71)).toEqual([]);
  });
});

it('somebody is asked only by a speech, not by what the game tells of them meanwhile', () => {
  const things = {
    objects: [thing(7, 'gnome', 'animate'), thing(8, 'pig', 'animate'), thing(9, 'chest')],
  };
  const text = 'Show the pig to the gnome and ask him about powder';
  const shown = turn(2, 'show pig to gnome', things, {
    ...things,
    text: '"A pig," say gnome.',
    scene: 'shown',
  });
  const asked = (said: string) => ({
    ...turn(4, 'wait', things),
    decision: decision('wait', claims(said)),
  });
  const after = (action: string, said: string) =>
    outcome(
      [shown, turn(3, action, things, { ...things, text: said, moves: 1 }), asked(text)],
      objective(text),
    ).done;
  expect(after('close chest', 'Closed. The pig sniffs at powder, and the gnome looks on.')).toEqual(
    [],
  );
  expect(after('ask gnome about powder', '"It burns wet," say gnome.')).toEqual([[text, 3]]);
});

it.each([
  ['Talk to the butler', 'ask butler about murder', true],
  ['Ask the butler about the murder', 'ask old butler about murder', true],
  ['Ask the butler about the murder', 'ask butler about weather', false],
  ['Talk to the butler', 'ask maid about murder', false],
])('"%s" is shown by "%s": %s', (text, action, isDone) => {
  const things = { objects: [thing(7, 'old butler', 'animate'), thing(8, 'maid', 'animate')] };
  const spoke = turn(3, action, things, { ...things, text: '"Indeed."', moves: 1 });
  const now = turn(4, 'wait', things);
  const claim = { ...now, decision: decision('wait', claims(text)) };
  expect(outcome([spoke, claim], objective(text)).done).toEqual(isDone ? [[text, 3]] : []);
});
