import { expect, it } from 'vitest';
import { shownDone } from '../../../src/managers/objectives/shown-done.ts';
import { thing, turn } from '../../helpers/observation.ts';
import { objective } from './outcome.ts';
import { AT_1 } from './played-turns.ts';

const [lamp, egg, altar] = [thing(5, 'brass lamp'), thing(6, 'amber egg'), thing(7, 'altar')];
const door = thing(8, 'oak door', 'door', 'openable');
const open = { ...door, traits: ['door', 'openable', 'open'] as const };
const here = { objects: [lamp, egg, altar, door], inventory: [], scene: 'a' };
const has = (one: typeof lamp) => ({
  objects: here.objects.map((it) => (it.id === one.id ? { ...it, held: true } : it)),
  inventory: [one],
});
const TOOK = turn(3, 'take all', here, { ...has(lamp), scene: 'b' });
const LAID = turn(4, 'put egg on altar', { ...has(egg), scene: 'b' }, { ...here, scene: 'c' });
const SCORED = turn(5, 'south', { ...here, score: 0 }, { ...here, score: 10, scene: 'd' });
const OPENED = turn(6, 'open oak door', here, {
  ...here,
  objects: [lamp, egg, altar, open],
  scene: 'e',
});
const bowl = thing(9, 'clay bowl');
const REFUSED = turn(
  7,
  'put bowl on altar',
  { ...here, objects: [...here.objects, bowl] },
  { objects: [...here.objects, { ...bowl, held: true }], inventory: [bowl] },
);
const VAIN = turn(8, 'open altar', here, { ...here, text: 'It is no box.' });

it.each([
  ['Take the lamp', 3],
  ['Put the egg on the altar', 4],
  ['Open the oak door', 6],
  ['Take the lamp and open the door', 6],
  // Points and opened ways stand for no act.
  ['Light the great lamp', null],
  ['Take the great lamp', null],
  ['Take the brass lamp from the hall', 3],
  ['Get into the locked Books Room', null],
  ['Find and check out the book', null],
  ['Lay the gifts on the altar', null],
  ['Take the lamp and the rope', null],
  ['Take the lamp or the egg', null],
  ['Find the egg', null],
  ['Explore south from Location 1', null],
  // Another thing, another place, another act, or none at all.
  ['Take the amber egg', null],
  ['Take the brass lamp from the altar', null],
  ['Put the egg under the oak door', null],
  ['Put the bowl on the altar', null],
  ['Close the oak door', null],
  ['Open the altar', null],
  ['Take two brass lamp', null],
])('"%s" is shown done, claimed or not, by turn %j', (text, by) => {
  const shown = shownDone([objective(text, null, 2)], [TOOK, LAID, SCORED, OPENED, REFUSED, VAIN]);
  expect(shown.map((one) => one.by.turn)).toEqual(by === null ? [] : [by]);
});

it.each([
  ['put egg in satchel', null],
  ['put egg on altar', 4],
])(
  'laying the egg on an altar is not shown by "%s", though no altar was seen before',
  (action, by) => {
    const satchel = { ...thing(9, 'leather satchel', 'container', 'open'), held: true };
    const holder = action.endsWith('altar') ? altar : satchel;
    const lies = { ...egg, held: holder === satchel, inside: holder.id };
    const before = { objects: [satchel, { ...egg, held: true }], inventory: [satchel, egg] };
    const after = {
      objects: [satchel, ...(holder === altar ? [altar] : []), lies],
      inventory: [satchel],
    };
    const shown = shownDone(
      [objective('Walk to the chapel; put the amber egg on the altar', null, 2)],
      [turn(4, action, { ...before, scene: 'a' }, { ...after, scene: 'b' })],
    );
    expect(shown.map((one) => one.by.turn)).toEqual(by === null ? [] : [by]);
  },
);

it('an act from before an objective was set shows nothing of it', () => {
  expect(shownDone([objective('Take the lamp', null, 4)], [TOOK, OPENED])).toEqual([]);
});

it.each([
  ['Put the egg on the altar', null],
  ['Put the egg in the trophy case', null],
  ['Give the egg to the priest', null],
  ['Drop the egg at Location 12', null],
  ['At Location 12 drop the egg', null],
  ['Drop the egg at Location 1', 5],
  ['At Location 1 drop the egg', 5],
  ['Drop the egg', 5],
])(
  '"%s" is shown by dropping it on the floor of Location 1, where nothing else was met: %j',
  (text, by) => {
    const [before, after] = [
      { ...AT_1, objects: [{ ...egg, held: true }], inventory: [egg], scene: 'a' },
      { ...AT_1, objects: [egg], inventory: [], scene: 'b' },
    ];
    const shown = shownDone([objective(text, null, 2)], [turn(5, 'drop egg', before, after)]);
    expect(shown.map((one) => one.by.turn)).toEqual(by === null ? [] : [by]);
  },
);
