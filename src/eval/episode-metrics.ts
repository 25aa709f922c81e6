import { max } from 'd3-array';
import { isAvoidableFailure, isFailure } from '../domain/failure.ts';
import { canonicalAction } from '../domain/command.ts';
import { hadNoEffect, isDeath } from '../domain/turn-effect.ts';
import { CHARACTERS_PER_TOKEN, messageCharacters } from '../domain/message.ts';
import { type TurnRecord } from '../domain/turn-record.ts';
import { VERDICTS } from '../managers/memory/evidence.ts';
import type { CallRecord } from '../model/call-record.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { sha256 } from '../storage/bytes.ts';
import { reachedMilestones, type Milestone } from './milestones.ts';

/** The verdict on a believed memory; `untried` if it was not tried. */
export const MEMORY_VERDICTS = [...VERDICTS, 'untried'] as const;
export type MemoryVerdict = (typeof MEMORY_VERDICTS)[number];

export interface PlayedEpisode {
  readonly summary: EpisodeSummary;
  readonly turns: readonly TurnRecord[];
  readonly calls: readonly CallRecord[];
  /** The memories believed after the episode, with their verdicts. */
  readonly believed: readonly { readonly room: number; readonly verdict: MemoryVerdict }[];
  /** How many of the questions about recorded play so far have their answer in what was learnt. */
  readonly exam: { readonly questions: number; readonly stored: number };
}

/** The metrics of one episode. Rates are shares of its turns, 0 to 1. */
export type EpisodeMetrics = Readonly<ReturnType<typeof measureEpisode>['metrics']>;

export function measureEpisode(
  before: StoreHistory,
  played: PlayedEpisode,
  milestones: readonly Milestone[],
) {
  const { summary, turns, calls, believed, exam } = played;
  const { history, repeatedFailures } = addEpisode(before, turns);
  const perTurn = (count: number) => (turns.length === 0 ? 0 : count / turns.length);
  const sights = [
    ...turns.slice(0, 1).map(({ before }) => before),
    ...turns.map(({ after }) => after),
  ];
  const highScore = max(sights, ({ score }) => score) ?? null;
  const won = (highScore ?? 0) - (sights.find(({ score }) => score !== null)?.score ?? 0);
  const { maxScore } = summary;
  const characters = messageCharacters(calls.flatMap(({ messages }) => messages));
  const metrics = {
    stopReason: summary.stopReason as string,
    // Equal courses are the same episode played twice, not two measurements.
    course: courseOf(turns),
    turns: turns.length,
    moves: summary.moves,
    score: summary.score,
    highScore,
    // A share of the story's maximum. Null if the story names none.
    normalisedScore: highScore === null || !maxScore ? null : highScore / maxScore,
    reached: reachedMilestones(milestones, sights),
    // Turns with an action that had failed in that room before, in any episode of the store.
    repeatedFailureRate: perTurn(repeatedFailures),
    // Turns that should have changed something in reach and did not.
    wastedRate: perTurn(turns.filter(isFailure).length),
    parserRejectionRate: perTurn(turns.filter(isParserRejection).length),
    deaths: turns.filter(isDeath).length,
    locations: new Set(sights.map(({ location }) => location.id)).size,
    // Share of all rooms visited in the store so far that have a memory.
    memoryCoverage: coverage(history.visited, new Set(believed.map(({ room }) => room))),
    memoryVerdicts: verdictsOf(believed),
    storedShare: exam.questions === 0 ? null : exam.stored / exam.questions,
    callsPerTurn: perTurn(calls.length),
    callsPerPoint: won > 0 ? calls.length / won : null,
    // As providers reported them; 0 if they reported none.
    tokensPerTurn: perTurn(summary.promptTokens + summary.completionTokens),
    promptTokensPerTurn: perTurn(characters / CHARACTERS_PER_TOKEN),
    rejectionsPerTurn: perTurn(summary.rejections),
  };
  return { metrics, history };
}

function isParserRejection(turn: TurnRecord): boolean {
  const { moves } = turn.after;
  return moves !== null && moves === turn.before.moves && hadNoEffect(turn);
}

function courseOf(turns: readonly TurnRecord[]): string {
  const steps = turns.map(({ before, decision }) => [before.location.id, decision.action]);
  return sha256(JSON.stringify(steps)).slice(0, 16);
}

function coverage(visited: ReadonlySet<number>, remembered: ReadonlySet<number>): number | null {
  if (remembered.size === 0 || visited.size === 0) return null;
  return [...visited].filter((room) => remembered.has(room)).length / visited.size;
}

function verdictsOf(believed: PlayedEpisode['believed']): Readonly<Record<MemoryVerdict, number>> {
  const counts = MEMORY_VERDICTS.map((verdict) => {
    return [verdict, believed.filter((memory) => memory.verdict === verdict).length];
  });
  return Object.fromEntries(counts) as Record<MemoryVerdict, number>;
}

/** What the episodes of one store have shown so far: the knowledge of a player with a perfect memory. */
interface StoreHistory {
  /** Actions that failed, each with its room. */
  readonly failures: ReadonlySet<string>;
  readonly visited: ReadonlySet<number>;
}

/** Adds an episode to the history, and counts the actions that had failed in that room before. */
function addEpisode(history: StoreHistory, turns: readonly TurnRecord[]) {
  const failures = new Set(history.failures);
  const visited = new Set(history.visited);
  let repeatedFailures = 0;
  for (const turn of turns) {
    visited.add(turn.before.location.id).add(turn.after.location.id);
    if (!isAvoidableFailure(turn)) continue;
    const key = `${turn.before.location.id} ${canonicalAction(turn.decision.action)}`;
    if (failures.has(key)) repeatedFailures += 1;
    failures.add(key);
  }
  return { history: { failures, visited }, repeatedFailures };
}
