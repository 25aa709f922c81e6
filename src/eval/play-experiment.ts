import path from 'node:path';
import { ConfigError } from '../domain/errors.ts';
import { PLAYERS } from '../model/players.ts';
import { experimentResult, type ExperimentResult } from './experiment-result.ts';
import type { PlayedRun } from './experiment-result.ts';
import { milestonesOf } from './milestone-sets.ts';
import type { Protocol } from './protocol.ts';
import { readTextFile } from '../storage/read-file.ts';
import { acquireRunLock } from '../storage/run-lock.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { armFlags, configHash, playArmRun, type ExperimentPorts } from './play-arm.ts';
import type { Flags } from '../run/settings.ts';
import { openStoryFile } from '../run/read-story.ts';

/** An experiment to play. */
export interface ExperimentPlan {
  readonly protocol: Protocol;
  /** Folder that gets everything; must hold no experiment yet. */
  readonly out: string;
  /** Story, player and model, where the command line names them. */
  readonly flags: Flags;
  /** How many runs are played at the same time. */
  readonly parallel: number;
}

const PLAN_FILE = 'plan.json';

/**
 * Plays every arm with every seed, all arms of a seed before the next one, so that an experiment that was cut short
 * still compares like with like. Rejects with ConfigError, StoryError, LockedError and StorageError.
 */
export async function playExperiment(
  plan: ExperimentPlan,
  ports: ExperimentPorts,
): Promise<ExperimentResult> {
  const { protocol, out } = plan;
  const loaded = protocol.arms.map((arm) => ({
    arm,
    loaded: ports.load(armFlags({ ...plan, arm, seed: 0 })),
  }));
  const subject = subjectOf(loaded[0]?.loaded.config ?? ports.load(plan.flags).config);
  claimFolder(plan);
  const lock = await acquireRunLock(out, `pid-${process.pid}`, { signal: ports.controls.signal });
  try {
    const runs = await playAll(plan, ports);
    const arms = loaded.map(({ arm, loaded: own }) => ({
      ...arm,
      configHash: configHash(own),
      exits: own.config.exits,
    }));
    const { arms: _, ...howPlayed } = protocol;
    return experimentResult(subject, howPlayed, arms, runs);
  } finally {
    lock.release();
  }
}

/** The next folder for an experiment below a workdir: `eval/0001` and on. Throws StorageError. */
export function nextExperimentFolder(workdir: string): string {
  for (let number = 1; ; number += 1) {
    const folder = path.join(workdir, 'eval', String(number).padStart(4, '0'));
    if (!holdsExperiment(folder)) return folder;
  }
}

function holdsExperiment(folder: string): boolean {
  return readTextFile(path.join(folder, PLAN_FILE)) !== null;
}

function claimFolder({ out, protocol, flags }: ExperimentPlan): void {
  if (holdsExperiment(out)) {
    throw new ConfigError(`${out} holds an experiment already; name another folder with --out.`);
  }
  writeFileAtomic(
    path.join(out, PLAN_FILE),
    `${JSON.stringify({ schemaVersion: 1, protocol, flags }, null, 2)}\n`,
  );
}

function subjectOf({ story, player, models }: ReturnType<ExperimentPorts['load']>['config']) {
  const { key, ifid, title, maxScore } = openStoryFile(story).identity;
  const milestones = milestonesOf(key)?.milestones.length ?? 0;
  return {
    story: { ifid, key, title, maxScore, milestones },
    player,
    model: player === null ? '' : PLAYERS[player].modelName(models),
  };
}

async function playAll(
  { protocol, out, flags, parallel }: ExperimentPlan,
  ports: ExperimentPorts,
): Promise<readonly PlayedRun[]> {
  const tasks = protocol.seeds.flatMap((seed) =>
    protocol.arms.map((arm) => ({ protocol, arm, seed, out, flags })),
  );
  const runs: (PlayedRun | undefined)[] = tasks.map(() => undefined);
  const waiting = tasks.entries();
  let isBroken = false;
  const work = async (): Promise<void> => {
    for (const [index, task] of waiting) {
      if (isBroken || ports.controls.stopRequested()) return;
      runs[index] = await playArmRun(task, ports).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, tasks.length) }, work));
  return runs.filter((run) => run !== undefined);
}
