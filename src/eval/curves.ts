import { sum, range } from 'd3-array';
import { seededRandom } from '../domain/seeded-random.ts';
import { bestOfRunsSoFar } from '../report/runs.ts';
import { type EpisodeMetrics, MEMORY_VERDICTS, type MemoryVerdict } from './episode-metrics.ts';
import type { ArmRun } from './metric.ts';
import { bootstrapInterval, mean } from './statistics.ts';

/** A point of a curve: the mean over seeds with its 95 % bootstrap interval; null for too few seeds. */
export type CurvePoint = NonNullable<ReturnType<typeof point>>;

export interface Curve {
  readonly arm: string;
  readonly points: readonly CurvePoint[];
}

const RESAMPLING_SEED = 2;
/** Enough for a smooth line, and few enough for a quick page. */
const PROGRESS_POINTS = 40;

export function learningCurves(
  runs: readonly ArmRun[],
  arms: readonly string[],
  of: (episode: EpisodeMetrics) => number | null,
): readonly Curve[] {
  return arms.map((arm) => {
    const own = runs.filter((run) => run.arm === arm);
    return { arm, points: pointsByEpisode(own.map(({ episodes }) => episodes.map(of))) };
  });
}

export function progressCurves(
  runs: readonly ArmRun[],
  arms: readonly string[],
  turnLimit: number,
): readonly Curve[] {
  const step = Math.max(1, Math.ceil(turnLimit / PROGRESS_POINTS));
  const turns = range(0, turnLimit + 1, step);
  return arms.map((arm) => {
    const last = runs.flatMap((run) => (run.arm === arm ? run.episodes.slice(-1) : []));
    const reachedBy = (turn: number) =>
      last.map(({ reached }) => reached.filter((milestone) => milestone.turn <= turn).length);
    return { arm, points: turns.flatMap((turn) => point(turn, reachedBy(turn)) ?? []) };
  });
}

function pointsByEpisode(runs: readonly (readonly (number | null)[])[]): readonly CurvePoint[] {
  const length = Math.max(0, ...runs.map((values) => values.length));
  const valuesAt = (at: number) => runs.map((values) => values[at] ?? null);
  return range(length).flatMap((at) => point(at + 1, valuesAt(at)) ?? []);
}

/** The mean of the known values, with its interval. Null for none. */
function point(x: number, values: readonly (number | null)[]) {
  const known = values.filter((value) => value !== null);
  const average = mean(known);
  if (average === null) return null;
  const interval = bootstrapInterval(known, seededRandom(RESAMPLING_SEED));
  return { x, mean: average, low: interval?.low ?? null, high: interval?.high ?? null };
}

export type Estimate = Omit<CurvePoint, 'x'>;

/** How each arm improves: best score so far by episode, the area under it, and verdicts on its last memories. */
export function armCurves(runs: readonly ArmRun[], arms: readonly string[]) {
  return arms.map((arm) => {
    const own = runs.filter((run) => run.arm === arm);
    return {
      arm,
      best: pointsByEpisode(own.map(bestOfRun)),
      area: estimate(own.map(bestArea)),
      verdicts: MEMORY_VERDICTS.flatMap((verdict) => {
        const share = estimate(own.map(({ episodes }) => shareOf(episodes.at(-1), verdict)));
        return share === null ? [] : [{ verdict, ...share }];
      }),
    };
  });
}

/** Area under the best score so far of a run: its mean over the episodes, in points. Null if no score is known. */
export function bestArea(run: ArmRun): number | null {
  return mean(bestOfRun(run));
}

function bestOfRun({ episodes }: ArmRun): readonly (number | null)[] {
  return bestOfRunsSoFar(episodes.map(({ highScore }) => highScore));
}

function shareOf(episode: EpisodeMetrics | undefined, verdict: MemoryVerdict): number | null {
  if (episode === undefined) return null;
  const all = sum(Object.values(episode.memoryVerdicts));
  return all === 0 ? null : episode.memoryVerdicts[verdict] / all;
}

function estimate(values: readonly (number | null)[]): Estimate | null {
  const { x: _, ...rest } = point(0, values) ?? {};
  return 'mean' in rest ? rest : null;
}
