import { PLAYERS } from '../model/players.ts';
import { compareArms, compareEpisodes } from './compare-arms.ts';
import { armCurves } from './curves.ts';
import { milestonesReached, pairedRuns, type ArmRun, metricsFor } from './metric.ts';
import type { ExperimentPlan, PlannedArm } from './plan.ts';
import { addReports } from './prompt-cache.ts';
import { runFolder, unitsOf, type UnitResult } from './unit.ts';

/** Everything an experiment came to: `results.json`. */
export type ExperimentResult = ReturnType<typeof experimentResult>;

const EVERY_TURN = 'Episodes play all their turns: one that is stuck is warned but not stopped.';
const HELP = { objectTree: true, savedGames: false, hints: false, walkthrough: false };

/**
 * The result of the units that are over, at any time: runs that are not played to their end count for nothing yet. Pure:
 * equal plans and units give equal results, whoever played them.
 */
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
      const own = runs.filter((run) => run.arm === arm.name);
      const prompts = addReports(own.map(({ prefixes }) => prefixes));
      return { ...arm, prompts, ...distinct(arm, paired) };
    }),
    // That some counted run reached, and that turns to milestones are taken over.
    milestonesReached: milestonesReached(paired),
    // Every arm played them to its end.
    pairedSeeds: [...new Set(paired.map(({ seed }) => seed))],
    // Runs that count for nothing.
    excluded: runs.filter((run) => !paired.includes(run)).map(whyExcluded),
    comparisons: compareArms(paired, names, metrics),
    learning: compareEpisodes(paired, names, metrics),
    curves: armCurves(paired, names),
    runs,
  };
}

/** What players are told or given: it decides what the results can show. */
function helpOf({ arms }: ExperimentPlan): Readonly<Record<string, boolean>> {
  return {
    exitsProbed: arms.every(({ exits }) => exits === 'probed'),
    validActions: arms.some(({ choices }) => choices),
    ...HELP,
  };
}

function whyExcluded({ arm, seed, spoiltBy }: ArmRun) {
  return { arm, seed, reason: spoiltBy ?? 'another arm has no whole run with this seed' };
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

/** Units as runs, in the order of the plan, with their folder in the experiment's; an arm and seed that has none is no run. */
function runsOf(plan: ExperimentPlan, units: readonly UnitResult[]) {
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

/** Counted runs, and how many of them went differently: equal ones are no independent measurements. */
function distinct({ name }: Pick<PlannedArm, 'name'>, paired: readonly ArmRun[]) {
  const courses = paired
    .filter(({ arm }) => arm === name)
    .map(({ episodes }) => episodes.map(({ course }) => course).join());
  return { countedRuns: courses.length, distinctRuns: new Set(courses).size };
}
