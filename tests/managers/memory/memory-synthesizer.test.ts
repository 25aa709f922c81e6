import { describe, expect, it } from 'vitest';
import { KnownWords } from '../../../src/managers/known-words.ts';
import { memory } from '../../helpers/memory.ts';
import { NO_DICTIONARY } from '../../helpers/no-dictionary.ts';
import { thing } from '../../helpers/observation.ts';
import {
  asked,
  at,
  context,
  lesson,
  LONG,
  nothing,
  turn,
  world,
  type Script,
} from './memory-world.ts';

describe('nobody is asked', () => {
  const words = new KnownWords({
    ...NO_DICTIONARY,
    knows: (word) => ['pull', 'hatch'].includes(word),
  });
  const failed = { text: LONG };

  it('about a parser error over an unknown word', async () => {
    const { manager, questions } = world({ words });
    await manager.learn(turn(2, 'frobnicate hatch', failed), context());
    await manager.conclude(context());
    expect(questions).toHaveLength(0);
    await manager.learn(turn(3, 'pull hatch', failed), context());
    await manager.conclude(context());
    expect(questions).toHaveLength(1);
  });

  it('about a command that the checks had refused and that did nothing', async () => {
    const { manager, questions } = world({ words });
    const refused = turn(2, 'pull hatch', failed);
    const decided = { ...refused.decision, overridden: true };
    await manager.learn({ ...refused, decision: decided }, context());
    await manager.conclude(context());
    expect(questions).toHaveLength(0);
    const worked = turn(3, 'pull hatch', { ...failed, scene: 'open', score: 5 });
    await manager.learn({ ...worked, decision: decided }, context());
    expect(questions).toHaveLength(1);
  });
});

describe('what is made of the answer', () => {
  it('episode, turn and points come from the engine, not from the model', async () => {
    const script = () => lesson({ episode: 99, turns: '98', score_change: 97, scoreChange: 96 });
    const { manager } = world({ script });
    await manager.learn(turn(48, 'pull', { score: 5 }), context({ episode: 7 }));
    expect(manager.getMemories(at(79))[0]).toMatchObject({
      episode: 7,
      turns: '48',
      scoreChange: 5,
    });
  });

  it('episode numbers are small integers in the file', async () => {
    const { manager, file } = world({ script: () => lesson() });
    await manager.learn(turn(48, 'pull', { score: 5 }), context({ episode: 7 }));
    expect(file.text).toContain('**[FAILURE - PERMANENT] Hatch is stuck** *(Ep7, T48, +5)*');
  });

  it('remembering nothing writes nothing', async () => {
    const { manager, file } = world({ script: () => nothing() });
    await manager.learn(turn(2, 'pull', { score: 5 }), context());
    expect(file.text).toBeNull();
  });

  it('no usable answer is an event, and play goes on', async () => {
    const { manager, file, events } = world({
      script: (_, call) => (call === 1 ? null : { should_remember: 'perhaps' }),
    });
    await manager.learn(turn(2, 'pull', { score: 5 }), context());
    await manager.learn(turn(3, 'push', { score: 5 }), context());
    expect(events.map(({ type }) => type)).toEqual(['lesson-failed', 'lesson-failed']);
    expect(manager.status().metrics.failed).toBe(2);
    expect(file.text).toBeNull();
  });

  it('an invalidation without a new memory takes effect in both caches', async () => {
    const script = () =>
      nothing({
        invalidate_memory_titles: ['Guard is kind', 'Left it'],
        invalidation_reason: 'It bit.',
      });
    const { manager, file, events } = world({ script });
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Guard is kind' }));
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Left it', persistence: 'ephemeral' }));
    await manager.learn(turn(25, 'pat guard', { ended: 'death' }), context());
    expect(manager.getMemories(at(79))).toEqual([]);
    expect(file.text).toContain('[Invalidated at T25: "It bit."]\n~~The hatch does not move.~~');
    expect(events.filter(({ type }) => type === 'memory-invalidated')).toHaveLength(2);
  });

  it('an ephemeral memory is superseded and invalidated in normal play', async () => {
    const replies = [
      lesson({ memory_title: 'Umbrella put down here', persistence: 'ephemeral' }),
      lesson({
        memory_title: 'Umbrella taken again',
        persistence: 'ephemeral',
        supersedes_memory_titles: ['Umbrella put down here'],
      }),
      nothing({
        invalidate_memory_titles: ['Umbrella taken again'],
        invalidation_reason: 'Lost it.',
      }),
    ];
    const { manager, file } = world({ script: (_, call) => replies[call - 1] ?? null });
    await manager.learn(turn(2, 'drop umbrella', { score: 1 }), context());
    await manager.learn(turn(3, 'take umbrella', { score: 1 }), context());
    expect(manager.getMemories(at(79)).map(({ title }) => title)).toEqual(['Umbrella taken again']);
    await manager.learn(turn(4, 'jump', { score: 1 }), context());
    expect(manager.getMemories(at(79))).toEqual([]);
    expect(file.text).toBeNull();
  });

  it('an ephemeral memory that may not supersede a rule is still noted', async () => {
    const script = () =>
      lesson({
        memory_title: 'Fed it',
        persistence: 'ephemeral',
        supersedes_memory_titles: ['Goose bites'],
      });
    const { manager, events } = world({ script });
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Goose bites' }));
    await manager.learn(turn(2, 'feed goose', { score: 1 }), context());
    expect(manager.getMemories(at(79)).map(({ title, status }) => `${title} ${status}`)).toEqual([
      'Goose bites ACTIVE',
      'Fed it ACTIVE',
    ]);
    expect(events).toContainEqual({
      type: 'memory-refused',
      locationId: 79,
      title: 'Goose bites',
      reason: 'downgrade',
    });
  });

  it('all effects of one answer are one replacement of the file', async () => {
    const script = () =>
      lesson({
        supersedes_memory_titles: ['A', 'B'],
        invalidate_memory_titles: ['C', 'Unknown'],
        invalidation_reason: 'No.',
      });
    const { manager, file, events } = world({ script });
    for (const title of ['A', 'B', 'C']) await manager.addMemory(at(79), 'Quay', memory({ title }));
    const before = file.replacements;
    await manager.learn(turn(30, 'pull', { score: 1 }), context());
    expect(file.replacements).toBe(before + 1);
    expect(manager.getMemories(at(79)).map(({ title }) => title)).toEqual(['Hatch is stuck']);
    expect(events).toContainEqual({
      type: 'memory-refused',
      locationId: 79,
      title: 'Unknown',
      reason: 'not-found',
    });
  });

  it.each([
    ['hatch is STUCK', true],
    ['"Hatch is stuck"', true],
    ['“Hatch is stuck.”', true],
    ['**Hatch is stuck**', true],
    ['- `Hatch is stuck`...', true],
    ['Hatch  is\tstuck', true],
    ['"Hatch is stuck" (NOTE, permanent)', true],
    ['"Hatch is stuck" (NOTE, permanent): The hatch does not move.', true],
    ['Hatch is stuck (NOTE, permanent)', true],
    ['Hatch', false],
    ['Hatch is stuck fast', false],
    ['Hatch is not stuck', false],
    ['the hatch (rusty) is stuck', false],
    ['lid is shut', false],
    ['...', false],
  ])('the title of an earlier memory written as %s is found: %s', async (named, isFound) => {
    const script = () =>
      nothing({ invalidate_memory_titles: [named], invalidation_reason: 'It moved.' });
    const { manager } = world({ script });
    // Of two titles that differ in nothing else none is meant.
    for (const title of ['Hatch is stuck', 'Lid is shut', 'Lid is "shut"', '!'])
      await manager.addMemory(at(79), 'Quay', memory({ title }));
    await manager.learn(turn(2, 'pull', { score: 1 }), context());
    const left = manager.getMemories(at(79)).map(({ title }) => title);
    expect(left).toHaveLength(isFound ? 3 : 4);
    expect(left.includes('Hatch is stuck')).toBe(!isFound);
  });

  it('a memory that would replace its like changes nothing, and confirms a guess once', async () => {
    const script = () => lesson({ supersedes_memory_titles: ['Hatch is stuck'] });
    const { manager, file, events } = world({ script });
    const like = memory({ category: 'FAILURE', text: 'The hatch does not move by hand.' });
    await manager.addMemory(at(79), 'Quay', { ...like, status: 'TENTATIVE' });
    await manager.learn(turn(2, 'pull', { score: 1 }), context());
    expect(manager.getMemories(at(79)).map(({ status }) => status)).toEqual(['ACTIVE']);
    const { text } = file;
    await manager.learn(turn(3, 'push', { score: 1 }), context());
    expect(file.text).toBe(text);
    expect(events.at(-1)).toMatchObject({ type: 'memory-refused', reason: 'duplicate' });
  });

  it('core on a return visit becomes permanent, counted and told', async () => {
    const script = () => lesson({ persistence: 'core' });
    const { manager, file, events } = world({ script });
    await manager.learn(turn(2, 'look', { text: LONG }), context());
    expect(manager.getMemoryBreakdown(at(79))).toEqual({ core: 0, permanent: 1, ephemeral: 0 });
    expect(file.text).not.toContain('CORE');
    expect(events).toContainEqual({
      type: 'core-downgraded',
      locationId: 79,
      title: 'Hatch is stuck',
    });
    expect(manager.status().metrics).toMatchObject({ coreProposed: 1, coreValidationDowngrade: 1 });
  });
});

describe('where a memory is filed', () => {
  const enter = turn(5, 'in', { room: [203, 'Galley'], text: LONG });

  it('under the room where the action was taken, several of them too', async () => {
    const script = (_: string, call: number) => lesson({ memory_title: `Lesson ${call}` });
    const { manager } = world({ script });
    await manager.learn(enter, context({ firstVisit: true }));
    await manager.learn(
      { ...enter, turn: 9, after: { ...enter.after, text: `${LONG}.`, score: 5 } },
      context(),
    );
    expect(manager.getPersistentCount(at(79))).toBe(2);
    expect(manager.memoryCache.has(at(203))).toBe(false);
  });

  it('except what a room holds at the start, seen on entering it first: under that room', async () => {
    const { manager, questions, file } = world({ script: () => lesson({ persistence: 'core' }) });
    await manager.addMemory(at(203), 'Galley', memory({ title: 'Seen last episode' }));
    await manager.learn(enter, context({ firstVisit: true }));
    expect(manager.getMemories(at(203)).map(({ title }) => title)).toEqual([
      'Seen last episode',
      'Hatch is stuck',
    ]);
    expect(manager.memoryCache.has(at(79))).toBe(false);
    expect(file.text).toContain('## Location 203: Galley');
    expect(asked(questions[0])).toContain('Seen last episode');
  });

  it('core on entering a room again is about that room, too, and no core', async () => {
    const { manager } = world({ script: () => lesson({ persistence: 'core' }) });
    await manager.learn({ ...enter, after: { ...enter.after, score: 5 } }, context());
    expect(manager.getMemoryBreakdown(at(203))).toMatchObject({ core: 0, permanent: 1 });
    expect(manager.memoryCache.has(at(79))).toBe(false);
  });

  describe('by a model that takes everything for how a room starts', () => {
    const enters = (room: [number, string], action: string, text: string, before = 'Done.') =>
      turn(3, action, { room, text: `${text} ${LONG}` }, { text: before });
    const tells = (memory_title: string, memory_text: string) => () =>
      lesson({ persistence: 'core', memory_title, memory_text });

    it('refusals stay with the room that refused, and not with the room that the walk leads to', async () => {
      const { manager } = world({ script: tells('push anvil', 'The anvil does not move.') });
      const push = turn(2, 'push anvil', { text: 'It does not move. It is too heavy.' });
      await manager.learn(push, context());
      const walk = enters([203, 'Galley'], 'east', 'Galley\nA stove is here.');
      await manager.learn(walk, context({ recent: [push] }));
      expect(manager.getMemoryBreakdown(at(79))).toMatchObject({ core: 0, permanent: 1 });
      expect(manager.memoryCache.has(at(203))).toBe(false);
    });

    it('what killed stays where it killed, wherever the player is alive again', async () => {
      const script: Script = (question) =>
        question.includes('What does this room start with?')
          ? nothing()
          : tells('Ogre kills', 'Its club kills at once.')();
      const { manager, events } = world({ script });
      const text = 'The ogre lifts its club. You are dead.\n\nMeadow\nGrass, and a cow.';
      const record = enters([203, 'Meadow'], 'hit ogre', text, 'Cave\nAn ogre with a club.');
      const died = { ...record, after: { ...record.after, died: true } };
      await manager.learn(died, context({ firstVisit: true }));
      expect(manager.getMemoryBreakdown(at(79))).toMatchObject({ core: 0, permanent: 1 });
      expect(manager.memoryCache.has(at(203))).toBe(false);
      expect(events.map(({ type }) => type)).toContain('core-downgraded');
    });

    it.each([
      ['Nest on a beam', 'A ring lies in the nest; the jackdaw brings things there.', 'core'],
      ['Jackdaw by a nest', 'The jackdaw sits on a nest.', 'permanent'],
      ["The jackdaw's nest on a beam", 'A ring lies in it.', 'core'],
      ['A statue of the jackdaw', 'It stands on a block.', 'core'],
    ])('"%s" where somebody walks about is %s', async (title, text, persistence) => {
      const { manager } = world({ script: tells(title, text) });
      const objects = [thing(9, 'jackdaw', 'animate')];
      const met = turn(2, 'look', { objects }, { objects });
      await manager.learn(met, context());
      const walk = enters([203, 'Loft'], 'up', 'Loft\nA ring lies in a nest on a beam.');
      await manager.learn(walk, context({ firstVisit: true, recent: [met] }));
      expect(manager.getMemories(at(203))).toMatchObject([{ title, persistence }]);
    });

    it.each([
      ['A cow grazes', 'A cow grazes in the meadow.', 203],
      ['Gate creaks', 'The gate is rusty; behind it a cow grazes in the meadow.', 203],
      ['Gate creaks', 'The rusty gate of the quay opens to the north.', 79],
      ['Nothing to see', 'Nothing is here.', 203],
    ])('"%s: %s" is filed under the room that it tells of', async (title, text, room) => {
      const { manager } = world({ script: tells(title, text) });
      const from = 'Quay\nA rusty gate leads north.';
      const walk = enters([203, 'Meadow'], 'north', 'Meadow\nA cow grazes here.', from);
      await manager.learn(walk, context({ firstVisit: true }));
      expect([...manager.memoryCache.keys()]).toEqual([room]);
      expect(manager.getMemoryBreakdown(at(room)).core).toBe(room === 203 ? 1 : 0);
    });
  });

  describe('the opening text', () => {
    it('gives it whatever stands before the name of the room', async () => {
      const script = () =>
        lesson({ persistence: 'core', memory_title: 'Barnacle', memory_text: 'A tale of tides.' });
      const { manager } = world({ script });
      const text = `BARNACLE, a tale of tides.\n\nQuay\nA pier. ${LONG}`;
      await manager.learn(turn(1, 'wait', {}, { text }), context({ firstVisit: true }));
      expect(manager.getMemoryBreakdown(at(79)).core).toBe(1);
    });

    const first = (text: string) =>
      turn(1, 'east', { room: [203, 'Galley'], text: LONG }, { text });
    const isOpening = (question: string) => question.includes('(the game begins)');
    const script: Script = (question) =>
      lesson({ persistence: 'core', memory_title: isOpening(question) ? 'Start' : 'Entered' });

    it('gives the room where the player begins its core memory, once', async () => {
      const { manager, questions, file } = world({ script });
      await manager.learn(first(LONG), context({ firstVisit: true }));
      expect(asked(questions[0])).toContain('| A long answer that tells');
      expect(asked(questions[0])).toContain('Visit: FIRST VISIT');
      expect(manager.getMemories(at(79))).toMatchObject([
        { title: 'Start', persistence: 'core', turns: '0' },
      ]);
      expect(manager.getMemories(at(203))).toMatchObject([
        { title: 'Entered', persistence: 'core' },
      ]);
      const again = world({ script, file });
      await again.manager.learn(first(LONG), context({ firstVisit: true, episode: 2 }));
      expect(again.questions).toEqual([]);
    });

    it.each([
      [100, 0],
      [101, 1],
    ])('of %i characters is worth %i questions', async (length, count) => {
      const { manager, questions } = world({ script: () => nothing() });
      await manager.learn(first('x'.repeat(length)), context({ firstVisit: true }));
      expect(questions.filter((one) => isOpening(asked(one)))).toHaveLength(count);
    });
  });

  it('a wrong memory of the room entered can be invalidated from outside', async () => {
    const script = () =>
      nothing({ invalidate_memory_titles: ['Dark'], invalidation_reason: 'Lit.' });
    const { manager } = world({ script });
    await manager.addMemory(at(203), 'Galley', memory({ title: 'Dark' }));
    await manager.learn(enter, context({ firstVisit: true }));
    expect(manager.getMemories(at(203))).toEqual([]);
  });
});

it('a lesson that copies the example of the question is lost, and said to be', async () => {
  const copied = { memory_title: 'Oil hinge, then pull hatch' };
  const { manager, events } = world({ script: () => lesson(copied) });
  await manager.learn(turn(3, 'pull hatch', { text: LONG, score: 5 }), context());
  await manager.conclude(context());
  expect(manager.activeMemories(at(79))).toEqual([]);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'lesson-failed', reason: expect.stringContaining('example') }),
  );
});

const REPEATED = 'it repeats a phrase of the question and says nothing of it';
const CUT = 'its title and its text are one sentence that was cut';
const FILLED = 'The hatch is very rusty and '.repeat(6);

it.each([
  ['a phrase of the question', 'The Long Gallery', 'The long gallery.', REPEATED],
  ['words of it in another order', 'The Gallery, long', 'The gallery, long.', REPEATED],
  ['a phrase with something said of it', 'The Long Gallery', 'The long gallery is cold.', null],
  ['a phrase of its own', 'The hatch is rusty', 'The hatch is rusty.', null],
  ['just below a full title', FILLED.slice(0, 118), FILLED.slice(0, 118), null],
  ['a full title', FILLED.slice(0, 119), FILLED.slice(0, 119), CUT],
  ['the end of a full title', `${FILLED.slice(0, 119)}.`, `${FILLED.slice(0, 119)}.`, null],
])('a lesson that is %s', async (_, title, text, reason) => {
  const said = { memory_title: title, memory_text: text };
  const { manager, events } = world({ script: () => lesson(said) });
  const printed = `The Long Gallery\n${LONG}`;
  await manager.learn(turn(3, 'pull hatch', { text: printed, score: 5 }), context());
  expect(manager.activeMemories(at(79))).toHaveLength(reason === null ? 1 : 0);
  const lost = events.flatMap((event) => (event.type === 'lesson-failed' ? [event.reason] : []));
  expect(lost).toEqual(reason === null ? [] : [reason]);
});
