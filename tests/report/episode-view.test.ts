import { expect, test } from 'vitest';
import { episodeView } from '../../src/report/episode-view.ts';
import { transcriptSection } from '../../src/report/turn-sections.ts';
import type { EpisodeData } from '../../src/report/load-episode.ts';
import type { RecordedTurn } from '../../src/records/recorded-turn.ts';
import { agentCall, episodeOf, failedCall, sight, turnOf } from './scene.ts';

const words = (field: string) => field;

function turnWith(turn: number, change: Partial<RecordedTurn>): RecordedTurn {
  return { ...turnOf(turn, words), ...change };
}

function accepted(turn: number): RecordedTurn {
  const { decision, ...rest } = turnOf(turn, words);
  return { ...rest, decision: { ...decision, judged: decision.judged.slice(1) } };
}

function episodeWith(change: Partial<EpisodeData>): EpisodeData {
  return { ...episodeOf(1, 0, words), calls: [], failedLessons: [], ...change };
}

test('an episode that was killed is told from its turns', () => {
  const view = episodeView(
    episodeWith({ summary: null, turns: [turnOf(1, words), turnOf(2, words), turnOf(20, words)] }),
  );
  expect(view).toMatchObject({ stopReason: 'unfinished', score: 5, maxScore: 100, rooms: 5 });
});

test('an episode that was killed before its first turn is shown without numbers', () => {
  const view = episodeView(episodeWith({ summary: null, manifest: null }));
  expect(view).toMatchObject({ model: 'unknown', score: null, turns: [], points: [], path: [] });
});

test('deaths, victories and score changes are marked where they happened', () => {
  const before = sight(words, 1, 10);
  const view = episodeView(
    episodeWith({
      turns: [
        turnWith(1, { before, after: sight(words, 1, 15) }),
        turnWith(2, { before, after: sight(words, 1, 10) }),
        turnWith(3, { before, after: sight(words, 1, 7) }),
        turnWith(4, { before, after: { ...sight(words, 1, 0), ended: 'death' } }),
      ],
    }),
  );
  expect(view.marks.map(({ turn, kind, change }) => [turn, kind, change])).toEqual([
    [1, 'gain', 5],
    [3, 'loss', -3],
    [4, 'death', -10],
  ]);
});

test('the path holds each room as often as it was entered', () => {
  const [a, b] = [sight(words, 0, 0), sight(words, 9, 0)];
  const view = episodeView(
    episodeWith({
      turns: [
        turnWith(1, { before: a, after: b }),
        turnWith(2, { before: b, after: b }),
        turnWith(3, { before: b, after: a }),
      ],
    }),
  );
  expect(view.path).toEqual([0, 9, 0]);
});

test('a call belongs to the turn it was asked for, and one that does not say it to the turn going on', () => {
  const calls = [agentCall(1, words), failedCall(words), agentCall(2, words), agentCall(2, words)];
  const { turns } = episodeView(episodeWith({ calls }));
  expect(turns.map(({ turn, calls: own }) => [turn, own.map(({ role }) => role)])).toEqual([
    [1, ['agent', 'memory']],
    [2, ['agent', 'agent']],
  ]);
});

test('a turn whose model gave no action is there, without a record', () => {
  const { turns } = episodeView(
    episodeWith({ turns: [accepted(1)], calls: [agentCall(1, words), agentCall(2, words)] }),
  );
  expect(turns.map(({ turn, record }) => [turn, record === null])).toEqual([
    [1, false],
    [2, true],
  ]);
});

test('a turn is called by the worst that happened in it', () => {
  const overridden = {
    ...turnOf(3, words),
    decision: { ...turnOf(3, words).decision, overridden: true },
  };
  const { turns } = episodeView(
    episodeWith({
      turns: [accepted(1), turnOf(2, words), overridden, turnOf(4, words), turnOf(5, words)],
      calls: [agentCall(4, words), agentCall(5, words), failedCall(words)],
      failedLessons: [
        { turn: 4, lesson: 'memory', reason: 'no answer' },
        { turn: 5, lesson: 'memory', reason: 'no answer' },
      ],
    }),
  );
  expect(turns.map(({ condition }) => condition)).toEqual([
    'fine',
    'rejected',
    'overridden',
    'lesson-failed',
    'call-failed',
  ]);
});

test('tokens and cost are those of the calls that were answered', () => {
  const calls = [agentCall(1, words), agentCall(2, words), failedCall(words)];
  const { usage } = episodeView(episodeWith({ calls }));
  expect(usage).toEqual({
    promptTokens: 2000,
    completionTokens: 200,
    cachedTokens: 1000,
    reasoningTokens: 80,
    costUsd: 0.002,
  });
});

test('the transcript tells the score under the turns that changed it, and under no other', () => {
  const scores = [10, 15, 15, 12];
  const turns = scores.slice(1).map((score, index) => {
    const before = sight(words, 1, scores[index] ?? 0);
    return turnWith(index + 1, { before, after: sight(words, 1, score) });
  });
  const text = String(transcriptSection(episodeView(episodeWith({ turns }))));
  expect(text.match(/<p class="points">[^<]*/g)).toEqual([
    '<p class="points">Score 15 (+5 points)',
    '<p class="points">Score 12 (-3 points)',
  ]);
});
