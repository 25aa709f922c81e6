import * as z from 'zod';
import { StorageError, obstacleInErrors } from '../domain/errors.ts';
import { messageCharacters, ROLES, type Role, type Message } from '../domain/message.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { ZorkEvent } from '../events/event.ts';
import { callRecordSchema, type CallRecord } from '../model/call-record.ts';
import { encodeRecord } from '../storage/record-log.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { wholeTurns, createTurnShortener } from './recorded-turn.ts';

/** Content that others gave a file: a change of what the episode knew, or a deletion. */
const edit = z.union([
  z.literal('removed'),
  z.object({ at: z.int().min(0), cut: z.int().min(0), insert: z.string() }),
]);

/**
 * A line of `inputs.jsonl`, the inputs of an episode besides replies. `edit`: others' content at the start of a turn.
 * `update`: the episode's own change number `number` of a file, with others' content before it and the SHA-256 of the
 * result. `refused`: a change that could not be made. `set-aside`: recorded calls, counted from 0, that are asked again.
 */
const inputRecordSchema = z.discriminatedUnion('kind', [
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

export interface Cassette {
  /** One for each committed turn. */
  readonly turns: readonly unknown[];
  /** Every call, in the order of its file. */
  readonly calls: readonly CallRecord[];
  /** The calls that the episode used, without those that were asked again. */
  readonly usedCalls: readonly CallRecord[];
  readonly inputs: readonly InputRecord[];
}

/** Checks the records of an episode. Throws StorageError that names the record and file with another form. */
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

/** Writes a parent's records into the directory of its fork, so that they are repeated like its own. Throws StorageError. */
export function writeCassette(
  files: { path(what: 'turns' | 'calls' | 'inputs'): string },
  { turns, calls, inputs }: Cassette,
): void {
  const records = {
    turns: (turns as readonly TurnRecord[]).map(createTurnShortener([])),
    calls: calls.map(createCassetteShortener([])),
    inputs,
  };
  for (const what of ['turns', 'calls', 'inputs'] as const) {
    writeFileAtomic(files.path(what), records[what].map(encodeRecord).join(''));
  }
}

/** Whether a role plays the present turn. The other roles draw lessons from the one before. */
export function isPlayerRole(role: Role): boolean {
  return role === 'agent' || role === 'critic';
}

export type CallLog = ReturnType<typeof createCallLog>;

/** The model calls of an episode, recorded before or now, counted from 0 in their file. */
export function createCallLog(
  log: { append(record: object): void },
  recorded: readonly CallRecord[],
) {
  const places = new Map(recorded.map((call, index) => [call, index]));
  const since = new Set<CallRecord>();
  const shorten = createCassetteShortener(recorded);
  return {
    append(call: CallRecord) {
      log.append(shorten(call));
      places.set(call, places.size);
      since.add(call);
    },
    replayed: (call: CallRecord) => void since.add(call),
    /** After a recorded turn, of the earlier calls only one that ends the run can be what stops the episode. */
    turnRecorded() {
      for (const call of since)
        if (call.outcome !== 'failed' || obstacleInErrors(call.kind) === null) since.delete(call);
    },
    /** Calls since the last recorded turn that are worth asking again after a model failed the episode. */
    suspects: () =>
      [...since]
        .filter(({ role, outcome }) => outcome === 'failed' || isPlayerRole(role))
        .flatMap((call) => places.get(call) ?? []),
  };
}

const NOTHING_USED = { promptTokens: 0, completionTokens: 0, cachedTokens: 0, costUsd: null };

export function callEvent(call: CallRecord): Extract<ZorkEvent, { type: 'model-call' }> {
  const answered = call.outcome === 'answered';
  const usage = answered ? call.usage : NOTHING_USED;
  const { promptTokens, completionTokens, cachedTokens, costUsd } = usage;
  return {
    type: 'model-call',
    role: call.role,
    model: answered ? call.model : '',
    promptCharacters: messageCharacters(call.messages),
    promptTokens,
    completionTokens,
    cachedTokens,
    costUsd,
    latencyMs: call.latencyMs,
    ...(call.waitedMs !== undefined && { waitedMs: call.waitedMs }),
    outcome: call.outcome,
    ...(call.copied && { copied: true }),
  };
}

/** Field of a stored call: how many first messages it shares with the role's call before. Absent if none. */
const HELD = 'held';

const storedSchema = z.looseObject({
  role: z.enum(ROLES),
  messages: z.array(z.unknown()),
  [HELD]: z.int().min(1).optional(),
});

/** Shortens calls for storage: leaves out the first messages that the role's call before had, too. */
export function createCassetteShortener(
  recorded: readonly CallRecord[],
): (call: CallRecord) => CallRecord {
  const last = new Map<Role, readonly Message[]>(
    recorded.map(({ role, messages }) => [role, messages]),
  );
  return (call) => {
    const held = sharedMessages(last.get(call.role) ?? [], call.messages);
    last.set(call.role, call.messages);
    return held === 0 ? call : { ...call, [HELD]: held, messages: call.messages.slice(held) };
  };
}

/** Restores the messages of stored calls, all of a file in order. Other values stay unchanged. */
export function wholeCalls(stored: readonly unknown[]): readonly unknown[] {
  const last = new Map<Role, readonly unknown[]>();
  return stored.map((record) => {
    const { data } = storedSchema.safeParse(record);
    if (data === undefined) return record;
    const { [HELD]: held = 0, ...call } = data;
    const before = last.get(call.role) ?? [];
    // The shared messages are missing, so the call cannot be read.
    if (held > before.length) return null;
    const messages = [...before.slice(0, held), ...call.messages];
    last.set(call.role, messages);
    return { ...call, messages };
  });
}

function sharedMessages(before: readonly Message[], now: readonly Message[]): number {
  const differs = now.findIndex(
    ({ role, content }, index) => before[index]?.role !== role || before[index].content !== content,
  );
  return differs === -1 ? now.length : differs;
}
