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
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

/** RFC 4180, and never a cell that a spreadsheet would calculate. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
