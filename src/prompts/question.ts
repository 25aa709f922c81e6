import type { Message } from '../domain/message.ts';

export const HEADING = {
  knowledge: 'Knowledge from earlier episodes',
  places: 'Places known from earlier episodes',
  gameText: 'Game text',
  now: 'Now',
  memories: 'What earlier visits taught, and this one',
  alarms: 'Dangers that come by themselves',
  nearby: 'Dangers one step away',
  instruction: 'Instruction of the person who lets you play',
  objectives: 'Objectives',
  completed: 'Completed',
  proposals: 'Noted in this episode',
  route: 'Route',
  warning: 'Warning',
  tried: 'Tried here',
  refused: 'Refused this turn',
  answered: 'Known without a turn',
  held: 'Held',
  inReach: 'Things in reach',
  refusedWays: 'No way now (tried ahead by the engine, not by you)',
  waysOut: 'Ways out',
  choose: 'Choose',
  frontier: 'Left to try',
  recipe: 'Checked way to points',
  luck: 'Way to more points that needs luck',
  returns: 'What came later, when this was done here before',
  verbs: "This story's verbs",
} as const;

/** The priority of a part that is never dropped, whatever the budget. */
export const ESSENTIAL = 10;

/** The parts that follow the newest game text, in order. Of a prompt over its budget, the lowest priority is dropped first. */
export const STATE_BLOCK = {
  now: ESSENTIAL,
  memories: 9,
  alarms: 9,
  nearby: 8,
  instruction: ESSENTIAL,
  objectives: ESSENTIAL,
  completed: ESSENTIAL,
  proposals: 5,
  route: 8,
  warning: 9,
  returns: 7,
  tried: 6,
  frontier: 7,
  refusedWays: 8,
  held: 9,
  inReach: 9,
  waysOut: ESSENTIAL,
} as const satisfies Partial<Readonly<Record<keyof typeof HEADING, number>>>;

export interface NamedText {
  readonly name: string;
  readonly body: string;
}

export function renderQuestionSections(sections: readonly NamedText[]): string {
  return sections.map(({ name, body }) => `## ${name}\n${body}`).join('\n\n');
}

export type PromptSections = ReadonlyMap<string, string>;

/** Reads `renderQuestionSections` in the newest user message. Quoted lines start with `| ` and never begin a part. */
export function readQuestionSections(messages: readonly Message[]): PromptSections {
  return sectionsOf(messages.findLast(({ role }) => role === 'user'));
}

/** The parts of a conversation: its beginning, and the newest message. */
export function readQuestionConversation(messages: readonly Message[]): PromptSections {
  const beginning = sectionsOf(messages.find(({ role }) => role === 'user'));
  return new Map([...beginning, ...readQuestionSections(messages)]);
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

/** The two messages of a question. The system message never changes, so that providers can cache it. */
export function questionMessages(system: string, user: string | readonly NamedText[]) {
  const content = typeof user === 'string' ? user : renderQuestionSections(user);
  const messages: readonly [Message, Message] = [
    { role: 'system', content: system },
    { role: 'user', content },
  ];
  return messages;
}

/** Prompt templates by name (`agent.system`). Every name that a role uses is checked when the program starts. */
export interface PromptLibrary {
  readonly form: 'full' | 'brief';
  /** Throws RangeError for an unknown name, and for a variable that is missing or that the template does not use. */
  render(name: string, variables: Readonly<Record<string, string>>): string;
}

const PLACEHOLDER = /\{\{([a-zA-Z]+)\}\}/g;

/** The length of prompts. `brief` uses the brief form of a prompt if it has one. */
export type PromptForm = 'auto' | 'full' | 'brief';

/** Builds a library from template texts. Templates know `{{name}}` only; conditions are computed outside. */
export function createPromptLibrary(
  templates: ReadonlyMap<string, string>,
  form: PromptForm = 'full',
): PromptLibrary {
  return {
    form: form === 'brief' ? 'brief' : 'full',
    render(name, variables) {
      const brief = form === 'brief' ? templates.get(`${name}.brief`) : undefined;
      const template = brief ?? templates.get(name);
      if (template === undefined) throw new RangeError(`There is no prompt named "${name}".`);
      return renderTemplate(name, template, variables);
    },
  };
}

function renderTemplate(
  name: string,
  template: string,
  variables: Readonly<Record<string, string>>,
): string {
  const used = new Set<string>();
  const text = template.replace(PLACEHOLDER, (_, variable: string) => {
    used.add(variable);
    const value = variables[variable];
    if (value === undefined) throw new RangeError(`Prompt "${name}" needs "${variable}".`);
    return value;
  });
  const unused = Object.keys(variables).filter((variable) => !used.has(variable));
  if (unused.length > 0)
    throw new RangeError(`Prompt "${name}" does not use ${unused.join(', ')}.`);
  return text.trimEnd();
}
