import path from 'node:path';
import { csvLine } from '../report/csv.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { experimentPage } from './experiment-page.ts';
import type { ExperimentResult } from './experiment-result.ts';
import { metricsFor } from './metric.ts';
import { jsonFile } from '../domain/json.ts';

/** Where the results of an experiment were written. */
interface ExperimentFiles {
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
  writeFileAtomic(files.json, jsonFile(result));
  writeFileAtomic(files.csv, experimentCsv(result));
  writeFileAtomic(files.page, experimentPage(result));
  return files;
}

/** One line per episode that was played, with a header line; every value stands for itself without the other file. */
function experimentCsv(result: ExperimentResult): string {
  const { runs, subject, version, protocol, arms } = result;
  const metrics = metricsFor(runs, protocol.turns);
  const facts = 'arm,seed,episode,stopReason,counts,store,story,model,version,configHash'.split(
    ',',
  );
  const head = [...facts, ...metrics.map(({ key }) => key)];
  const rows = runs.flatMap(({ arm, seed, episodes }) =>
    episodes.map((episode, index) => [
      arm,
      seed,
      index + 1,
      episode.stopReason,
      result.pairedSeeds.includes(seed) ? 'yes' : 'no',
      protocol.store,
      subject.story.ifid,
      subject.model,
      version,
      arms.find(({ name }) => name === arm)?.configHash ?? '',
      ...metrics.map(({ of }) => of(episode)),
    ]),
  );
  return [head, ...rows].map((row) => `${csvLine(row)}\n`).join('');
}
