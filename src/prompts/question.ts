import type { Message } from '../domain/message.ts';

export interface NamedText {
  readonly name: string;
  readonly body: string;
}

export function renderSections(sections: readonly NamedText[]): string {
  return sections.map(({ name, body }) => `## ${name}\n${body}`).join('\n\n');
}

export type PromptSections = ReadonlyMap<string, string>;

/** What `renderSections` wrote in the newest user message. Quoted lines start with `| ` and never begin a part. */
export function readSections(messages: readonly Message[]): PromptSections {
  return sectionsOf(messages.findLast(({ role }) => role === 'user'));
}

/** The parts of a conversation: how it began, and the newest message. */
export function readConversation(messages: readonly Message[]): PromptSections {
  const beginning = sectionsOf(messages.find(({ role }) => role === 'user'));
  return new Map([...beginning, ...readSections(messages)]);
}

function sectionsOf(message: Message | undefined): PromptSections {
  const sections = (message?.content ?? '').split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = '', ...body] = section.split('\n');
      return [heading.trim(), body.join('\n').trim()] as const;
    }),
  );
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
