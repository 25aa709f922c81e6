import * as z from 'zod';
import type { Message, Role } from '../domain/message.ts';
import { ROLES } from '../domain/message.ts';
import type { CallRecord } from '../model/call-record.ts';

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
