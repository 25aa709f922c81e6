import * as fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEMORY_CATEGORIES, type Memory } from '../../../src/domain/memory.ts';
import { planConsolidation } from '../../../src/managers/episodes/consolidation-plan.ts';
import { openLearntMemories } from '../../../src/run/open-learnt.ts';
import { memory } from '../../helpers/memory.ts';
import { asked, at, context, nothing, turn, world } from './memory-world.ts';

const OAR = memory({ category: 'SUCCESS', title: 'take oar', text: 'Taken.' });
const ROPE = memory({ category: 'SUCCESS', title: 'take rope', text: 'Taken.' });
const BOTH = memory({ category: 'SUCCESS', title: 'take oar; take rope', text: 'Taken.' });
const believed = ({ manager }: ReturnType<typeof world>) =>
  manager.getMemories(at(79)).map(({ title }) => title);

async function filled(...memories: readonly ReturnType<typeof memory>[]) {
  const made = world({ script: () => nothing() });
  for (const one of memories) await made.manager.addMemory(at(79), 'Quay', one);
  return made;
}

const drop = (title: string, coveredBy: string) => ({ merges: [], drops: [{ title, coveredBy }] });

describe('a consolidation, when the file is written', () => {
  it('drops what another memory says', async () => {
    const made = await filled(OAR, BOTH);
    await made.manager.applyConsolidation(at(79), drop('take oar', BOTH.title));
    expect(believed(made)).toEqual([BOTH.title]);
    expect(made.events.at(-1)).toMatchObject({ type: 'memory-superseded', by: BOTH.title });
  });

  it('drops nothing that the other one does not say, whoever planned it', async () => {
    const made = await filled(OAR, ROPE);
    await made.manager.applyConsolidation(at(79), drop('take oar', 'take rope'));
    expect(believed(made)).toEqual(['take oar', 'take rope']);
    expect(made.events.at(-1)).toMatchObject({ type: 'memory-refused', reason: 'not-covered' });
  });

  it('two episodes at once cannot drop each other’s cover', async () => {
    const made = await filled(OAR, { ...OAR, title: 'take an oar' });
    const other = world({ file: made.file });
    await Promise.all([
      made.manager.applyConsolidation(at(79), drop('take oar', 'take an oar')),
      other.manager.applyConsolidation(at(79), drop('take an oar', 'take oar')),
    ]);
    made.manager.sync();
    expect(believed(made)).toEqual(['take an oar']);
  });

  it('keeps what a person changed meanwhile, and the merged memory waits for another time', async () => {
    const made = await filled(OAR, ROPE);
    made.file.meanwhile = () =>
      made.file.save((made.file.text ?? '').replace('Taken.', 'Only with gloves on.'));
    const plan = { merges: [{ memory: BOTH, supersedes: ['take oar', 'take rope'] }], drops: [] };
    await made.manager.applyConsolidation(at(79), plan);
    expect(believed(made)).toEqual(['take oar', 'take rope']);
    await made.manager.applyConsolidation(at(79), {
      merges: [
        {
          memory: { ...BOTH, text: 'Taken; oar only with gloves on.' },
          supersedes: ['take oar', 'take rope'],
        },
      ],
      drops: [],
    });
    expect(believed(made)).toEqual([BOTH.title]);
  });

  it('keeps out what a person took out of a source meanwhile', async () => {
    const made = await filled({ ...OAR, text: 'Taken. It is cursed.' }, ROPE);
    made.file.meanwhile = () =>
      made.file.save((made.file.text ?? '').replace(' It is cursed.', ''));
    const memory = { ...BOTH, text: 'Taken; it is cursed.' };
    await made.manager.applyConsolidation(at(79), {
      merges: [{ memory, supersedes: ['take oar', 'take rope'] }],
      drops: [],
    });
    expect(believed(made)).toEqual(['take oar', 'take rope']);
    expect(made.events.at(-1)).toMatchObject({ type: 'memory-refused', reason: 'invented' });
  });

  it('never lets a doubtful memory stand for a certain one', async () => {
    const made = await filled(OAR, { ...BOTH, status: 'TENTATIVE' });
    await made.manager.applyConsolidation(at(79), drop('take oar', BOTH.title));
    expect(believed(made)).toContain('take oar');
  });

  it('is not undone by learning the same again, so that one cover supersedes a memory once', async () => {
    const made = await filled(OAR, BOTH);
    await made.manager.applyConsolidation(at(79), drop('take oar', BOTH.title));
    const again = { ...OAR, episode: 9, turns: '4' };
    expect(await made.manager.addMemory(at(79), 'Quay', again)).toBe(false);
    expect(await made.manager.addMemory(at(79), 'Quay', { ...again, text: 'It is cursed.' })).toBe(
      true,
    );
  });

  it('does not keep away what was merged once its cover is given up', async () => {
    const made = await filled(OAR, BOTH);
    await made.manager.applyConsolidation(at(79), drop('take oar', BOTH.title));
    await made.manager.invalidateMemory(at(79), BOTH.title, 'the rope is gone');
    const again = { ...OAR, episode: 9, turns: '4' };
    expect(await made.manager.addMemory(at(79), 'Quay', again)).toBe(true);
  });

  it('is not told to the model as something that was wrong', async () => {
    const made = await filled(OAR, BOTH, memory({ title: 'Bell is silent' }));
    await made.manager.applyConsolidation(at(79), drop('take oar', BOTH.title));
    await made.manager.invalidateMemory(at(79), 'Bell is silent', 'it rang');
    await made.manager.learn(turn(2, 'pull', { score: 1 }), context());
    const [, wrong = ''] = asked(made.questions[0]).split('No longer believed:');
    expect(wrong.split('\n\n')[0]).toBe('\n| - "Bell is silent"');
  });
});

/** Memories made of facts, each of which is one thought, so that a test knows what a room says. */
const FACTS = ['oar is red', 'hatch creaks loudly', 'gull steals bread', 'pier ends north'];
const factsIn = ({ title, text }: Pick<Memory, 'title' | 'text'>) =>
  FACTS.filter((fact) => `${title}; ${text}`.includes(fact));
const WORDS = [...FACTS, 'oar is not red', 'hatch creaks', 'gull sings', 'bread steals gull'];
const phrases = fc.subarray(WORDS, { minLength: 1, maxLength: 4 });
const CATEGORIES = [...MEMORY_CATEGORIES, 'PUZZLE'];

const roomOfFacts = fc
  .array(
    fc.record({
      facts: fc.subarray(FACTS, { minLength: 1, maxLength: 2 }),
      category: fc.constantFrom('SUCCESS', 'FAILURE', 'NOTE', 'DISCOVERY'),
      persistence: fc.constantFrom('core' as const, 'permanent' as const),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map((rooms) =>
    rooms.map(({ facts: [first = '', ...others], ...rest }, index) =>
      memory({ ...rest, title: 'the '.repeat(index) + first, text: others.join('; ') }),
    ),
  );

/** A reply that merges and drops at random, often all, and adds what it likes. */
const replyTo = (room: readonly Memory[]) => {
  const titles = fc.subarray(
    room.map(({ title }) => title),
    { minLength: 1 },
  );
  const title = fc.constantFrom(...room.map((one) => one.title), 'No such thing');
  const merge = fc.record({
    titles,
    category: fc.constantFrom(...CATEGORIES),
    title: phrases.map((said) => `an ${said.join('; ')}`),
    text: phrases.map((said) => said.join('; ')),
  });
  return fc.record({
    merge: fc.array(merge, { maxLength: 3 }),
    drop: fc.array(fc.record({ title, covered_by: title }), { maxLength: 8 }),
  });
};

const sortOf = ({ category }: Memory) => (category === 'DISCOVERY' ? 'NOTE' : category);
const claimsOf = (memories: readonly Memory[], core: boolean) =>
  new Set(
    memories
      .filter(({ persistence }) => !core || persistence === 'core')
      .flatMap((one) => factsIn(one).map((fact) => `${sortOf(one)} ${fact}`)),
  );

/** A room of memories of two facts, each told twice or more, and two replies that drop them for each other. */
const TWINS = [0, 0, 1, 1].map((fact, index) =>
  memory({ title: 'the '.repeat(index) + FACTS[fact], text: '' }),
);
const rivals = (() => {
  const [a = '', b = '', c = '', d = ''] = TWINS.map(({ title }) => title);
  const either = (one: string, other: string) =>
    fc.constantFrom({ title: one, covered_by: other }, { title: other, covered_by: one });
  const reply = fc.tuple(either(a, b), either(c, d)).map((drop) => ({ merge: [], drop }));
  return fc.record({ room: fc.constant(TWINS), replies: fc.tuple(reply, reply) });
})();

describe('whatever a model wants of a room', () => {
  const rooms = roomOfFacts.chain((room) =>
    fc.record({
      room: fc.constant(room),
      replies: fc.tuple(replyTo(room), replyTo(room)),
    }),
  );
  const expectSame = (made: ReturnType<typeof world>, room: readonly Memory[]) => {
    const after = made.manager.getMemories(at(79));
    for (const core of [true, false]) {
      expect(claimsOf(after, core)).toEqual(claimsOf(room, core));
    }
    const strange = WORDS.filter((word) => !FACTS.includes(word) && word !== 'hatch creaks');
    expect(
      strange.filter((word) => after.some(({ title, text }) => `${title};${text}`.includes(word))),
    ).toEqual([]);
  };

  it('all that was believed is believed, and nothing else', { tags: ['slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(rooms, async ({ room, replies: [reply] }) => {
        const made = await filled(...room);
        const { plan } = planConsolidation(made.manager.activeMemories(at(79)), reply);
        await made.manager.applyConsolidation(at(79), plan);
        expectSame(made, room);
      }),
      { numRuns: 60 },
    );
  });

  it(
    'the same when two episodes drop each other’s covers at once in one file',
    { tags: ['slow'] },
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'zorkgpt-'));
      let count = 0;
      try {
        await fc.assert(
          fc.asyncProperty(rivals, async ({ room, replies }) => {
            count += 1;
            const file = path.join(folder, String(count), 'Memories.md');
            const open = () => world({ durable: openLearntMemories(file, () => {}, 'run') });
            const one = open();
            for (const each of room) await one.manager.addMemory(at(79), 'Quay', each);
            const other = open();
            const plans = replies.map(
              (reply) => planConsolidation(one.manager.activeMemories(at(79)), reply).plan,
            );
            await Promise.all(
              plans.map((plan, index) =>
                (index === 0 ? one : other).manager.applyConsolidation(at(79), plan),
              ),
            );
            one.manager.sync();
            expectSame(one, room);
          }),
          { numRuns: 8 },
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
