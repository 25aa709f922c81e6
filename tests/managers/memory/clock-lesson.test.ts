import { describe, expect, it } from 'vitest';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { at, context, lesson, thing, turn, world } from './memory-world.ts';

const olive = thing(8, 'olive');
const told = 'The barman turns round and takes the olive back.';
const order = turn(3, 'order drink');
const taken = turn(4, 'take olive', { inventory: [olive] });

/** The turn that loses the olive to the clock, which runs from the order, or as found, from when it was taken. */
const lost = (number = 5, beginning = { turn: 3, moves: 2 }): TurnRecord => {
  const plain = turn(number, number === 5 ? 'hide olive' : 'eat olive', {
    text: told,
    scene: 'other',
  });
  return {
    ...plain,
    before: { ...plain.before, inventory: [olive] },
    cause: 'clock',
    comparison: { alsoIdle: ['lost 8'], toldIdle: told, beginning },
  };
};

const said = (memory_title: string, memory_text: string) =>
  lesson({ memory_title, memory_text, category: 'FAILURE' });

/** What is believed of the room after some turns, each with its own lesson. */
async function believedAfter(...turns: readonly (readonly [TurnRecord, object])[]) {
  const { manager } = world({ script: (_, call) => turns[call - 1]?.[1] ?? null });
  for (const [record] of turns) {
    await manager.learn(record, context({ recent: [order, taken, record] }));
  }
  return manager
    .getMemories(at(79))
    .filter(({ supersededBy }) => supersededBy === null)
    .map(({ title, status }) => [title, status]);
}

const BLAMES = said('hide olive', 'Hiding it fails: the barman takes it.');
const FACT = ['about 2 turns after "order drink": olive lost', 'ACTIVE'];

describe('a lesson about what the clock brings', () => {
  it.each([
    ['counts from what set it going', "After 'order drink' one has only two turns."],
    ['says that it comes by itself', 'The barman turns round by himself and takes it.'],
  ])('is believed, with nothing beside it, where it %s', async (_, text) => {
    const counted = said('Caught with the olive', text);
    expect(await believedAfter([lost(), counted])).toEqual([['Caught with the olive', 'ACTIVE']]);
  });

  it.each([
    ['names neither', 'Caught with the olive', 'The barman takes it.'],
    ['is titled by the command', 'hide olive', "After 'order drink' it fails in two turns."],
  ])('is a guess beside what the engine found where it %s', async (_, title, text) => {
    expect(await believedAfter([lost(), said(title, text)])).toEqual([FACT, [title, 'TENTATIVE']]);
  });

  it('that the player wrote stands for the engine’s own of the same event', async () => {
    const counted = said('Caught with the olive', "After 'order drink' one has only two turns.");
    expect(await believedAfter([lost(), counted], [lost(6), BLAMES])).toEqual([
      ['Caught with the olive', 'ACTIVE'],
      ['hide olive', 'TENTATIVE'],
    ]);
  });
});

describe('a danger that the engine laid at a beginning', () => {
  const misplaced = lost(5, { turn: 4, moves: 1 });
  const wrong = ['about 1 turn after "take olive": olive lost', 'ACTIVE'];

  it('gives way where the same event is found to have another one', async () => {
    const blamed = said('Caught with the olive', 'The barman takes it.');
    expect(await believedAfter([misplaced, blamed])).toContainEqual(wrong);
    const after = await believedAfter([misplaced, blamed], [lost(6), BLAMES]);
    expect(after).toEqual([['Caught with the olive', 'TENTATIVE']]);
  });

  it('stays where what the game tells is another event', async () => {
    const blamed = said('Caught with the olive', 'The barman takes it.');
    const other = {
      ...lost(6),
      comparison: { ...lost(6).comparison, toldIdle: 'A cat eats it up now.' },
    };
    const after = await believedAfter([misplaced, blamed], [other as TurnRecord, BLAMES]);
    expect(after).toContainEqual(wrong);
  });

  it('is told once for one beginning, however many turns it took', async () => {
    const later = lost(6, { turn: 3, moves: 3 });
    const after = await believedAfter([lost(), BLAMES], [later, BLAMES]);
    expect(after.filter(([title]) => title?.includes('olive lost'))).toEqual([FACT]);
  });
});
