import path from 'node:path';
import { obstacleInErrors, nullForLockedError } from '../domain/errors.ts';
import { acquireRunLock } from '../storage/lock.ts';
import type { ExperimentFolder } from './experiment-folder.ts';
import type { ExperimentPlan } from './plan.ts';
import { playUnit, type UnitPorts } from './play-unit.ts';
import {
  unitChains,
  unitChainsInShard,
  isUnitDue,
  unitWorkdir,
  type Chain,
  type Shard,
  type Unit,
  type UnitResult,
} from './unit.ts';

export interface UnitProgress {
  readonly done: number;
  readonly of: number;
  /** The remaining time at this speed. */
  readonly remainingMs: number;
}

export interface ExperimentPorts extends UnitPorts {
  readonly onUnit: (result: UnitResult, progress: UnitProgress) => void;
}

/** Plays missing units, `parallel` chains at a time. Resolves with the number of units that other processes play. */
export async function playExperiment(
  folder: ExperimentFolder,
  plan: ExperimentPlan,
  { parallel, shard }: { readonly parallel: number; readonly shard: Shard },
  ports: ExperimentPorts,
): Promise<number> {
  const chains = unitChainsInShard(unitChains(plan), shard);
  const units = chains.flat();
  const watch = experimentProgress(units, folder);
  let [isBroken, elsewhere] = [false, 0];
  const isOver = () => isBroken || ports.controls.stopRequested();
  const onUnit = (result: UnitResult) => {
    isBroken ||= result.modelError !== undefined && obstacleInErrors(result.modelError) !== null;
    ports.onUnit(result, watch());
  };
  const controls = { ...ports.controls, stopRequested: isOver };
  const waiting = chains.values();
  const work = async (): Promise<void> => {
    for (const chain of waiting) {
      if (isOver()) return;
      const left = await playChain(folder, plan, chain, { ...ports, controls, onUnit }).catch(
        (error: unknown) => {
          isBroken = true;
          throw error;
        },
      );
      elsewhere += left;
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, chains.length) }, work));
  return elsewhere;
}

/** Plays a chain up to a unit that is no measurement. Resolves with the number of units that another process plays. */
async function playChain(
  folder: ExperimentFolder,
  plan: ExperimentPlan,
  chain: Chain,
  ports: UnitPorts & { readonly onUnit: (result: UnitResult) => void },
): Promise<number> {
  const due = () => chain.filter((unit) => isUnitDue(folder.unit(unit)));
  if (due().length === 0) return 0;
  const { signal, stopRequested } = ports.controls;
  const workdir = path.join(folder.path, unitWorkdir(plan, chain[0]));
  const lock = await acquireRunLock(workdir, `pid-${process.pid}`, { signal }).catch(
    nullForLockedError,
  );
  if (lock === null) return due().length;
  try {
    let before: UnitResult | null = null;
    for (const unit of chain) {
      const known = folder.unit(unit);
      if (known !== null && !isUnitDue(known)) {
        before = known;
      } else {
        if (stopRequested()) return 0;
        const job = { plan, unit, before, out: folder.path };
        const result: UnitResult | null = await playUnit(job, ports);
        if (result === null) return 0;
        folder.keep(result);
        ports.onUnit(result);
        before = result;
      }
      if (before.spoiltBy !== null) return 0;
    }
    return 0;
  } finally {
    lock.release();
  }
}

/** Reports progress after each unit. Units of earlier runs count as done, but not for the speed. */
export function experimentProgress(units: readonly Unit[], folder: ExperimentFolder) {
  const startedAt = performance.now();
  let done = units.filter((unit) => !isUnitDue(folder.unit(unit))).length;
  const before = done;
  return () => {
    done += 1;
    const each = (performance.now() - startedAt) / (done - before);
    const left = Math.max(0, units.length - done);
    return { done: Math.min(done, units.length), of: units.length, remainingMs: each * left };
  };
}
