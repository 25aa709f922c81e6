import type { NamedText } from '../prompts/question.ts';
import type { Message } from '../domain/message.ts';
import type { CallRecord } from '../model/call-record.ts';

const HEADING = /^## (.+)$/m;

/**
 * The parts of a request: the system message whole, the others at their `## ` lines. What stands before the first
 * heading is named after the message's role. Quoted text starts each line with `| ` and so forges no heading.
 */
export function promptSections(messages: readonly Message[]): readonly NamedText[] {
  return messages.flatMap(({ role, content }) =>
    role === 'system'
      ? [{ name: 'System message', body: content }]
      : splitAtHeadings(role, content),
  );
}

function splitAtHeadings(role: string, content: string): NamedText[] {
  const [opening = '', ...rest] = content.split(HEADING);
  const sections: NamedText[] = [];
  if (opening.trim() !== '') sections.push({ name: `${role} message`, body: opening.trim() });
  for (let index = 0; index < rest.length; index += 2) {
    sections.push({ name: rest[index] ?? '', body: (rest[index + 1] ?? '').trim() });
  }
  return sections;
}

/** The calls of each turn; one that does not say its turn belongs to the turn that was going on. */
export function callsByTurn(
  calls: readonly CallRecord[],
): ReadonlyMap<number, readonly CallRecord[]> {
  const turns = new Map<number, CallRecord[]>();
  let turn = 1;
  for (const call of calls) {
    turn = call.turn ?? turn;
    const known = turns.get(turn);
    if (known === undefined) turns.set(turn, [call]);
    else known.push(call);
  }
  return turns;
}
