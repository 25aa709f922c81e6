import * as z from 'zod';
import { obstacleOf } from '../domain/errors.ts';
import { charactersOf, type Role, type Message, ROLES } from '../domain/message.ts';
import type { ZorkEvent } from '../events/event.ts';
import type { CallRecord } from '../model/call-record.ts';

/** Whether a role plays the turn that goes on; the others draw lessons from the one before. */
export function isPlayer(role: Role): boolean {
  return role === 'agent' || role === 'critic';
}

/** The model calls of an episode, recorded before or now; they are counted from 0 in their file. */
export interface CallLog {
  append(call: CallRecord): void;
  /** A recorded call was used again. */
  replayed(call: CallRecord): void;
  /** A turn was recorded: of the earlier calls only one that ends the run can be what stops the episode. */
  turnRecorded(): void;
  /** Calls since the last recorded turn that are worth asking again when a model failed the episode. */
  suspects(): readonly number[];
}

export function createCallLog(
  log: { append(record: object): void },
  recorded: readonly CallRecord[],
): CallLog {
  const places = new Map(recorded.map((call, index) => [call, index]));
  const since = new Set<CallRecord>();
  const shorten = createCallShortener(recorded);
  return {
    append(call) {
      log.append(shorten(call));
      places.set(call, places.size);
      since.add(call);
    },
    replayed: (call) => void since.add(call),
    turnRecorded() {
      for (const call of since) if (!isObstacle(call)) since.delete(call);
    },
    suspects: () =>
      [...since]
        .filter(({ role, outcome }) => outcome === 'failed' || isPlayer(role))
        .flatMap((call) => places.get(call) ?? []),
  };
}

const NOTHING_USED = { promptTokens: 0, completionTokens: 0, cachedTokens: 0, costUsd: null };

/** A call as an event tells it. */
export function accountOf(call: CallRecord): Extract<ZorkEvent, { type: 'model-call' }> {
  const answered = call.outcome === 'answered';
  const usage = answered ? call.usage : NOTHING_USED;
  const { promptTokens, completionTokens, cachedTokens, costUsd } = usage;
  return {
    type: 'model-call',
    role: call.role,
    model: answered ? call.model : '',
    promptCharacters: charactersOf(call.messages),
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

function isObstacle(call: CallRecord): boolean {
  return call.outcome === 'failed' && obstacleOf(call.kind) !== null;
}

/** Field of a stored call: how many messages of the role's call before it come first; absent where none do. */
const HELD = 'held';

const storedSchema = z.looseObject({
  role: z.enum(ROLES),
  messages: z.array(z.unknown()),
  [HELD]: z.int().min(1).optional(),
});

/**
 * Turns calls into what is stored of them, in the order of their file: without the messages that the call of the same role
 * before it began with too, so that a file grows with its conversation and not with the square of it.
 */
export function createCallShortener(
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

/** Stored calls, all of a file in their order, with all their messages; what is no stored call stays as it is. */
export function wholeCalls(stored: readonly unknown[]): readonly unknown[] {
  const last = new Map<Role, readonly unknown[]>();
  return stored.map((record) => {
    const { data } = storedSchema.safeParse(record);
    if (data === undefined) return record;
    const { [HELD]: held = 0, ...call } = data;
    const before = last.get(call.role) ?? [];
    // The messages that it shares are missing, so that the call cannot be read.
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
