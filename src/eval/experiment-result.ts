import type { ToldExits } from '../domain/observation.ts';
import { VERSION } from '../domain/version.ts';
import { PLAYERS, type PlayerName } from '../model/players.ts';
import type { Flags } from '../run/settings.ts';
import { compareArms, compareEpisodes, type Comparison, type Learning } from './compare-arms.ts';
import { milestonesReached, pairedRuns, type ArmRun } from './experiment.ts';
import { metricsFor } from './metric.ts';
import { addReports, type RolePrefix } from './prompt-cache.ts';
import type { Protocol } from './protocol.ts';

/** An arm as it was played. */
export interface PlayedArm {
  readonly name: string;
  readonly settings: Flags;
  /** SHA-256 of every setting but the seed and the folders. */
  readonly configHash: string;
  /** Ways out that the player was told. */
  readonly exits: ToldExits;
}

/** An arm with what its runs came to. */
export interface ArmResult extends PlayedArm {
  readonly prompts: readonly RolePrefix[];
  /** Counted runs, and how many of them went differently: equal ones are no independent measurements. */
  readonly countedRuns: number;
  readonly distinctRuns: number;
}

/** A run with what its requests say of prompt caches. */
export interface PlayedRun extends ArmRun {
  /** Relative to the experiment's folder. */
  readonly directory: string;
  readonly prefixes: readonly RolePrefix[];
}

/** Who played what. */
export interface ExperimentSubject {
  readonly story: {
    readonly ifid: string;
    readonly key: string;
    readonly title: string | null;
    readonly maxScore: number | null;
    readonly milestones: number;
  };
  readonly player: PlayerName | null;
  /** `offline`, or the agent's model. */
  readonly model: string;
}

/** Everything an experiment came to: `results.json`. */
export interface ExperimentResult {
  readonly schemaVersion: 1;
  readonly version: string;
  readonly subject: ExperimentSubject;
  readonly protocol: Omit<Protocol, 'arms'>;
  readonly played: Label;
  readonly arms: readonly ArmResult[];
  /** Milestones that some counted run reached, and that turns to milestones are taken over. */
  readonly milestonesReached: readonly string[];
  /** Seeds that count: every arm played them to its end. */
  readonly pairedSeeds: readonly number[];
  /** Runs that count for nothing, with the reason. */
  readonly excluded: readonly { readonly arm: string; readonly seed: number; reason: string }[];
  readonly comparisons: readonly Comparison[];
  readonly learning: readonly Learning[];
  readonly runs: readonly PlayedRun[];
}

/** How the results came about, and what they can and cannot show. */
export interface Label {
  readonly label: string;
  readonly helpedWith: Readonly<Record<string, boolean>>;
}

const EVERY_TURN = 'Episodes play all their turns: one that is stuck is warned but not stopped.';
const HELP = {
  objectTree: true,
  validActions: false,
  savedGames: false,
  hints: false,
  walkthrough: false,
};

/** The result of what was played. Pure: equal runs give equal results. */
export function experimentResult(
  subject: ExperimentSubject,
  protocol: Omit<Protocol, 'arms'>,
  arms: readonly PlayedArm[],
  runs: readonly PlayedRun[],
): ExperimentResult {
  const names = arms.map(({ name }) => name);
  const paired = pairedRuns(runs, names);
  const metrics = metricsFor(paired, protocol.turns);
  const promptsOf = (arm: string) =>
    addReports(runs.filter((run) => run.arm === arm).map(({ prefixes }) => prefixes));
  return {
    schemaVersion: 1,
    version: VERSION,
    subject,
    protocol,
    played: {
      label: `${subject.player === null ? '' : PLAYERS[subject.player].shows} ${EVERY_TURN}`,
      helpedWith: { exitsProbed: arms.every(({ exits }) => exits === 'probed'), ...HELP },
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
    runs,
  };
}

function distinct({ name }: PlayedArm, paired: readonly ArmRun[]) {
  const courses = paired
    .filter(({ arm }) => arm === name)
    .map(({ episodes }) => episodes.map(({ course }) => course).join());
  return { countedRuns: courses.length, distinctRuns: new Set(courses).size };
}
