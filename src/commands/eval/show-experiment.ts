import path from 'node:path';
import { StorageError } from '../../domain/errors.ts';
import {
  ExperimentFolder,
  mergeExperiments,
  writeExperiment,
} from '../../eval/experiment-folder.ts';
import { experimentResult, type ExperimentResult } from '../../eval/experiment-result.ts';
import * as wording from '../../eval/result-wording.ts';
import type { Call } from '../command.ts';
import { renderTable } from '../layout.ts';

export function showExperiment(call: Call): void {
  tellExperiment(call, folderAt(call, call.word));
}

function folderAt({ world }: Call, name: string): ExperimentFolder {
  return new ExperimentFolder(path.resolve(world.cwd, name));
}

/** Writes and prints the results so far. They are printed even if the folder cannot be written. */
export function tellExperiment(call: Call, folder: ExperimentFolder): ExperimentResult {
  const plan = folder.plan();
  const result = experimentResult(plan, folder.units(plan));
  const { over, planned } = result.units;
  if (over < planned) call.tell(`${over} of ${planned} episodes are over.`);
  let files: readonly string[] = [];
  try {
    const { page, json, csv } = writeExperiment(folder.path, result);
    files = [page, json, csv];
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    call.tell(error.message);
  }
  call.answer(result, (width) => [tables(result, width), '', ...files].join('\n'));
  return result;
}

function tables(result: ExperimentResult, width: number): string {
  const told = Object.values(wording.resultTables(result));
  const parts = [
    wording.headline(result),
    wording.experimentLine(result),
    result.played.label,
    wording.cautions(result),
    ...told.map(({ head, rows }) => (rows.length === 0 ? '' : renderTable(head, rows, width))),
    ...result.excluded.map(({ arm, seed, reason }) => `Left out: ${arm}, seed ${seed}: ${reason}.`),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

export function showMergedExperiment(call: Call<{ readonly out?: string }>): void {
  const { out } = call.options;
  if (out === undefined) call.refuse('name the folder that gets everything: --out');
  const whole = folderAt(call, out);
  const others = call.words.slice(1).map((name) => folderAt(call, name));
  mergeExperiments([folderAt(call, call.word), ...others], whole);
  tellExperiment(call, whole);
}
