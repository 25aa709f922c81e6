import type { EpisodeSummary } from '../records/summary.ts';
import { renderTable } from './render-table.ts';

const HEAD = ['episode', 'seed', 'turns', 'score', 'rooms', 'memories', 'stop reason', 'directory'];

/** One line per played episode. */
export function renderSummaries(summaries: readonly EpisodeSummary[]): string {
  const rows = summaries.map((summary) => [
    String(summary.episode),
    String(summary.seed),
    String(summary.turns),
    `${summary.score ?? 'unknown'}${summary.maxScore === null ? '' : `/${summary.maxScore}`}`,
    String(summary.locationsVisited),
    String(summary.memoriesAdded),
    summary.stopReason,
    summary.directory,
  ]);
  return renderTable(HEAD, rows);
}
