import type { Message } from '../domain/message.ts';

/** A named part of a prompt. */
export interface NamedText {
  readonly name: string;
  readonly body: string;
}

/** Parts of a prompt under their names. */
export function renderSections(sections: readonly NamedText[]): string {
  return sections.map(({ name, body }) => `## ${name}\n${body}`).join('\n\n');
}

/** The two messages of a question: the system message never changes, so that providers can cache it. */
export function questionMessages(system: string, user: string | readonly NamedText[]) {
  const content = typeof user === 'string' ? user : renderSections(user);
  const messages: readonly [Message, Message] = [
    { role: 'system', content: system },
    { role: 'user', content },
  ];
  return messages;
}
