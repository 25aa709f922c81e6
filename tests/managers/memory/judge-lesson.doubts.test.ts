import { describe, expect, it } from 'vitest';
import { KnownWords } from '../../../src/managers/known-words.ts';
import { isStrategic } from '../../../src/managers/objectives/objective-memories.ts';
import { memory } from '../../helpers/memory.ts';
import { asked, at, context, lesson, LONG, nothing, turn, world } from './memory-world.ts';

const words = () => {
  const dictionary = { verbs: ['pull', 'wait'], grammar: null, knows: () => false };
  const known = new KnownWords({ ...dictionary, objectsNamed: () => [] });
  known.add('Quay. A hatch is here, with a rusty ring.');
  return known;
};

const DRAGON = { memory_title: 'Dragon below', memory_text: 'A dragon sleeps under the hatch.' };
const DOUBT = 'names the word dragon, which the game has not printed';

/** Learns from a turn that scores, so that it is asked about; each text is another outcome. */
const learnt = (number: number, text = `Answer ${number}.`) =>
  turn(number, 'pull', { score: 5, text });

describe('a lesson that names what the game has not shown', () => {
  const invents = (fields: object = {}) =>
    world({
      words: words(),
      script: (_, call) => (call === 1 ? lesson({ ...DRAGON, ...fields }) : nothing()),
    });

  it('is kept as TENTATIVE with the reason, in the file and in the next reading of it', async () => {
    const { manager, file, make } = invents();
    await manager.learn(learnt(1), context());
    expect(file.text).toContain(
      '**[FAILURE - PERMANENT - TENTATIVE] Dragon below** *(Ep1, T1, +5)*\n' +
        `[Conditional: "${DOUBT}"]\nA dragon sleeps under the hatch.\n`,
    );
    expect(make().getMemories(at(79))).toMatchObject([
      { status: 'TENTATIVE', doubt: DOUBT, text: 'A dragon sleeps under the hatch.' },
    ]);
    expect(manager.getMemories(at(79)).filter(isStrategic)).toEqual([]);
  });

  it('replaces nothing that is believed', async () => {
    const { manager } = invents({ supersedes_memory_titles: ['Hatch is stuck'] });
    await manager.addMemory(at(79), 'Quay', memory());
    await manager.learn(learnt(1), context());
    expect(manager.getMemories(at(79)).map(({ title, status }) => `${title} ${status}`)).toEqual([
      'Hatch is stuck ACTIVE',
      'Dragon below TENTATIVE',
    ]);
  });

  it('is shown last of its place, with the reason', async () => {
    const { manager } = invents({ category: 'DANGER' });
    await manager.learn(learnt(1), context());
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Maybe', status: 'TENTATIVE' }));
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Sure' }));
    const shown = manager.recall(at(79)).text.split('\n');
    expect(shown.findIndex((line) => line.includes('Sure'))).toBe(0);
    expect(shown.at(-1)).toContain('Dragon below');
    expect(shown.at(-1)).toContain(`(${DOUBT})`);
  });

  it('makes room first, and is no danger of a room next door', async () => {
    const { manager } = invents({ category: 'DANGER' });
    await manager.learn(learnt(1), context());
    expect(manager.dangersAt(at(79)).text).toBe('');
    const one = world({ file: invents().file, options: { maxShown: 1 }, words: words() });
    await one.manager.addMemory(
      at(79),
      'Quay',
      memory({ title: 'Dragon', status: 'TENTATIVE', doubt: DOUBT, category: 'DANGER' }),
    );
    await one.manager.addMemory(at(79), 'Quay', memory({ title: 'Sure' }));
    expect(one.manager.recall(at(79)).text).toContain('Sure');
    expect(one.manager.recall(at(79)).text).not.toContain('Dragon');
  });

  it.each(['permanent', 'ephemeral'])(
    'is believed as soon as the game shows it: %s',
    async (persistence) => {
      const { manager, file, events } = invents({ persistence });
      await manager.learn(learnt(1), context());
      await manager.learn(learnt(2, 'Nothing new.'), context());
      expect(manager.getMemories(at(79))[0]?.status).toBe('TENTATIVE');
      await manager.learn(learnt(3, 'Below, a dragon turns in its sleep.'), context());
      const [believed] = manager.getMemories(at(79));
      expect(believed).toMatchObject({ status: 'ACTIVE', title: 'Dragon below' });
      expect(believed?.doubt).toBeUndefined();
      expect(file.text ?? '').not.toContain('Conditional');
      expect(events).toContainEqual({
        type: 'memory-settled',
        locationId: 79,
        title: 'Dragon below',
      });
    },
  );

  it('and the next question says so', async () => {
    const { manager, questions } = invents();
    await manager.learn(learnt(1), context());
    await manager.learn(learnt(3, 'Below, a dragon turns in its sleep.'), context());
    expect(asked(questions[1])).toContain(
      '| "Dragon below" is ACTIVE now: the game has shown what it names.\n',
    );
  });

  it('stays a guess where the model was not sure itself', async () => {
    const { manager } = invents({ status: 'TENTATIVE' });
    await manager.learn(learnt(1), context());
    await manager.learn(learnt(2, 'Below, a dragon turns in its sleep.'), context());
    expect(manager.getMemories(at(79))[0]?.status).toBe('TENTATIVE');
  });
});

it('what was found out by trying again is not settled by words', async () => {
  const held = memory({ status: 'TENTATIVE', doubt: 'held 1 of 2 times' });
  const { manager } = world({ words: words(), script: () => nothing() });
  await manager.addMemory(at(79), 'Quay', held);
  await manager.learn(learnt(2), context());
  expect(manager.getMemories(at(79))).toMatchObject([{ status: 'TENTATIVE', doubt: held.doubt }]);
});

describe('the next question says what became of the last lesson', () => {
  it.each([
    ['kept', lesson(), 'was kept'],
    ['kept as TENTATIVE', lesson(DRAGON), `was kept as TENTATIVE: ${DOUBT}`],
    [
      'kept in place of another',
      lesson({ supersedes_memory_titles: ['Known'] }),
      'was kept and replaced "Known"',
    ],
    [
      'kept as TENTATIVE without replacing',
      lesson({ ...DRAGON, supersedes_memory_titles: ['Known'] }),
      `was kept as TENTATIVE: ${DOUBT}; until it is sure it replaces none`,
    ],
    [
      'TENTATIVE by its own word, without replacing',
      lesson({ ...DRAGON, status: 'TENTATIVE', supersedes_memory_titles: ['Known'] }),
      'was kept; until it is sure it replaces none',
    ],
    [
      'kept for longer',
      lesson({ persistence: 'core' }),
      'was kept as permanent, for core is only how a room is when seen first, without who walks about',
    ],
    [
      'merged',
      lesson({ category: 'NOTE', memory_title: 'Known', memory_text: 'The hatch does not move.' }),
      'was merged: the same is remembered there already',
    ],
  ])('%s', async (_, reply, fate) => {
    const script = (_question: string, call: number) => (call === 1 ? reply : nothing());
    const { manager, questions } = world({ words: words(), script });
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Known' }));
    for (const number of [1, 2, 3]) await manager.learn(learnt(number), context());
    const title = String((reply as Record<string, unknown>)['memory_title']);
    expect(asked(questions[0])).not.toContain('Your last lesson');
    expect(asked(questions[1])).toContain(`| Your last lesson "${title}" ${fate}.\n`);
    expect(asked(questions[2])).not.toContain('Your last lesson');
  });

  it('which memories are no longer believed because of it', async () => {
    const gone = { invalidate_memory_titles: ['Known'], invalidation_reason: 'It moves now.' };
    const script = (_question: string, call: number) => (call === 1 ? lesson(gone) : nothing());
    const { manager, questions } = world({ words: words(), script });
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Known' }));
    for (const number of [1, 2]) await manager.learn(learnt(number), context());
    expect(asked(questions[1])).toContain('| "Known" is no longer listed: It moves now.');
  });

  it('with the category that a warning got that was only read', async () => {
    const script = (_question: string, call: number) =>
      call === 1 ? lesson({ category: 'DANGER' }) : nothing();
    const { manager, questions } = world({ script });
    await manager.learn(turn(2, 'read sign', { text: LONG }), context());
    await manager.learn(turn(3, 'pull', { score: 1 }), context());
    expect(asked(questions[1])).toContain(
      '| Your last lesson "Hatch is stuck" was kept as NOTE, for it was only read of.\n',
    );
  });

  it('with what it could not replace', async () => {
    const reply = lesson({
      persistence: 'ephemeral',
      supersedes_memory_titles: ['Known', 'Unknown'],
    });
    const script = (_question: string, call: number) => (call === 1 ? reply : nothing());
    const { manager, questions } = world({ words: words(), script });
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Known' }));
    for (const number of [1, 2]) await manager.learn(learnt(number), context());
    expect(asked(questions[1])).toContain('| "Unknown" stays as it was: no memory');
    expect(asked(questions[1])).toContain('| "Known" stays: what holds for this episode alone');
  });
});
