import path from 'node:path';
import { LockedError, NotFoundError } from '../domain/errors.ts';
import { copyFolder } from '../storage/folder.ts';
import { runLockHolder } from '../storage/run-lock.ts';
import type { ExperimentFolder } from './experiment-folder.ts';
import { checkSamePlan, type ExperimentPlan } from './plan.ts';
import { isDue } from './play-experiment.ts';
import {
  chainsOf,
  unitName,
  unitsOf,
  unitWorkdir,
  type Chain,
  type Unit,
  printUnitResult,
} from './unit.ts';

/**
 * Brings what several folders played of one experiment together in `out`, which may be one of them or hold a part already:
 * results, records and what was learnt. A second call does nothing. Throws ConfigError when the plans differ, or when two
 * folders came to different results for one unit; LockedError while somebody plays there; StorageError.
 */
export function mergeExperiments(
  parts: readonly [ExperimentFolder, ...ExperimentFolder[]],
  out: ExperimentFolder,
): ExperimentPlan {
  const plan = parts[0].plan();
  const places = out.isTaken() ? [...parts, out] : parts;
  for (const place of places.slice(1)) checkSamePlan(parts[0].path, plan, place.plan());
  for (const unit of unitsOf(plan)) checkEqual(unit, places);
  out.claim(plan);
  for (const part of parts) {
    if (path.resolve(part.path) === path.resolve(out.path)) continue;
    for (const chain of chainsOf(plan)) mergeChain(plan, chain, part, out);
  }
  return plan;
}

/** Copies a chain that the part has played further; the results last, so that each is followed by its records. */
function mergeChain(
  plan: ExperimentPlan,
  chain: Chain,
  part: ExperimentFolder,
  out: ExperimentFolder,
): void {
  if (overIn(chain, part) <= overIn(chain, out)) return;
  const workdir = unitWorkdir(plan, chain[0]);
  const from = path.join(part.path, workdir);
  for (const folder of [from, path.join(out.path, workdir)]) checkFree(folder);
  copyFolder(from, path.join(out.path, workdir));
  for (const unit of chain) {
    const result = part.unit(unit);
    if (result !== null) out.keep(result);
  }
}

function overIn(chain: Chain, folder: ExperimentFolder): number {
  return chain.filter((unit) => !isDue(folder.unit(unit))).length;
}

function checkEqual(unit: Unit, places: readonly ExperimentFolder[]): void {
  const over = places.flatMap((place) => {
    const result = place.unit(unit);
    return result === null || isDue(result) ? [] : [{ place, text: printUnitResult(result) }];
  });
  const other = over.find(({ text }) => text !== over[0]?.text);
  if (other === undefined) return;
  throw new NotFoundError(
    `${over[0]?.place.path} and ${other.place.path} came to different results for ${unitName(unit)}; merge only one of them.`,
  );
}

function checkFree(workdir: string): void {
  if (runLockHolder(workdir) === null) return;
  throw new LockedError(`${workdir} is being played; merge when that is done.`, { path: workdir });
}
