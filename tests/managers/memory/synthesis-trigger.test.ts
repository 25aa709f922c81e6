import { describe, expect, it } from 'vitest';
import { memory } from '../../helpers/memory.ts';
import { asked, at, context, lesson, LONG, nothing, thing, turn, world } from './memory-world.ts';

describe('triggers', () => {
  it('a turn without a signal asks nobody', async () => {
    const { manager, questions, file } = world();
    await manager.learn(turn(2, 'wait', { text: 'x'.repeat(100) }), context());
    expect(questions).toHaveLength(0);
    expect(file.replacements).toBe(0);
  });

  it.each([
    ['a score change', { score: -5 }, {}],
    ['a move to a new room', { room: [80, 'Pier'] as [number, string] }, { firstVisit: true }],
    ['an inventory change', { inventory: [thing(4, 'umbrella')] }, {}],
    ['a death', { ended: 'death' as const }, {}],
    ['a death that does not end the game', {}, { died: true }],
    ['an answer of 101 characters', { text: 'x'.repeat(101) }, {}],
  ])('%s asks once', async (_, after, occasion) => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.learn(turn(2, 'wait', after), context(occasion));
    expect(questions).toHaveLength(1);
    expect(questions[0]?.role).toBe('memory');
  });

  it('several signals ask once, and the same outcome is not judged twice in an episode', async () => {
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

  it('a walk to a known room asks nothing, but dying on the walk does', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    const walk = (number: number, text: string, died = false) =>
      manager.learn(turn(number, 'east', { room: [80, 'Pier'], text }), context({ died }));
    await walk(2, 'Pier. A gull.');
    await walk(4, `Pier. Two gulls. ${LONG}`);
    expect(questions).toHaveLength(0);
    await walk(6, 'Pier. The gulls eat you.', true);
    expect(questions).toHaveLength(1);
  });

  it.each([
    ['nothing is remembered', null, 1],
    ['something other than its start is remembered', memory({ persistence: 'permanent' }), 1],
    ['its start is remembered', memory({ persistence: 'core' }), 0],
    ['its start was remembered wrongly', memory({ persistence: 'core', status: 'SUPERSEDED' }), 1],
  ])('the first walk of an episode to a room of which %s', async (_, known, asks) => {
    const { manager, questions } = world({ script: () => nothing() });
    if (known !== null) await manager.addMemory(at(80), 'Pier', known);
    await manager.learn(
      turn(2, 'east', { room: [80, 'Pier'], text: LONG }),
      context({ firstVisit: true }),
    );
    expect(questions).toHaveLength(asks);
  });

  it('an outcome that no answer came for is asked about again', async () => {
    const { manager, questions } = world({ script: (_, call) => (call === 1 ? null : nothing()) });
    for (const number of [2, 3, 4])
      await manager.learn(turn(number, 'pull', { text: LONG }), context());
    expect(questions).toHaveLength(2);
  });

  const OGRE = { ...thing(7, 'ogre'), inside: null, held: false, traits: ['animate' as const] };
  const MET = { objects: [OGRE] };

  it.each<[string, Parameters<typeof turn>, number]>([
    ['somebody comes', [2, 'wait', MET, { objects: [] }], 1],
    ['somebody stays', [2, 'wait', MET, MET], 0],
    ['somebody answers', [2, 'ask ogre about gold', { text: 'He grunts.' }, MET], 1],
    ['somebody says why', [2, 'give coin to ogre', { text: '"Give me gold."' }, MET], 1],
    ['the parser asks', [2, 'ask ogre about it', { text: 'Which gold do you mean?' }, MET], 0],
    ['nobody is there to answer', [2, 'say hello', { text: 'Hello.' }, {}], 0],
    ['a thing is gone', [2, 'wait', { inventory: [] }, { inventory: [thing(4, 'coin')] }], 1],
    ['it was laid down', [2, 'drop coin', { inventory: [] }, { inventory: [thing(4, 'coin')] }], 0],
  ])(
    'where %s, the count of questions is right',
    async (_, [number, action, after, before], asks) => {
      const { manager, questions } = world({ script: () => nothing() });
      await manager.learn(turn(number, action, after, before), context());
      expect(questions).toHaveLength(asks);
    },
  );

  it('nobody is asked about a character or an answer that is known', async () => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.addMemory(at(79), 'Quay', memory({ title: 'The ogre comes and goes' }));
    const says = (number: number) =>
      turn(number, 'ask ogre about gold', { text: 'He grunts.' }, MET);
    await manager.learn(turn(2, 'wait', MET, { objects: [] }), context());
    await manager.learn(says(4), context({ recent: [says(3)] }));
    expect(questions).toHaveLength(0);
  });

  it.each([
    ['remembers it', memory({ category: 'SUCCESS', title: 'Pull hatch', scoreChange: 5 }), 0],
    [
      'remembers other points',
      memory({ category: 'SUCCESS', title: 'Pull hatch', scoreChange: 2 }),
      1,
    ],
    [
      'is not sure of it',
      memory({ category: 'SUCCESS', title: 'Pull hatch', status: 'TENTATIVE' }),
      1,
    ],
    [
      'remembers another command',
      memory({ category: 'SUCCESS', title: 'Push hatch', text: '' }),
      1,
    ],
    ['remembers that it fails', memory({ category: 'FAILURE', title: 'pull hatch' }), 1],
  ])('points are asked about unless a memory of the room %s', async (_, known, asks) => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.addMemory(at(79), 'Quay', known);
    await manager.learn(turn(2, 'pull the hatch', { score: 5 }), context());
    expect(questions).toHaveLength(asks);
  });

  it('a question shows what the one before it taught', async () => {
    const { manager, questions } = world({
      script: (question) =>
        lesson({
          memory_title: question.includes('does this room start') ? 'Start' : 'Climbing scores',
        }),
    });
    const refused = turn(2, 'push wall', { text: 'It stays.' });
    await manager.learn(refused, context());
    const climb = turn(3, 'up', { room: [80, 'Loft'], score: 5, scene: 'loft' });
    await manager.learn(climb, context({ firstVisit: true, recent: [refused] }));
    expect(questions.map((one) => asked(one).split('\n').at(-1))).toEqual([
      'What have these refusals taught?',
      'What has this turn taught?',
      'What does this room start with?',
    ]);
    expect(asked(questions[1])).toContain('| - "Climbing scores"');
    expect(asked(questions[1])).toContain('Visit: FIRST VISIT, asked about next');
  });
});
