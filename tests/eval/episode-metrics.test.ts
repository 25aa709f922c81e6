import { expect, test } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { measureEpisode, type PlayedEpisode } from '../../src/eval/episode-metrics.ts';
import { thing, turn } from '../helpers/observation.ts';

const NOTHING_YET = { failures: new Set<string>(), visited: new Set<number>() };

const room = (id: number) => ({ location: { id: locationId(id), name: `Room ${id}` } });

/** The player tries something in a room and nothing comes of it; the game counts a move. */
const failure = (number: number, action: string, id = 1) =>
  turn(number, action, { ...room(id), moves: number }, { moves: number + 1 });

function played(turns: readonly TurnRecord[], rooms: readonly number[] = []): PlayedEpisode {
  return {
    summary: {
      schemaVersion: 1,
      episode: 1,
      story: 'ZCODE-1-000000',
      seed: 1,
      exits: 'probed',
      names: 'plain',
      startedAt: null,
      run: null,
      model: 'offline',
      turns: turns.length,
      recipeTurns: 0,
      moves: turns.length,
      score: turns.at(-1)?.after.score ?? 0,
      maxScore: 100,
      stopReason: 'max-turns',
      stopDetail: '',
      locationsVisited: 1,
      memoriesAdded: 0,
      inventionsRefused: 0,
      lessonsLost: 0,
      changesRefused: 0,
      modelCalls: 0,
      promptTokens: 300,
      completionTokens: 100,
      cachedTokens: 0,
      costUsd: null,
      rejections: 1,
      overrides: 0,
      repeatedFailureRate: 0,
      durationMs: 1,
      directory: 'episodes/0001',
    },
    turns,
    calls: [],
    believed: rooms.map((room) => ({ room, verdict: 'untried' as const })),
    exam: { questions: turns.length, stored: 1 },
  };
}

test('a failure is repeated when the same action failed in the same room in any earlier episode', () => {
  const first = measureEpisode(
    NOTHING_YET,
    played([failure(1, 'push wall'), failure(2, 'Push  wall'), failure(3, 'push wall', 2)]),
    [],
  );
  expect(first.metrics.repeatedFailureRate).toBeCloseTo(1 / 3);
  const second = measureEpisode(
    first.history,
    played([failure(1, 'push wall'), failure(2, 'pull wall')]),
    [],
  );
  expect(second.metrics.repeatedFailureRate).toBe(0.5);
  expect(second.metrics.wastedRate).toBe(1);
});

test('what is done in vain to somebody who acts is wasted and no repeated failure', () => {
  const troll = { objects: [thing(7, 'troll', 'animate')] };
  const blow = (number: number) =>
    turn(number, 'attack troll', { ...room(1), ...troll }, { ...room(1), ...troll });
  const { metrics } = measureEpisode(
    NOTHING_YET,
    played([blow(1), blow(2), failure(3, 'push wall'), failure(4, 'push wall')]),
    [],
  );
  expect(metrics.repeatedFailureRate).toBe(0.25);
  expect(metrics.wastedRate).toBe(1);
});

test('looking around is no failure, and what failed once but works now is none either', () => {
  const works = turn(2, 'push wall', room(1), { scene: 'opened' });
  const { metrics } = measureEpisode(
    NOTHING_YET,
    played([failure(1, 'push wall'), works, failure(3, 'look'), failure(4, 'look')]),
    [],
  );
  expect(metrics.repeatedFailureRate).toBe(0);
  expect(metrics.wastedRate).toBe(0.25);
});

test('the parser rejected what cost no move and changed nothing', () => {
  const refused = turn(1, 'xyzzy', { ...room(1), moves: 5 }, { moves: 5 });
  const taken = turn(2, 'take lamp', { ...room(1), moves: 5 }, { moves: 5, scene: 'taken' });
  const { metrics } = measureEpisode(NOTHING_YET, played([refused, taken, failure(3, 'jump')]), []);
  expect(metrics.parserRejectionRate).toBeCloseTo(1 / 3);
});

test('coverage is of all rooms of the store, over its episodes', () => {
  const walk = turn(1, 'north', room(1), room(2));
  const first = measureEpisode(NOTHING_YET, played([walk], [1]), []);
  expect(first.metrics.memoryCoverage).toBe(0.5);
  const on = measureEpisode(
    first.history,
    played([turn(1, 'up', room(1), room(3))], [1, 3, 9]),
    [],
  );
  expect(on.metrics.memoryCoverage).toBeCloseTo(2 / 3);
  expect(measureEpisode(NOTHING_YET, played([walk]), []).metrics.memoryCoverage).toBeNull();
});

test('the best score is the highest of any turn, as a share of the most possible', () => {
  const won = turn(1, 'take egg', { ...room(1), score: 0 }, { score: 20, scene: 'b' });
  const lost = turn(2, 'jump', { ...room(1), score: 20 }, { score: 10, died: true });
  const { metrics } = measureEpisode(NOTHING_YET, played([won, lost]), []);
  expect(metrics).toMatchObject({ score: 10, highScore: 20, normalisedScore: 0.2, deaths: 1 });
});

test('model calls are counted for each point won above the opening, and for none where nothing was won', () => {
  const call = { role: 'agent', messages: [] } as unknown as PlayedEpisode['calls'][number];
  const calls = Array.from({ length: 6 }, () => call);
  const perPoint = (score: number) => {
    const won = turn(1, 'take egg', { ...room(1), score: 2 }, { score, scene: 'b' });
    return measureEpisode(NOTHING_YET, { ...played([won]), calls }, []).metrics.callsPerPoint;
  };
  expect([2, 3, 14].map(perPoint)).toEqual([null, 6, 0.5]);
});

test('milestones are found in the opening and after each turn, and tokens count per turn', () => {
  const milestones = [
    { id: 'start', state: { kind: 'at', room: 1 } },
    { id: 'up', state: { kind: 'at', room: 3 } },
    { id: 'never', state: { kind: 'at', room: 4 } },
  ] as const;
  const { metrics } = measureEpisode(
    NOTHING_YET,
    played([turn(1, 'wait', room(1), {}), turn(2, 'up', room(1), room(3))]),
    milestones,
  );
  expect(metrics.reached).toEqual([
    { id: 'start', turn: 0 },
    { id: 'up', turn: 2 },
  ]);
  expect(metrics).toMatchObject({ tokensPerTurn: 200, rejectionsPerTurn: 0.5, locations: 2 });
});

test('two episodes have the same course exactly when rooms and actions are the same', () => {
  const course = (action: string, id: number) =>
    measureEpisode(NOTHING_YET, played([failure(1, action, id)]), []).metrics.course;
  expect(course('jump', 1)).toBe(course('jump', 1));
  expect(new Set([course('jump', 1), course('jump', 2), course('wave', 1)]).size).toBe(3);
});

test('the exam of an episode is the share of its questions whose answer is stored', () => {
  const { metrics } = measureEpisode(
    NOTHING_YET,
    played([failure(1, 'push'), failure(2, 'pull')]),
    [],
  );
  expect(metrics.storedShare).toBe(0.5);
  expect(measureEpisode(NOTHING_YET, played([]), []).metrics.storedShare).toBeNull();
});
