import { sum } from 'd3-array';
import { knownScoreChange } from '../../../domain/turn-effect.ts';
import type { RecordedTurn } from '../../../records/recorded-turn.ts';
import { csvLine, type Cell } from '../../../report/csv.ts';
import { exportedAnswer, isoTime, exportedUsage, type ExportedTurn } from './exported-episode.ts';

type Played = ExportedTurn & { readonly record: RecordedTurn };

const COLUMNS = {
  turn: ({ turn }) => turn,
  location_id: ({ record }) => record.before.location.id,
  location: ({ record }) => record.before.location.name,
  action: ({ record }) => record.decision.action,
  new_location_id: ({ record }) => record.after.location.id,
  new_location: ({ record }) => record.after.location.name,
  score: ({ record }) => record.after.score,
  max_score: ({ record }) => record.after.maxScore,
  normalised_score: ({ record: { after } }) =>
    after.score === null || !after.maxScore ? null : after.score / after.maxScore,
  score_change: ({ record }) => knownScoreChange(record),
  moves: ({ record }) => record.after.moves,
  ended: ({ record }) => record.after.ended,
  is_over: ({ record }) => record.after.ended !== null,
  rejections: ({ record }) =>
    record.decision.judged.filter(({ verdict }) => verdict.kind === 'rejected').length,
  overridden: ({ record }) => record.decision.overridden,
  cause: ({ record }) => record.cause ?? null,
  observation: ({ record }) => record.before.text,
  feedback: ({ record }) => record.after.text,
  reasoning: ({ record }) => record.decision.reasoning,
  started_at: (turn) => {
    const answer = exportedAnswer(turn);
    return answer === null ? null : isoTime(answer.startMs);
  },
  model: (turn) => exportedAnswer(turn)?.call.model ?? null,
  prompt: (turn) => exportedAnswer(turn)?.call.messages ?? null,
  response: (turn) => exportedAnswer(turn)?.call.text ?? null,
  thinking: (turn) => exportedAnswer(turn)?.call.reasoning || null,
  calls: ({ calls }) => exportedUsage(calls).modelCalls,
  tokens: ({ calls }) => exportedUsage(calls).promptTokens + exportedUsage(calls).completionTokens,
  prompt_tokens: ({ calls }) => exportedUsage(calls).promptTokens,
  response_tokens: ({ calls }) => exportedUsage(calls).completionTokens,
  cached_tokens: ({ calls }) => exportedUsage(calls).cachedTokens,
  thinking_tokens: ({ calls }) =>
    sum(calls, ({ call }) =>
      call.outcome === 'answered' && call.copied !== true ? call.usage.reasoningTokens : 0,
    ),
  cost_usd: ({ calls }) => exportedUsage(calls).costUsd,
  /** Unknown here: the benchmark's own checkpoints of a story. */
  unknown: () => null,
} as const satisfies Readonly<Record<string, (turn: Played) => unknown>>;

type Column = keyof typeof COLUMNS;

const CSV = [
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
] as const satisfies readonly Column[];

const SHAPES = {
  jsonl: Object.fromEntries(
    (Object.keys(COLUMNS) as Column[])
      .filter((column) => column !== 'prompt' && column !== 'unknown')
      .map((column) => [column, column]),
  ),
  tales: {
    Step: 'turn',
    Score: 'score',
    'Max Score': 'max_score',
    'Normalized Score': 'normalised_score',
    Moves: 'moves',
    Observation: 'observation',
    Action: 'action',
    Feedback: 'feedback',
    Prompt: 'prompt',
    Response: 'response',
    Thinking: 'thinking',
    'Token Usage': 'tokens',
    'Prompt Tokens': 'prompt_tokens',
    'Response Tokens': 'response_tokens',
    'Thinking Tokens': 'thinking_tokens',
  },
  /** A step of the TextQuests benchmark. Its counts by checkpoints are null. */
  textquests: {
    step: 'turn',
    observation: 'observation',
    score: 'score',
    reasoning: 'reasoning',
    action: 'action',
    game_over: 'is_over',
    progress: 'unknown',
    label_vectors: 'unknown',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Column>>>>;

export type RowFormat = keyof typeof SHAPES | 'csv';

/** The played turns, one row each: CSV after RFC 4180, a JSON array for TextQuests, else lines of JSON. */
export function turnRows(format: RowFormat, turns: readonly ExportedTurn[]): string {
  const played = turns.flatMap((turn) =>
    turn.record === null ? [] : [{ ...turn, record: turn.record }],
  );
  if (format === 'csv') {
    const rows = played.map((turn) => CSV.map((column): Cell => COLUMNS[column](turn)));
    return [CSV, ...rows].map((row) => `${csvLine(row)}\r\n`).join('');
  }
  const shape: Readonly<Record<string, Column>> = SHAPES[format];
  const rows = played.map((turn) =>
    Object.fromEntries(
      Object.entries(shape).map(([name, column]) => [name, COLUMNS[column](turn)]),
    ),
  );
  if (format === 'textquests') return `${JSON.stringify(rows, null, 1)}\n`;
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
