import * as z from 'zod';
import { StorageError } from '../domain/errors.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { callRecordSchema, type CallRecord } from '../model/call-record.ts';
import { encodeRecord } from '../storage/record-log.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { wholeCalls, createCallShortener } from './call-log.ts';
import { wholeTurns, createTurnShortener } from './repeated-sight.ts';

/** Content that somebody else gave a file: a change of what the episode knew, or no file any more. */
const edit = z.union([
  z.literal('removed'),
  z.object({ at: z.int().min(0), cut: z.int().min(0), insert: z.string() }),
]);

/**
 * A line of `inputs.jsonl`: what an episode took in from outside beside the replies of models.
 * `edit` is content that others wrote, met at the start of a turn; `update` is the episode's `number`-th own change of a
 * file, with the content that others had written meanwhile and the SHA-256 of the outcome; `refused` is one that could
 * not be made; `set-aside` names recorded calls, counted from 0, that a resumed episode asks anew;
 * `resumed` says that the episode is gone on with and how many turns it has by then; `stopped` that a person stopped it.
 */
export const inputRecordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), turn: z.int(), file: z.string(), edit }),
  z.object({
    kind: z.literal('update'),
    file: z.string(),
    number: z.int(),
    edit: edit.nullable(),
    sha256: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('refused'),
    file: z.string(),
    number: z.int(),
    code: z.enum(['locked', 'storage-failed']),
    message: z.string(),
  }),
  z.object({ kind: z.literal('set-aside'), calls: z.array(z.int().min(0)) }),
  z.object({ kind: z.literal('resumed'), turns: z.int().min(0) }),
  z.object({ kind: z.literal('stopped') }),
]);

export type InputRecord = Readonly<z.infer<typeof inputRecordSchema>>;
export type FileEdit = z.infer<typeof edit>;

/** How often in a row the episode was resumed without a turn to show for it; a stop by a person counts as none. Pure. */
export function futileResumptions(inputs: readonly InputRecord[], turns: number): number {
  let count = 0;
  for (const input of inputs) {
    if (input.kind === 'stopped') count = 0;
    if (input.kind === 'resumed') count = input.turns === turns ? count + 1 : 0;
  }
  return count;
}

export interface Cassette {
  /** One for each committed turn. */
  readonly turns: readonly unknown[];
  /** Every call, in the order of its file. */
  readonly calls: readonly CallRecord[];
  /** The calls that the episode used: without those that were asked anew. */
  readonly usedCalls: readonly CallRecord[];
  readonly inputs: readonly InputRecord[];
}

/** Checks the records of an episode. Throws StorageError that says which record of which file has another form. */
export function readCassette(records: {
  readonly turns: readonly unknown[];
  readonly calls: readonly unknown[];
  readonly inputs: readonly unknown[];
  readonly path: (what: 'calls' | 'inputs') => string;
}): Cassette {
  const calls = parseAll(callRecordSchema, wholeCalls(records.calls), records.path('calls'));
  const inputs = parseAll(inputRecordSchema, records.inputs, records.path('inputs'));
  const aside = new Set(inputs.flatMap((input) => (input.kind === 'set-aside' ? input.calls : [])));
  const usedCalls = calls.filter((_, index) => !aside.has(index));
  return { turns: wholeTurns(records.turns), calls, usedCalls, inputs };
}

function parseAll<T>(schema: z.ZodType<T>, records: readonly unknown[], path: string): T[] {
  const parsed = z.array(schema).safeParse(records);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [index = 0, ...field] = issue?.path ?? [];
  throw new StorageError(
    `Record ${Number(index) + 1} of ${path} has another form (${field.join('.')}: ${issue?.message}); restore the file from a copy, or use the version of zorkgpt that wrote it.`,
    { path, cause: parsed.error },
  );
}

/** Writes what an episode has from its parent into its directory, so that it is repeated like its own. Throws StorageError. */
export function writeCassette(
  files: { path(what: 'turns' | 'calls' | 'inputs'): string },
  { turns, calls, inputs }: Cassette,
): void {
  const records = {
    turns: (turns as readonly TurnRecord[]).map(createTurnShortener([])),
    calls: calls.map(createCallShortener([])),
    inputs,
  };
  for (const what of ['turns', 'calls', 'inputs'] as const) {
    writeFileAtomic(files.path(what), records[what].map(encodeRecord).join(''));
  }
}
