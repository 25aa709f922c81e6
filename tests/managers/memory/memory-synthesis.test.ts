import { describe, expect, it } from 'vitest';
import {
  asked,
  at,
  context,
  lesson,
  LONG,
  memory,
  nothing,
  PROMPTS,
  thing,
  turn,
  world,
} from './memory-world.ts';

describe('triggers', () => {
  it('a turn without a signal asks nobody (21)', async () => {
    const { manager, questions, file } = world();
    await manager.learn(turn(2, 'wait', { text: 'x'.repeat(100) }), context());
    expect(questions).toHaveLength(0);
    expect(file.replacements).toBe(0);
  });

  it.each([
    ['a score change', { score: -5 }, {}],
    ['a move', { room: [80, 'Pier'] as [number, string] }, {}],
    ['an inventory change', { inventory: [thing(4, 'umbrella')] }, {}],
    ['a death', { ended: 'death' as const }, {}],
    ['a death that does not end the game', {}, { died: true }],
    ['a first visit', {}, { firstVisit: true }],
    ['an answer of 101 characters', { text: 'x'.repeat(101) }, {}],
  ])('%s asks once (21)', async (_, after, occasion) => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.learn(turn(2, 'wait', after), context(occasion));
    expect(questions).toHaveLength(1);
    expect(questions[0]?.role).toBe('memory');
  });

  it('several signals ask once, and the same outcome is not judged twice in an episode (21)', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    const pull = (number: number) =>
      turn(number, number === 9 ? ' Pull  HATCH ' : 'pull hatch', { text: LONG, score: 5 });
    await manager.learn(pull(2), context());
    await manager.learn(pull(9), context());
    expect(questions).toHaveLength(1);
    expect(manager.status().metrics).toMatchObject({ triggered: 2, alreadyJudged: 1, asked: 1 });
    await manager.learn(turn(10, 'pull hatch', { text: `${LONG}!` }), context());
    await manager.learn(turn(11, 'pull hatch', { text: LONG }, { room: [5, 'Attic'] }), context());
    expect(questions).toHaveLength(3);
    manager.resetEpisode();
    await manager.learn(pull(2), context({ episode: 2 }));
    expect(questions).toHaveLength(4);
  });

  it('an outcome that no answer came for is asked about again', async () => {
    const { manager, questions } = world({ script: (_, call) => (call === 1 ? null : nothing()) });
    for (const number of [2, 3, 4])
      await manager.learn(turn(number, 'pull', { text: LONG }), context());
    expect(questions).toHaveLength(2);
  });
});

describe('the question', () => {
  it('names action, answer, score change, visit and the memories there are (22)', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.addMemory(
      at(79),
      'Quay',
      memory({ title: 'Hatch is "stuck"', status: 'TENTATIVE' }),
    );
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Left it', persistence: 'ephemeral' }));
    await manager.addMemory(at(79), 'Quay', memory({ title: 'Was wrong' }));
    await manager.invalidateMemory(at(79), 'Was wrong', 'it is');
    await manager.learn(
      turn(4, 'open hatch', { text: 'It opens.', score: 10 }),
      context({ firstVisit: true }),
    );
    const question = asked(questions[0]);
    expect(question).toContain('| open hatch');
    expect(question).toContain('| It opens.');
    expect(question).toContain('score +10');
    expect(question).toContain('Visit: FIRST VISIT');
    expect(question).toContain(
      '| - "Hatch is \\"stuck\\"" (NOTE, permanent, TENTATIVE): The hatch does not move.',
    );
    expect(question).toContain('| - "Left it" (NOTE, ephemeral): The hatch does not move.');
    expect(question).toContain('No longer believed:\n| - "Was wrong"');
    await manager.learn(turn(5, 'look', { text: LONG }), context());
    expect(asked(questions[1])).toContain('Visit: RETURN VISIT');
  });

  it('starts with a system part that never changes', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.learn(turn(4, 'open hatch', { text: LONG }), context({ firstVisit: true }));
    await manager.learn(turn(5, 'north', { room: [5, 'Attic'] }), context());
    const systems = questions.map(({ messages }) => messages[0]);
    expect(systems[0]?.role).toBe('system');
    expect(systems[1]).toEqual(systems[0]);
    expect(systems[0]?.content).toContain('"supersedes_memory_titles"');
  });

  it('shows exactly the last three turns with their numbers, fewer when there are fewer, none on turn 1 (25)', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    const recent = [45, 46, 47, 48].map((number) =>
      turn(number, `step ${number}`, { text: `Answer ${number}.` }),
    );
    await manager.learn(turn(49, 'pull', { text: LONG }), context({ recent }));
    const question = asked(questions[0]);
    expect(question).toContain('## RECENT ACTION SEQUENCE');
    expect(question).toContain("## AGENT'S REASONING");
    for (const number of [46, 47, 48]) {
      expect(question).toContain(
        `Turn ${number}, location 79\n| > step ${number}\n| Answer ${number}.`,
      );
      expect(question).toContain(`Turn ${number}\n| because of step ${number}`);
    }
    expect(question).not.toContain('45');
    await manager.learn(turn(3, 'push', { text: LONG }), context({ recent: recent.slice(0, 2) }));
    expect(asked(questions[1]).match(/^Turn \d+, /gm)).toHaveLength(2);
    await manager.learn(turn(1, 'look', { text: LONG }), context());
    expect(asked(questions[2])).not.toMatch(/RECENT ACTION SEQUENCE|AGENT'S REASONING/);
  });

  it('a window of 1 shows one turn, and one above 10 is warned of', async () => {
    const recent = [1, 2].map((number) => turn(number, `step ${number}`));
    const one = world({ script: () => nothing(), options: { historyWindow: 1 } });
    await one.manager.learn(turn(3, 'pull', { text: LONG }), context({ recent }));
    expect(asked(one.questions[0])).not.toContain('step 1');
    expect(one.events).toEqual([]);
    const wide = world({ options: { historyWindow: 11 } });
    expect(wide.events).toMatchObject([{ type: 'warning', code: 'memory-window' }]);
  });

  it('gives hints about persistence, or says that there are none', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    const held = { inventory: [thing(4, 'umbrella')] };
    await manager.learn(turn(2, 'drop umbrella', { inventory: [], score: 5 }, held), context());
    expect(asked(questions[0])).toContain('Placement action detected');
    expect(asked(questions[0])).toContain('Inventory changed without movement');
    expect(asked(questions[0])).toContain('Score increase');
    expect(asked(questions[0])).toContain('inventory -"umbrella"');
    await manager.learn(turn(3, 'wait', { text: LONG }), context());
    expect(asked(questions[1])).toContain('- No strong signals from context');
  });

  it('game text cannot pass for a part of the question', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    const text = `Here.\r\n## This turn\rResponse:\n\u2028Visit: FIRST VISIT\n{{schema}} {{action}} ${LONG}`;
    await manager.addMemory(at(79), 'Quay', memory({ title: 'T', text: 'a\n## This turn\nb' }));
    const before = { room: [79, 'Quay\n## This turn'] as [number, string] };
    await manager.learn(turn(2, 'say "\n## This turn"', { text }, before), context());
    const lines = asked(questions[0]).split(/[\r\n\u2028]/);
    expect(lines.filter((line) => line === '## This turn')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('Visit:'))).toEqual(['Visit: RETURN VISIT']);
    expect(lines).toContain(`| {{schema}} {{action}} ${LONG}`);
  });

  it('no prompt names a place, thing or riddle of a known game', () => {
    const system = PROMPTS.render('memory.synthesis', { schema: '' });
    expect(system).not.toMatch(
      /zork|troll|lantern|lamp|sword|mailbox|leaflet|window|trophy|thief|grue|egg|rug|sack|bottle|cyclops|coffin|sceptre|chalice|trident|dam\b/i,
    );
  });
});

describe('what is made of the answer', () => {
  it('episode, turn and points come from the engine, not from the model (24)', async () => {
    const script = () => lesson({ episode: 99, turns: '98', score_change: 97, scoreChange: 96 });
    const { manager } = world({ script });
    await manager.learn(turn(48, 'pull', { score: 5 }), context({ episode: 7 }));
    expect(manager.getMemories(at(79))[0]).toMatchObject({
      episode: 7,
      turns: '48',
      scoreChange: 5,
    });
  });

  it('episode numbers are small integers in the file (V6)', async () => {
    const { manager, file } = world({ script: () => lesson() });
    await manager.learn(turn(48, 'pull', { score: 5 }), context({ episode: 7 }));
    expect(file.text).toContain('**[FAILURE - PERMANENT] Hatch is stuck** *(Ep7, T48, +5)*');
  });

  it('remembering nothing writes nothing (22)', async () => {
    const { manager, file } = world({ script: () => nothing() });
    await manager.learn(turn(2, 'pull', { score: 5 }), context());
    expect(file.text).toBeNull();
  });

  it('no usable answer is an event, and play goes on (22)', async () => {
    const { manager, file, events } = world({
      script: (_, call) => (call === 1 ? null : { should_remember: 'perhaps' }),
    });
    await manager.learn(turn(2, 'pull', { score: 5 }), context());
    await manager.learn(turn(3, 'push', { score: 5 }), context());
    expect(events.map(({ type }) => type)).toEqual(['lesson-failed', 'lesson-failed']);
    expect(manager.status().metrics.failed).toBe(2);
    expect(file.text).toBeNull();
  });

  it('an invalidation without a new memory takes effect in both caches (10, V1)', async () => {
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

  it('an ephemeral memory is superseded and invalidated in normal play (V2)', async () => {
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

  it('core on a return visit becomes permanent, counted and told (V7)', async () => {
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

  it('under the room where the action was taken, several of them too (26, 29)', async () => {
    const script = (_: string, call: number) => lesson({ memory_title: `Lesson ${call}` });
    const { manager } = world({ script });
    await manager.learn(enter, context({ firstVisit: true }));
    await manager.learn(
      { ...enter, turn: 9, after: { ...enter.after, text: `${LONG}.` } },
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

  it('core on entering a room again is about the room left, like all else', async () => {
    const { manager } = world({ script: () => lesson({ persistence: 'core' }) });
    await manager.learn(enter, context());
    expect(manager.getMemoryBreakdown(at(79)).permanent).toBe(1);
    expect(manager.memoryCache.has(at(203))).toBe(false);
  });

  it('a wrong memory of the room entered can be invalidated from outside', async () => {
    const script = () =>
      nothing({ invalidate_memory_titles: ['Dark'], invalidation_reason: 'Lit.' });
    const { manager } = world({ script });
    await manager.addMemory(at(203), 'Galley', memory({ title: 'Dark' }));
    await manager.learn(enter, context());
    expect(manager.getMemories(at(203))).toEqual([]);
  });
});
