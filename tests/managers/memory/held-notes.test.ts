import { expect, it } from 'vitest';
import { memoryId } from '../../../src/managers/memory/evidence.ts';
import { notesOnHeld } from '../../../src/managers/memory/held-notes.ts';
import { memoryHeldLine } from '../../../src/prompts/memory-lines.ts';
import { memory } from '../../helpers/memory.ts';
import { thing } from '../../helpers/observation.ts';
import { at, moment } from './memory-world.ts';

const BOOK = { ...thing(6, 'prayer book'), held: true };
const CHANTS = memory({ category: 'NOTE', title: 'Chants: learn first', about: 'prayer book' });

/** The line on what is held in room 79, of memories filed in room 30. */
function line(
  memories: readonly (typeof CHANTS)[],
  { held = [BOOK], told = [] as readonly string[] } = {},
) {
  const now = moment({ inventory: held, objects: held });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const filed = memories.map((one) => [at(30), one] as const);
  return memoryHeldLine(notesOnHeld(filed, place, told));
}

it('of facts about a thing held the titles are told in any room, doubtful ones marked', () => {
  const doubted = { ...CHANTS, title: 'It glows', status: 'TENTATIVE' as const };
  const id = (one: typeof CHANTS) => memoryId(at(30), one);
  expect(line([CHANTS, doubted])).toBe(
    `Of things held: prayer book: "Chants: learn first" #${id(CHANTS)}; prayer book: "It glows" (in doubt) #${id(doubted)}`,
  );
  expect(line([CHANTS], { held: [] })).toBe('');
  expect(line([CHANTS], { told: [id(CHANTS)] })).toBe('');
});

it.each([
  ['a failure', { category: 'FAILURE' }],
  ['what nobody believes', { status: 'SUPERSEDED' }],
  ['what is done', { category: 'SUCCESS', title: 'take prayer book' }],
  ['what is about a room', { about: at(12) }],
  ['what is about nothing else', { about: undefined }],
] as const)('%s is not told of a thing held', (_, differs) => {
  expect(line([{ ...CHANTS, ...differs } as typeof CHANTS])).toBe('');
});

it.each([3, 4])('of %i facts the newest three are told', (count) => {
  const facts = Array.from({ length: count }, (_, at) => ({
    ...CHANTS,
    title: `Fact ${at}`,
    episode: at + 1,
  }));
  expect(line(facts).match(/Fact \d/g)).toEqual(
    [2, 1, 0].map((back) => `Fact ${count - 3 + back}`),
  );
});
