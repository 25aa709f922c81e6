import { knownScoreChange } from '../../domain/turn-record.ts';
import type { ReportTurn } from '../../report/report-data.ts';

const COLUMNS = [
  'turn',
  'location_id',
  'location',
  'action',
  'new_location_id',
  'new_location',
  'score',
  'score_change',
  'moves',
  'ended',
  'rejections',
  'overridden',
] as const;

type Cell = string | number | boolean | null;

/** One line per turn, as RFC 4180 writes them; the first line names the columns. Unknown values are empty. */
export function csvRows(turns: readonly ReportTurn[]): string {
  return [COLUMNS, ...turns.map(rowOf)].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function rowOf({ turn, before, decision, after }: ReportTurn): readonly Cell[] {
  const change = knownScoreChange({ before, after });
  return [
    turn,
    before.location.id,
    before.location.name,
    decision.action,
    after.location.id,
    after.location.name,
    after.score,
    change,
    after.moves,
    after.ended,
    decision.judged.filter(({ verdict }) => verdict.kind === 'rejected').length,
    decision.overridden,
  ];
}

function cell(value: Cell): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
