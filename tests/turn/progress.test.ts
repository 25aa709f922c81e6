import { describe, expect, it } from 'vitest';
import { episodeStopReason } from '../../src/episode/run-episode.ts';
import { recordTurn } from '../../src/turn/record.ts';
import { learn } from '../../src/turn/learn.ts';
import { Lessons, type Learner } from '../../src/turn/lessons.ts';
import type { TurnDeps } from '../../src/turn/turn-deps.ts';
import { LIMITS, state, turn } from '../helpers/observation.ts';

function learner(completed: () => number | null): Learner {
  return { lesson: 'objectives', learn: () => Promise.resolve(), lastProgressTurn: completed };
}

async function learnt(number: number, learners: readonly Learner[], scores: [number, number]) {
  const deps = {
    managers: {
      map: { record: () => undefined, observe: () => undefined },
      context: { record: () => undefined },
      recipe: { record: () => undefined },
      frontier: { record: () => undefined },
      returns: { record: () => undefined },
    },
    lessons: new Lessons(() => undefined),
    learners,
  } as unknown as TurnDeps;
  const record = turn(number, 'wait', { score: scores[0] }, { score: scores[1] });
  return learn(recordTurn(state(), record), record, deps);
}

describe('progress', () => {
  it('is an objective completed, from the turn that completed it', async () => {
    const after = await learnt(39, [learner(() => 30)], [5, 5]);
    expect(after.progressTurn).toBe(30);
    expect(episodeStopReason({ ...after, turn: 60 }, LIMITS)).toBeNull();
    expect(episodeStopReason({ ...after, turn: 70 }, LIMITS)?.reason).toBe('stuck');
  });

  it('is never moved back by an older completion', async () => {
    expect((await learnt(39, [learner(() => 30)], [5, 6])).progressTurn).toBe(39);
  });

  it('is none while no objective is completed, whatever score an episode starts with', async () => {
    expect((await learnt(39, [learner(() => null)], [35, 35])).progressTurn).toBe(0);
    const other: Learner = { lesson: 'memory', learn: () => Promise.resolve() };
    expect((await learnt(39, [other], [35, 35])).progressTurn).toBe(0);
  });
});

describe('what a lesson finds', () => {
  it.each([
    ['counts before the next request where that waits for it', true, true],
    ['else counts one request later', false, false],
  ])('%s', async (_, isAwaited, isFound) => {
    let found = false;
    const plans: Learner = {
      lesson: 'objectives',
      isAwaited: () => isAwaited,
      async learn() {
        await new Promise((resolve) => setImmediate(resolve));
        found = true;
      },
    };
    await learnt(20, [plans], [5, 5]);
    expect(found).toBe(isFound);
  });
});
