import { describe, expect, it } from 'vitest';
import { memory } from '../../helpers/memory.ts';
import { at, context, LONG, nothing, thing, turn, world } from './memory-world.ts';

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
});
