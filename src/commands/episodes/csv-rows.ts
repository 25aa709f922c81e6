import { knownScoreChange } from '../../domain/turn-record.ts';
import { csvLine, type Cell } from '../../report/csv.ts';
import type { RecordedTurn } from '../../records/recorded-turn.ts';

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

/** One line per turn, as RFC 4180 writes them; the first line names the columns. Unknown values are empty. */
export function csvRows(turns: readonly RecordedTurn[]): string {
  return [COLUMNS, ...turns.map(rowOf)].map((row) => `${csvLine(row)}\r\n`).join('');
}

function rowOf({ turn, before, decision, after }: RecordedTurn): readonly Cell[] {
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
