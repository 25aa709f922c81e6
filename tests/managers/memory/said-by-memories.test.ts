import { expect, it } from 'vitest';
import type { Memory } from '../../../src/domain/memory.ts';
import {
  memoriesContradictedBy,
  saysItWorks,
} from '../../../src/managers/memory/said-by-memories.ts';
import { memory } from '../../helpers/memory.ts';
import { thing, turn } from '../../helpers/observation.ts';

const PIG = thing(6, 'pig', 'animate');
const CLOSED = { objects: [thing(4, 'box', 'openable'), PIG], scene: 'closed', moves: 1 };
const OPEN = {
  objects: [thing(4, 'box', 'openable', 'open'), PIG],
  scene: 'open',
  moves: 2,
  text: 'Yes.',
};
/** Something changed that nobody sees: how the pig feels, say. */
const HIDDEN = { ...CLOSED, scene: 'other', moves: 2, text: 'It walks right away.' };
const FALLEN = { ...HIDDEN, objects: [...CLOSED.objects, thing(5, 'coin')] };
const SAME = { ...CLOSED, moves: 2, text: 'No.' };

function against(category: Memory['category'], title: string, command: string, after: object) {
  const record = turn(5, command, CLOSED, after);
  const told = memoriesContradictedBy(record, [], [memory({ category, title })]);
  const byClock = memoriesContradictedBy(
    { ...record, cause: 'clock' },
    [],
    [memory({ category, title })],
  );
  return [told.length === 1, byClock.length === 1];
}

it.each([
  ['FAILURE', 'open box', 'open box', OPEN, [true, false]],
  ['FAILURE', 'pull box; open box', 'open box', OPEN, [true, false]],
  ['FAILURE', 'open box', 'open box', SAME, [false, false]],
  ['FAILURE', 'catch pig', 'catch pig', HIDDEN, [false, false]],
  ['FAILURE', 'catch pig', 'catch pig', FALLEN, [true, false]],
  ['FAILURE', 'pull box', 'pull box', HIDDEN, [true, false]],
  ['FAILURE', 'search west wall', 'west', OPEN, [false, false]],
  ['FAILURE', 'go west', 'west', OPEN, [true, false]],
  ['FAILURE', 'open box (while the cow is here)', 'open box', OPEN, [false, false]],
  ['FAILURE', 'open box while the pig is here', 'open box', OPEN, [true, false]],
  ['FAILURE', 'open box when the pig is not here', 'open box', OPEN, [false, false]],
  ['FAILURE', 'open box (with the pig around)', 'open box', OPEN, [true, false]],
  ['SUCCESS', 'open box', 'open box', SAME, [true, true]],
  ['SUCCESS', 'open box (with the cow there)', 'open box', SAME, [false, false]],
  ['SUCCESS', 'open box, then take coin', 'open box', SAME, [false, false]],
  ['SUCCESS', 'unlock box, then open box: a coin', 'open box', SAME, [true, true]],
] as const)(
  '%s "%s": what "%s" came to speaks against it',
  (category, title, command, after, is) => {
    expect(against(category, title, command, after)).toEqual(is);
  },
);

it.each([
  ['give key to man', true],
  ['give card to man', true],
  ['give man key', false],
  ['give key to card', false],
])('a command is one that a memory tells of only in its order: %s', (command, is) => {
  const told = memory({
    category: 'SUCCESS',
    title: 'give card to man: key',
    text: 'Later give the key back to the man.',
  });
  expect(saysItWorks(told, turn(5, command))).toBe(is);
});
