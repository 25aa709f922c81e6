import { expect, it } from 'vitest';
import { thingsChangedByAct } from '../../../src/managers/objectives/changed-things.ts';
import { thing, turn } from '../../helpers/observation.ts';
import { AT_2 } from './played-turns.ts';

const lamp = thing(5, 'lamp');
const bag = { ...thing(6, 'bag', 'container'), held: true };
const held = { ...lamp, held: true };
const inBag = { ...held, inside: bag.id };
const lit = { ...inBag, traits: ['on' as const] };
const GONE = { names: ['lamp'], isGained: false, isPlaced: true };
const TAKEN = { names: ['lamp'], isGained: true, isPlaced: false };
const CHANGED = { names: ['lamp'], isGained: false, isPlaced: false };

it.each([
  ['taken', [lamp], [held], {}, [TAKEN]],
  ['laid down', [held], [lamp], {}, [GONE]],
  ['put into a bag in the hands', [held], [inBag], {}, [{ ...GONE, names: ['lamp', 'bag'] }]],
  ['left in that bag', [inBag], [inBag], {}, []],
  ['lit in that bag', [inBag], [lit], {}, [CHANGED]],
  ['taken out of it', [inBag], [held], {}, [TAKEN]],
  ['found here', [], [lamp], {}, [CHANGED]],
  ['seen after a walk', [], [lamp], AT_2, []],
  ['left behind', [lamp], [], AT_2, []],
  ['lost on a walk', [held], [], AT_2, [GONE]],
  ['caught on a walk', [], [held], AT_2, [TAKEN]],
] as const)('a thing %s', (_, before, after, place, changes) => {
  const acted = turn(
    3,
    'act',
    { objects: [...before, bag] },
    { objects: [...after, bag], ...place },
  );
  expect(thingsChangedByAct(acted)).toMatchObject(changes);
  expect(thingsChangedByAct(acted)).toHaveLength(changes.length);
});
