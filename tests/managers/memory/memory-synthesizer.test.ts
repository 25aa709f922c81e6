import { describe, expect, it } from 'vitest';
import { memory } from '../../helpers/memory.ts';
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

  describe('the opening text', () => {
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
