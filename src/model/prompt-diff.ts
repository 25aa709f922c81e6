import type { Message } from '../domain/message.ts';

const SHOWN_LINES = 5;
const LONGEST_LINE = 160;

/**
 * Where two prompts first differ, for a person: the message, the section (its `## ` line), the line number in the
 * message, and the first differing lines, `-` recorded and `+` now. Null when they are equal.
 */
export function promptDiff(recorded: readonly Message[], now: readonly Message[]): string | null {
  const count = Math.max(recorded.length, now.length);
  for (let index = 0; index < count; index++) {
    const before = recorded[index];
    const after = now[index];
    if (before?.role === after?.role && before?.content === after?.content) continue;
    return messageDiff(index, before, after);
  }
  return null;
}

function messageDiff(
  index: number,
  before: Message | undefined,
  after: Message | undefined,
): string {
  const name = `message ${index + 1} (${after?.role ?? before?.role})`;
  if (before === undefined) return `${name} was not there when recorded`;
  if (after === undefined) return `${name} is missing now`;
  if (before.role !== after.role) return `${name} had the role ${before.role} when recorded`;
  const old = before.content.split('\n');
  const fresh = after.content.split('\n');
  const line = old.findIndex((text, at) => text !== fresh[at]);
  const at = line === -1 ? old.length : line;
  const section = fresh.slice(0, at + 1).findLast((text) => text.startsWith('## '));
  const place = section === undefined ? '' : `, section "${section}"`;
  return [
    `${name}${place}, line ${at + 1}:`,
    ...differing(old, fresh, at).map((text) => `- ${text}`),
    ...differing(fresh, old, at).map((text) => `+ ${text}`),
  ].join('\n');
}

function differing(lines: readonly string[], others: readonly string[], start: number): string[] {
  return lines
    .slice(start, start + SHOWN_LINES)
    .filter((text, offset) => text !== others[start + offset])
    .map((text) => text.slice(0, LONGEST_LINE));
}
