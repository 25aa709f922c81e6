import { PLAYERS } from '../model/players.ts';
import { compareArms, compareEpisodes, type ArmComparison, type Learning } from './compare-arms.ts';
import { armCurves, type ArmCurve } from './curves.ts';
import { milestonesReached, pairedRuns, type ArmRun, metricsFor } from './metric.ts';
import type { ExperimentPlan, ExperimentSubject, PlannedArm, Protocol } from './plan.ts';
import { addReports, type RolePrefix } from './prompt-cache.ts';
import { runFolder, unitsOf, type UnitResult } from './unit.ts';

/** An arm with what its runs came to. */
interface ArmResult extends Omit<PlannedArm, 'config'> {
  readonly prompts: readonly RolePrefix[];
  /** Counted runs, and how many of them went differently: equal ones are no independent measurements. */
  readonly countedRuns: number;
  readonly distinctRuns: number;
}

/** A run with what its requests say of prompt caches. */
interface PlayedRun extends ArmRun {
  /** Relative to the experiment's folder. */
  readonly directory: string;
  readonly prefixes: readonly RolePrefix[];
}

/** Everything an experiment came to: `results.json`. */
export interface ExperimentResult {
  readonly schemaVersion: 1;
  readonly version: string;
  readonly subject: ExperimentSubject;
  readonly protocol: Protocol;
  readonly played: Label;
  /** Episodes that are over, and all that are planned. */
  readonly units: { readonly over: number; readonly planned: number };
  readonly arms: readonly ArmResult[];
  /** Milestones that some counted run reached, and that turns to milestones are taken over. */
  readonly milestonesReached: readonly string[];
  /** Seeds that count: every arm played them to its end. */
  readonly pairedSeeds: readonly number[];
  /** Runs that count for nothing, with the reason. */
  readonly excluded: readonly { readonly arm: string; readonly seed: number; reason: string }[];
  readonly comparisons: readonly ArmComparison[];
  readonly learning: readonly Learning[];
  readonly curves: readonly ArmCurve[];
  readonly runs: readonly PlayedRun[];
}

/** How the results came about, and what they can and cannot show. */
interface Label {
  readonly label: string;
  readonly helpedWith: Readonly<Record<string, boolean>>;
}

const EVERY_TURN = 'Episodes play all their turns: one that is stuck is warned but not stopped.';
const HELP = {
  objectTree: true,
  savedGames: false,
  hints: false,
  walkthrough: false,
};

/**
 * The result of the units that are over, at any time: runs that are not played to their end count for nothing yet. Pure:
 * equal plans and units give equal results, whoever played them.
 */
export function experimentResult(
  plan: ExperimentPlan,
  units: readonly UnitResult[],
): ExperimentResult {
  const { subject, protocol, version } = plan;
  const arms = plan.arms.map((arm) => {
    const { config: _, ...told } = arm;
    return told;
  });
  const runs = runsOf(plan, units);
  const names = arms.map(({ name }) => name);
  const paired = pairedRuns(runs, names);
  const metrics = metricsFor(paired, protocol.turns);
  const promptsOf = (arm: string) =>
    addReports(runs.filter((run) => run.arm === arm).map(({ prefixes }) => prefixes));
  return {
    schemaVersion: 1,
    version,
    subject,
    protocol,
    played: {
      label: labelOf(plan),
      helpedWith: {
        exitsProbed: arms.every(({ exits }) => exits === 'probed'),
        validActions: arms.some(({ choices }) => choices),
        ...HELP,
      },
    },
    units: {
      over: units.filter(({ isCutShort }) => !isCutShort).length,
      planned: unitsOf(plan).length,
    },
    arms: arms.map((arm) => ({ ...arm, prompts: promptsOf(arm.name), ...distinct(arm, paired) })),
    milestonesReached: milestonesReached(paired),
    pairedSeeds: [...new Set(paired.map(({ seed }) => seed))],
    excluded: runs
      .filter((run) => !paired.includes(run))
      .map(({ arm, seed, spoiltBy }) => ({
        arm,
        seed,
        reason: spoiltBy ?? 'another arm has no whole run with this seed',
      })),
    comparisons: compareArms(paired, names, metrics),
    learning: compareEpisodes(paired, names, metrics),
    curves: armCurves(paired, names),
    runs,
  };
}

function labelOf(plan: ExperimentPlan): string {
  const { player } = plan.subject;
  const parts = [player === null ? '' : PLAYERS[player].shows, EVERY_TURN, renamedWords(plan)];
  return parts.filter((part) => part !== '').join(' ');
}

/** Which arms were played with opaque names; empty for none. */
function renamedWords({ arms }: ExperimentPlan): string {
  const renamed = arms.filter(({ config }) => config['names'] === 'renamed');
  const names = renamed.map(({ name }) => name).join(', ');
  return names === '' ? '' : `Places and things have opaque names in: ${names}.`;
}

/** Units as runs, in the order of the plan; an arm and seed that has none is no run. */
function runsOf(plan: ExperimentPlan, units: readonly UnitResult[]): readonly PlayedRun[] {
  const folders = new Set(unitsOf(plan).map(runFolder));
  return [...folders].flatMap((directory) => {
    const own = units
      .filter((unit) => runFolder(unit) === directory)
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
      prefixes: addReports(own.map(({ prefixes }) => prefixes)),
    };
  });
}

function distinct({ name }: Pick<PlannedArm, 'name'>, paired: readonly ArmRun[]) {
  const courses = paired
    .filter(({ arm }) => arm === name)
    .map(({ episodes }) => episodes.map(({ course }) => course).join());
  return { countedRuns: courses.length, distinctRuns: new Set(courses).size };
}
