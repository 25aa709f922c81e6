import * as z from 'zod';
import { StorageError } from '../domain/errors.ts';
import { callRecordSchema, type CallRecord } from '../model/call-record.ts';
import { wholeTurns, createTurnShortener } from './repeated-sight.ts';
import { wholeCalls, createCallShortener } from './call-log.ts';
import { inputRecordSchema, type InputRecord } from './input-record.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { encodeRecord } from '../storage/record-log.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';

/** What an episode recorded so far. */
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
