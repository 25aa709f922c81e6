import { seededRandom } from '../domain/seeded-random.ts';
import { bestArea } from './curves.ts';
import { learningArea, type ArmRun, runValue, type Metric } from './metric.ts';
import { bootstrapInterval, holm, mean, permutationP, seedsNeeded } from './statistics.ts';

/** What paired differences say. */
export type PairedResult = ReturnType<typeof pairUp>;
/** One arm against the first one, in one metric, over the mean of each run's episodes. */
export type ArmComparison = ReturnType<typeof compareArms>[number];

const RESAMPLING_SEED = 1;
/** Adjusted p below which a difference counts as shown. */
export const SIGNIFICANT = 0.05;

interface RunMetric {
  readonly metric: Pick<Metric, 'key' | 'name' | 'better'>;
  readonly of: (run: ArmRun) => number | null;
}

/** Every arm against the first, in every metric and in the area under the learning curve. Pairs share a seed. */
export function compareArms(
  runs: readonly ArmRun[],
  arms: readonly string[],
  metrics: readonly Metric[],
) {
  const [baseline, ...others] = arms;
  if (baseline === undefined) return [];
  const all: readonly RunMetric[] = [
    { metric: { key: 'auc', name: 'area under curve', better: 'more' }, of: learningArea },
    {
      metric: { key: 'bestArea', name: 'area under best score so far', better: 'more' },
      of: bestArea,
    },
    ...metrics.map((metric) => ({ metric, of: (run: ArmRun) => runValue(run, metric) })),
  ];
  return all.flatMap(({ metric, of }) => {
    const values = (arm: string) => valuesBySeed(runs, arm, of);
    const results = others.map((arm) => pairUp(values(baseline), values(arm), metric.better));
    const adjusted = holm(results.map(({ p }) => p));
    return results.map((result, index) => {
      const [arm, adjustedP] = [others[index] ?? '', adjusted[index] ?? 1];
      return {
        arm,
        baseline,
        metric: metric.key,
        name: metric.name,
        baselineMean: mean([...values(baseline).values()]),
        armMean: mean([...values(arm).values()]),
        ...result,
        // After Holm's correction over the arms of this metric.
        adjustedP,
        verdict: verdictOf(result, adjustedP),
      };
    });
  });
}

/** Whether the last episode of each arm differs from its first; empty where there is only one. */
export function compareEpisodes(
  runs: readonly ArmRun[],
  arms: readonly string[],
  metrics: readonly Metric[],
) {
  if (!runs.some(({ episodes }) => episodes.length > 1)) return [];
  return arms.flatMap((arm) =>
    metrics.map(({ key, name, better, of }) => {
      const at = (index: number) =>
        valuesBySeed(runs, arm, ({ episodes }) => {
          const episode = episodes.at(index);
          return episode === undefined ? null : of(episode);
        });
      const [first, last] = [at(0), at(-1)];
      const means = { first: mean([...first.values()]), last: mean([...last.values()]) };
      return { arm, metric: key, name, ...means, ...pairUp(first, last, better) };
    }),
  );
}

function valuesBySeed(
  runs: readonly ArmRun[],
  arm: string,
  of: (run: ArmRun) => number | null,
): ReadonlyMap<number, number> {
  const own = runs.filter((run) => run.arm === arm);
  return new Map(
    own.flatMap((run) => {
      const value = of(run);
      return value === null ? [] : [[run.seed, value] as const];
    }),
  );
}

/** Differences of the values of each seed: `looks` is what the mean would be if it were shown, `interval` is its 95 %. */
function pairUp(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  better: Metric['better'],
) {
  const differences = [...after].flatMap(([seed, value]) => {
    const other = before.get(seed);
    return other === undefined ? [] : [value - other];
  });
  const random = seededRandom(RESAMPLING_SEED);
  return {
    pairs: differences.length,
    difference: mean(differences),
    looks: looksOf(mean(differences), better),
    interval: bootstrapInterval(differences, random),
    p: permutationP(differences, random),
    seedsNeeded: seedsNeeded(differences, seededRandom(RESAMPLING_SEED)),
  };
}

function looksOf(difference: number | null, better: Metric['better']): 'better' | 'worse' | null {
  if (!difference || better === 'neither') return null;
  return difference > 0 === (better === 'more') ? 'better' : 'worse';
}

function verdictOf(
  { looks, interval }: PairedResult,
  adjustedP: number,
): 'better' | 'worse' | 'differs' | 'no difference shown' {
  const excludesZero = interval !== null && (interval.low > 0 || interval.high < 0);
  if (!excludesZero || adjustedP >= SIGNIFICANT) return 'no difference shown';
  return looks ?? 'differs';
}
