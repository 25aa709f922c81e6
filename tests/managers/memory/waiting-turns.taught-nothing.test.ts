import { expect, it } from 'vitest';
import type { Memory, ProposedFact } from '../../../src/domain/memory.ts';
import { mergeThings, parseThings } from '../../../src/managers/frontier/known-things.ts';
import { memory } from '../../helpers/memory.ts';
import { at, context, lesson, LONG, nothing, turn, world } from './memory-world.ts';

/** What episodes keep of outcomes that were asked about, each reading what those before it kept. */
function keeper() {
  const kept = new Set<string>();
  return () => {
    const before = new Set(kept);
    return {
      has: (outcome: string) => before.has(outcome),
      keep: (outcome: string) => void kept.add(outcome),
    };
  };
}

const reads = (answer = LONG) => turn(4, 'open crate', { text: answer, scene: 'other' });

async function asksAgain(reply: object, again = reads(), known?: Memory) {
  const episode = keeper();
  const first = world({ script: () => reply, judged: episode() });
  await first.manager.learn(reads(), context());
  expect(first.questions).toHaveLength(1);
  const later = world({ script: () => reply, judged: episode() });
  if (known !== undefined) await later.manager.addMemory(again.before.location.id, 'Quay', known);
  await later.manager.learn(again, context({ episode: 2 }));
  return later.questions.length > 0;
}

it('an outcome that an earlier episode was asked about and that taught nothing is not asked about again', async () => {
  expect(await asksAgain(nothing())).toBe(false);
});

it.each([
  ['the same', 0, `Quay Hall\n${LONG}`],
  ['more', 1, `Quay Hall\n${LONG} A lamp glows.`],
])(
  'a start that taught nothing, of a room entered another way that says %s, is asked about %i times',
  async (_, asks, text) => {
    const episode = keeper();
    const enters = (action: string, room: number, said: string) =>
      turn(
        2,
        action,
        { room: [80, 'Quay Hall'], text: said, scene: 'hall' },
        { room: [room, 'Quay'] },
      );
    const first = world({ script: () => nothing(), judged: episode() });
    await first.manager.learn(
      enters('east', 79, `Quay Hall\n${LONG}`),
      context({ firstVisit: true }),
    );
    expect(first.questions).toHaveLength(1);
    const later = world({ script: () => nothing(), judged: episode() });
    await later.manager.learn(
      enters('west', 81, `You climb.\n\n${text}`),
      context({ firstVisit: true, episode: 2 }),
    );
    expect(later.questions).toHaveLength(asks);
  },
);

it('another answer to the same command is asked about', async () => {
  expect(await asksAgain(nothing(), reads(`${LONG} It rattles.`))).toBe(true);
});

it('an outcome that taught a memory is not asked about again as long as the memory is believed', async () => {
  expect(await asksAgain(lesson())).toBe(true);
  const title = 'Hatch is stuck';
  const taught = (fields: object) => asksAgain(lesson(), reads(), memory({ title, ...fields }));
  expect(await taught({})).toBe(false);
  expect(await taught({ status: 'TENTATIVE' })).toBe(true);
  expect(await taught({ title: `${title} twice` })).toBe(true);
});

it('what taught nothing in two files taught nothing in both', () => {
  const known = (outcome: string) => ({ ...parseThings(null), judged: new Set([outcome]) });
  expect([...mergeThings(known('a'), known('b')).judged]).toEqual(['a', 'b']);
});

it('what the story answers in three rooms is proposed to the knowledge base when it was learnt of', async () => {
  const proposed: ProposedFact[] = [];
  const { manager } = world({
    propose: (fact) => proposed.push(fact) > 0,
    story: {
      reach: () => 'possible',
      dictionary: { verbs: [], grammar: null, knows: () => true, objectsNamed: () => [] },
    },
  });
  const says = (word: string) => `You used the word "${word}" in a way that I do not understand.`;
  for (const [at0, word] of [
    [79, 'west'],
    [80, 'up'],
    [81, 'west'],
  ] as const) {
    const fields = { category: 'FAILURE', title: `move ${word}`, text: says(word) };
    await manager.addMemory(at(at0), 'Quay', memory(fields));
    await manager.conclude({ episode: 1 });
  }
  expect(proposed.map(({ text }) => text)).toEqual([
    `"move west", "move up": answered alike in 3 rooms: "${says('west')}"; to walk, say the direction alone.`,
  ]);
  await manager.conclude({ episode: 2 });
  expect(proposed).toHaveLength(1);
});
