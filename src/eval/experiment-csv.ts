import { csvLine } from '../report/csv.ts';
import type { ExperimentResult } from './experiment-result.ts';
import { metricsFor } from './metric.ts';

/** One line per episode that was played, with a header line; every value stands for itself without the other file. */
export function experimentCsv(result: ExperimentResult): string {
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
