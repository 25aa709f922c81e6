import path from 'node:path';
import { experimentCsv } from './experiment-csv.ts';
import { experimentPage } from './experiment-page.ts';
import type { ExperimentResult } from './experiment-result.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';

/** Where the results of an experiment were written. */
export interface ExperimentFiles {
  readonly json: string;
  readonly csv: string;
  readonly page: string;
}

/** Writes results.json, results.csv and results.html into a folder. Throws StorageError. */
export function writeExperiment(folder: string, result: ExperimentResult): ExperimentFiles {
  const files = {
    json: path.join(folder, 'results.json'),
    csv: path.join(folder, 'results.csv'),
    page: path.join(folder, 'results.html'),
  };
  writeFileAtomic(files.json, `${JSON.stringify(result, null, 2)}\n`);
  writeFileAtomic(files.csv, experimentCsv(result));
  writeFileAtomic(files.page, experimentPage(result));
  return files;
}
