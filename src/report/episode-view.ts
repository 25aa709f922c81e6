import { isDeath, scoreChange } from '../domain/turn-effect.ts';
import type { ManifestFacts } from '../records/manifest.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { EpisodeData } from './load-episode.ts';
import { sum, group } from 'd3-array';
import type { CallRecord } from '../model/call-record.ts';
import type { Usage } from '../model/model.ts';
import { type RecordedTurn } from '../records/recorded-turn.ts';
import { foundWords, knownSum } from './wording.ts';

export type ScorePoint = Readonly<Record<'turn' | 'score', number>>;

/** A turn that a reader looks for: points won or lost, or the end of the game. */
export interface TurnMark extends ScorePoint {
  readonly kind: 'gain' | 'loss' | 'death' | 'victory';
  readonly change: number;
  readonly action: string;
}

export type EpisodeView = Readonly<ReturnType<typeof episodeView>>;

export function episodeView(episode: EpisodeData) {
  return {
    ...episodeViewFacts(episode),
    turns: turnViews(episode),
    // From turn 0 on. Empty if the story keeps no score.
    points: pointsOf(episode.turns),
    marks: episode.turns.flatMap(markOf),
    // Rooms in the order they were entered.
    path: pathOf(episode.turns),
    packed: episode.packed,
  };
}

function pointsOf(turns: readonly RecordedTurn[]): ScorePoint[] {
  const opening = turns[0]?.before.score ?? null;
  const points = turns.flatMap(({ turn, after }) =>
    after.score === null ? [] : [{ turn, score: after.score }],
  );
  return opening === null ? points : [{ turn: 0, score: opening }, ...points];
}

function markOf(record: RecordedTurn): TurnMark[] {
  const { turn, before, after, decision } = record;
  const score = after.score ?? 0;
  const change = scoreChange({ before, after });
  const { action } = decision;
  if (isDeath(record)) return [{ kind: 'death', turn, score, change, action }];
  if (after.ended === 'victory') return [{ kind: 'victory', turn, score, change, action }];
  if (change === 0) return [];
  return [{ kind: change > 0 ? 'gain' : 'loss', turn, score, change, action }];
}

function pathOf(turns: readonly RecordedTurn[]): number[] {
  const [first] = turns;
  if (first === undefined) return [];
  const rooms = [first.before.location.id];
  for (const { after } of turns) {
    if (after.location.id !== rooms.at(-1)) rooms.push(after.location.id);
  }
  return rooms;
}

/** The facts of a whole episode: from its summary, or without one, from its manifest and turns. */
export type EpisodeFacts = Readonly<ReturnType<typeof episodeViewFacts>>;

export function episodeViewFacts(episode: EpisodeData) {
  const { number, manifest, summary } = episode;
  const counted = summary === null ? unfinished(episode) : finished(summary);
  return {
    number,
    ...counted,
    // When its run began; the episodes of a run share it. Null if unknown.
    run: summary?.run ?? manifest?.run ?? null,
    // ISO 8601. Empty if the manifest is missing.
    startedAt: summary?.startedAt ?? manifest?.startedAt ?? '',
    // `fresh`, `persistent` or empty.
    memory: manifest?.helpedWith.memory ?? '',
    // What was played at its start without a model, and of what it is a fork. Null if unknown.
    began: manifest && beginningOf(manifest, summary),
    // What it found, in words. Empty if it was not counted.
    found: summary === null ? '' : foundWords(summary),
    // Whether it began in the middle of another.
    isFork: [manifest, summary].some((one) => one?.parent !== undefined),
    usage: usageOf(episode),
  };
}

function beginningOf({ recipe, parent }: ManifestFacts, summary: EpisodeSummary | null) {
  const room = summary?.way?.room;
  const to = room === undefined ? '' : `${room.name} (${room.id})`;
  return { turns: 0, points: 0, ...recipe, to, parent };
}

/** Undefined if it was not counted. */
function finished(summary: EpisodeSummary) {
  const { model, seed, stopReason, stopDetail, score, scoreTurn, maxScore } = summary;
  const { memoriesAdded, repeatedFailureRate, durationMs, engineSteps } = summary;
  return {
    model,
    seed: seed as number | null,
    stopReason: stopReason as string,
    stopDetail,
    turnsPlayed: summary.turns,
    score,
    // The turn that brought it to that.
    scoreTurn,
    maxScore,
    rooms: summary.locationsVisited,
    memoriesAdded: memoriesAdded as number | null,
    repeatedFailureRate: repeatedFailureRate as number | null,
    durationMs: durationMs as number | null,
    engineSteps,
  };
}

function unfinished({ manifest, turns, isRunning }: EpisodeData): ReturnType<typeof finished> {
  const last = turns.at(-1)?.after;
  const visited = turns.flatMap(({ before, after }) => [before.location.id, after.location.id]);
  return {
    model: manifest?.model ?? 'unknown',
    seed: manifest?.seed ?? null,
    stopReason: 'unfinished',
    stopDetail: isRunning ? 'It is being played.' : 'It was ended from outside.',
    turnsPlayed: turns.length,
    score: last?.score ?? null,
    scoreTurn: undefined,
    maxScore: last?.maxScore ?? null,
    rooms: new Set(visited).size,
    memoriesAdded: null,
    repeatedFailureRate: null,
    durationMs: null,
    engineSteps: undefined,
  };
}

/** Counted from the recorded calls that were paid for; from the summary if no call is recorded. */
function usageOf(episode: EpisodeData): Usage {
  const { calls, summary, packed } = episode;
  if (packed !== undefined) return packed.usage;
  const paid = paidCalls(episode);
  const usages = paid.flatMap((call) => (call.outcome === 'answered' ? [call.usage] : []));
  if (calls.length === 0 && summary !== null) {
    const { promptTokens, completionTokens, cachedTokens, costUsd } = summary;
    return { promptTokens, completionTokens, cachedTokens, reasoningTokens: 0, costUsd };
  }
  return {
    promptTokens: sum(usages, (usage) => usage.promptTokens),
    completionTokens: sum(usages, (usage) => usage.completionTokens),
    cachedTokens: sum(usages, (usage) => usage.cachedTokens),
    reasoningTokens: sum(usages, (usage) => usage.reasoningTokens),
    // Without answers there is no cost.
    costUsd: usages.length === 0 ? 0 : knownSum(usages.map((usage) => usage.costUsd)),
  };
}

/** Without those that a fork copied from its parent, which nobody paid again. */
export function paidCalls({ calls }: EpisodeData): EpisodeData['calls'] {
  return calls.filter(({ copied }) => copied !== true);
}

/** How a turn went, from good to bad. A turn with several grades has the last of them. */
export const CONDITIONS = [
  'fine',
  'rejected',
  'overridden',
  'lesson-failed',
  'call-failed',
] as const;

export type Condition = (typeof CONDITIONS)[number];

/** A turn with all its questions. The record is null if the model gave no action: the turn never happened. */
interface AskedTurn {
  readonly turn: number;
  readonly record: RecordedTurn | null;
  readonly calls: readonly CallRecord[];
}

export interface TurnView extends AskedTurn {
  readonly condition: Condition;
  /** What went wrong, one sentence each. */
  readonly troubles: readonly string[];
}

function turnViews(episode: EpisodeData): readonly TurnView[] {
  return viewedTurns(episode.turns, episode.calls).map((one) => {
    const troubles = troublesOf(episode, one);
    const has = (condition: Condition) => troubles.some(([name]) => name === condition);
    return {
      ...one,
      condition: CONDITIONS.findLast(has) ?? 'fine',
      troubles: troubles.map(([, sentence]) => sentence),
    };
  });
}

type Trouble = readonly [Condition, string];

function troublesOf({ failedLessons }: EpisodeData, { turn, record, calls }: AskedTurn) {
  const rejected = record?.decision.judged.filter(({ verdict }) => verdict.kind === 'rejected');
  return [
    ...(rejected ?? []).map(({ proposal, verdict }): Trouble => {
      return ['rejected', `"${proposal.action}" was rejected: ${verdict.reason}`];
    }),
    ...(record?.decision.overridden === true
      ? [['overridden', 'All proposals were rejected; the best one was played.'] as const]
      : []),
    ...failedLessons
      .filter((failed) => failed.turn === turn)
      .map(({ lesson, reason }): Trouble => {
        return ['lesson-failed', `The ${lesson} lesson failed: ${reason}`];
      }),
    ...calls.flatMap((call): Trouble[] =>
      call.outcome === 'failed'
        ? [['call-failed', `A call of the ${call.role} failed (${call.kind}): ${call.message}`]]
        : [],
    ),
  ];
}

/** The turns in order, then those that were only begun. A call without its turn belongs to the one in progress. */
export function viewedTurns(turns: readonly RecordedTurn[], calls: readonly CallRecord[]) {
  let current = 1;
  const asked = group(calls, ({ turn }) => {
    current = turn ?? current;
    return current;
  });
  const records = new Map(turns.map((record) => [record.turn, record]));
  const numbers = [...new Set([...records.keys(), ...asked.keys()])].sort((a, b) => a - b);
  return numbers.map((turn) => {
    return { turn, record: records.get(turn) ?? null, calls: asked.get(turn) ?? [] };
  });
}
