import { seededRandom } from '../domain/seeded-random.ts';
import { PLAYERS } from '../model/players.ts';
import { armCurves, bestArea } from './curves.ts';
import { milestonesReached, type ArmRun, metricsFor, type Metric } from './metric.ts';
import type { ExperimentPlan } from './plan.ts';
import { addPromptCacheReports } from './prompt-cache.ts';
import { bootstrapInterval, holm, mean, permutationP, seedsNeeded } from './statistics.ts';
import { unitRunFolder, unitsOf, type UnitResult } from './unit.ts';

export type ExperimentResult = ReturnType<typeof experimentResult>;

/** The result of the finished units, at any time. Pure: equal plans and units give equal results, whoever played. */
export function experimentResult(plan: ExperimentPlan, units: readonly UnitResult[]) {
  const { subject, protocol, version } = plan;
  const runs = runsOf(plan, units);
  const names = plan.arms.map(({ name }) => name);
  const paired = pairedRuns(runs, names);
  const metrics = metricsFor(paired, protocol.turns);
  const over = units.filter(({ isCutShort }) => !isCutShort).length;
  return {
    schemaVersion: 1,
    version,
    subject,
    protocol,
    played: { label: labelOf(plan), helpedWith: helpOf(plan) },
    units: { over, planned: unitsOf(plan).length },
    arms: plan.arms.map((planned) => {
      const { config: _, ...arm } = planned;
      const isOwn = (run: ArmRun) => run.arm === arm.name;
      const prompts = addPromptCacheReports(runs.filter(isOwn).map(({ prefixes }) => prefixes));
      // Runs with equal courses are no independent measurements.
      const courses = paired
        .filter(isOwn)
        .map(({ episodes }) => episodes.map(({ course }) => course).join());
      const distinctRuns = new Set(courses).size;
      return { ...arm, prompts, countedRuns: courses.length, distinctRuns };
    }),
    // Milestones that some counted run reached; turns to milestones are averaged over them.
    milestonesReached: milestonesReached(paired),
    // Seeds that every arm played to its end.
    pairedSeeds: [...new Set(paired.map(({ seed }) => seed))],
    // Runs that do not count.
    excluded: runs
      .filter((run) => !paired.includes(run))
      .map(({ arm, seed, spoiltBy: reason }) => {
        return { arm, seed, reason: reason ?? 'another arm has no whole run with this seed' };
      }),
    comparisons: compareArms(paired, names, metrics),
    learning: compareResultEpisodes(paired, names, metrics),
    curves: armCurves(paired, names),
    runs,
  };
}

/** What players are told or given, which decides what the results can show. */
function helpOf({ arms }: ExperimentPlan): Readonly<Record<string, boolean>> {
  return {
    exitsProbed: arms.every(({ exits }) => exits === 'probed'),
    validActions: arms.some(({ choices }) => choices),
    objectTree: true,
    savedGames: false,
    hints: false,
    walkthrough: false,
  };
}

function labelOf({ arms, subject: { player } }: ExperimentPlan): string {
  const renamed = arms.filter(({ config }) => config['names'] === 'renamed');
  const names = renamed.map(({ name }) => name).join(', ');
  return [
    player === null ? '' : PLAYERS[player].shows,
    'Episodes play all their turns: one that is stuck is warned but not stopped.',
    names === '' ? '' : `Places and things have opaque names in: ${names}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Units as runs, in the order of the plan, with their folders. An arm and seed without units is no run. */
function runsOf(plan: ExperimentPlan, units: readonly UnitResult[]) {
  const folders = new Set(unitsOf(plan).map(unitRunFolder));
  return [...folders].flatMap((directory) => {
    const own = units
      .filter((unit) => unitRunFolder(unit) === directory)
      .toSorted((a, b) => a.episode - b.episode);
    const [first] = own;
    if (first === undefined) return [];
    const spoilt = own.find(({ spoiltBy }) => spoiltBy !== null)?.spoiltBy;
    const isWhole = own.length === plan.protocol.episodes;
    return {
      arm: first.arm,
      seed: first.seed,
      episodes: own.map(({ metrics }) => metrics),
      spoiltBy: spoilt ?? (isWhole ? null : 'not played to its end yet'),
      directory,
      prefixes: addPromptCacheReports(own.map(({ prefixes }) => prefixes)),
    };
  });
}

export type PairedResult = ReturnType<typeof pairUp>;
/** One arm against the first one, in one metric, by the mean of each run's episodes that have it. */
export type ArmComparison = ReturnType<typeof compareArms>[number];

const RESAMPLING_SEED = 1;
/** An adjusted p below this counts as a difference. */
export const SIGNIFICANT = 0.05;

/** Every arm against the first, in every metric and in the area under the learning curve. Pairs share a seed. */
export function compareArms(
  runs: readonly ArmRun[],
  arms: readonly string[],
  metrics: readonly Metric[],
) {
  const [baseline, ...others] = arms;
  if (baseline === undefined) return [];
  const ofEpisodes = ({ of, ...metric }: Metric) => {
    return { ...metric, of: ({ episodes }: ArmRun) => mean(episodes.map(of)) };
  };
  const better = 'more' as const;
  const all = [
    { key: 'auc', name: 'area under curve', better, of: learningArea },
    { key: 'bestArea', name: 'area under best score so far', better, of: bestArea },
    ...metrics.map(ofEpisodes),
  ];
  return all.flatMap(({ of, ...metric }) => {
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

/** Whether the last episode of each arm differs from its first. Empty if there is only one. */
export function compareResultEpisodes(
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

function valuesBySeed(runs: readonly ArmRun[], arm: string, of: (run: ArmRun) => number | null) {
  const own = runs.filter((run) => run.arm === arm);
  return new Map(
    own.flatMap((run) => {
      const value = of(run);
      return value === null ? [] : [[run.seed, value] as const];
    }),
  );
}

/** Differences of the values of each seed. `looks` is the displayed mean, `interval` its 95 % interval. */
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

function verdictOf({ looks, interval }: PairedResult, adjustedP: number) {
  const excludesZero = interval !== null && (interval.low > 0 || interval.high < 0);
  if (!excludesZero || adjustedP >= SIGNIFICANT) return 'not shown';
  return looks ?? 'differs';
}

/** Area under the curve of normalised scores over the episodes of a run. Null if no score has a known maximum. */
function learningArea({ episodes }: ArmRun): number | null {
  const scores = episodes.map(({ normalisedScore }) => normalisedScore);
  return scores.includes(null) ? null : mean(scores);
}

/** The runs that count: every arm played their seed to its end, so that all comparisons are paired. */
export function pairedRuns(runs: readonly ArmRun[], arms: readonly string[]): readonly ArmRun[] {
  const isWhole = (seed: number) =>
    arms.every((arm) =>
      runs.some((run) => run.arm === arm && run.seed === seed && run.spoiltBy === null),
    );
  return runs.filter(({ seed }) => isWhole(seed));
}
