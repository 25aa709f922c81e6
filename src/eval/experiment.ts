import type { StopReason } from '../domain/stop-reason.ts';
import type { EpisodeMetrics } from './episode-metrics.ts';
import { areaUnderCurve } from './statistics.ts';

/** The episodes of one arm with one seed, in the order they were played. */
export interface ArmRun {
  readonly arm: string;
  readonly seed: number;
  readonly episodes: readonly EpisodeMetrics[];
  /** Why this run says nothing of its arm (a model failed, a person stopped it); null for a sound one. */
  readonly spoiltBy: string | null;
}

/** The runs that count: every arm was played to its end with their seed, so that all comparisons are paired. */
export function pairedRuns(runs: readonly ArmRun[], arms: readonly string[]): readonly ArmRun[] {
  const isWhole = (seed: number) =>
    arms.every((arm) =>
      runs.some((run) => run.arm === arm && run.seed === seed && run.spoiltBy === null),
    );
  return runs.filter(({ seed }) => isWhole(seed));
}

/** Stop reasons that are no result of play. */
const SPOILING: ReadonlySet<string> = new Set<StopReason>([
  'budget',
  'interruption',
  'model-failed',
  'provider-down',
  'interpreter-failed',
  'abandoned',
]);

/** Why an episode that stopped so is no measurement; null when it is one. */
export function spoiltBy(stopReason: string): string | null {
  return SPOILING.has(stopReason) ? stopReason : null;
}

/** Area under the curve of normalised scores over the episodes of a run; null where no score has a known most. */
export function learningArea({ episodes }: ArmRun): number | null {
  const scores = episodes.map(({ normalisedScore }) => normalisedScore);
  const known = scores.filter((score) => score !== null);
  return known.length < scores.length ? null : areaUnderCurve(known, 1);
}

/** Milestones that any of these runs reached, sorted. */
export function milestonesReached(runs: readonly ArmRun[]): readonly string[] {
  const ids = runs.flatMap(({ episodes }) =>
    episodes.flatMap(({ reached }) => reached.map(({ id }) => id)),
  );
  return [...new Set(ids)].sort();
}

/**
 * Mean turns to these milestones, one that was not reached counted with the limit of turns; null for no milestones.
 * Comparable between episodes exactly when milestones and limit are the same.
 */
export function turnsToMilestones(
  { reached }: EpisodeMetrics,
  milestones: readonly string[],
  limit: number,
): number | null {
  if (milestones.length === 0) return null;
  const turnOf = (id: string) => reached.find((milestone) => milestone.id === id)?.turn ?? limit;
  return milestones.reduce((total, id) => total + turnOf(id), 0) / milestones.length;
}
