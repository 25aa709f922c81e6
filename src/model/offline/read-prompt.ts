import type { Message } from '../../domain/message.ts';

/** The sections of a prompt by heading, as a reader of the messages sees them. */
export type PromptSections = ReadonlyMap<string, string>;

/** Turns of a conversation that a reader has in mind. */
const TURNS_IN_MIND = 5;

/** Splits the newest user message at its `## ` headings. Quoted lines start with `| ` and are never headings. */
export function readSections(messages: readonly Message[]): PromptSections {
  return sectionsOf(messages.findLast(({ role }) => role === 'user'));
}

/** The sections of a conversation: how it began, the newest message, and the newest turns as `Recent turns`. */
export function readConversation(messages: readonly Message[]): PromptSections {
  const beginning = sectionsOf(messages.find(({ role }) => role === 'user'));
  const turns = messages.flatMap(({ role, content }, index) =>
    role === 'assistant' ? [describeTurn(content, messages[index + 1])] : [],
  );
  const recent = turns.slice(-TURNS_IN_MIND).join('\n');
  return new Map([...beginning, ...readSections(messages), ['Recent turns', recent]]);
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

function describeTurn(reply: string, answer: Message | undefined): string {
  const action = /"action":("(?:[^"\\]|\\.)*")/.exec(reply)?.[1] ?? '""';
  const response = (sectionsOf(answer).get('Game text') ?? '').replaceAll(/^\| ?/gm, '');
  return `Action: ${String(JSON.parse(action))}\nResponse: ${response.replaceAll(/\s+/g, ' ')}`;
}

/** A list entry `- name: rest` of a section. */
export interface Entry {
  readonly name: string;
  readonly rest: string;
}

export function entries(sections: PromptSections, heading: string): readonly Entry[] {
  const lines = (sections.get(heading) ?? '').split('\n');
  return lines.flatMap((line) => {
    const match = /^- (.+?)(?:: (.*))?$/.exec(line);
    return match?.[1] === undefined ? [] : [{ name: match[1], rest: match[2] ?? '' }];
  });
}

/** A memory line `[CATEGORY] title: text`, indented or not. */
export interface MemoryLine {
  readonly category: string;
  readonly title: string;
}

export function memoryLines(section: string): readonly MemoryLine[] {
  return section.split('\n').flatMap((line) => {
    const match = /^\s*(?:\| )?\[([A-Z]+)\] ([^:]+): /.exec(line);
    const [, category, title] = match ?? [];
    return category === undefined || title === undefined ? [] : [{ category, title }];
  });
}
