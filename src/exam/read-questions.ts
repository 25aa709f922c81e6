import * as z from 'zod';
import { obstacleOf } from '../domain/errors.ts';
import type { Location } from '../domain/observation.ts';
import type { Ask } from '../model/ask.ts';
import type { PromptLibrary } from '../prompts/question.ts';
import { questionMessages } from '../prompts/question.ts';
import { oneLine } from '../prompts/quote.ts';
import { factWords, type Question } from './question.ts';

/** The option that a model chose, from 0, beside what is shown and beside something else; null where it gave no usable answer. */
export type Reading = Readonly<Record<'with' | 'without', number | null>>;

interface ReadingPorts {
  readonly ask: Ask;
  readonly prompts: PromptLibrary;
  readonly shownFor: (question: Question) => string;
  /** What is shown the other time; nothing where this is absent. */
  readonly otherwise?: (question: Question) => string;
  readonly signal: AbortSignal;
}

const LETTERS = ['A', 'B', 'C', 'D'] as const;
const replySchema = z.object({ answer: z.enum(LETTERS) });
const NOTHING_SHOWN = '(nothing is known)';

/** Asks a model every question twice: beside what is shown, and beside something else or nothing. Rejects where it cannot. */
export async function readQuestions<One extends { readonly question: Question }>(
  all: readonly One[],
  ports: ReadingPorts,
): Promise<ReadonlyMap<One, Reading>> {
  const readings = new Map<One, Reading>();
  for (const one of all) {
    const { question } = one;
    const read = async (known: string) => choose(question, known, ports);
    const shown = await read(ports.shownFor(question));
    readings.set(one, { with: shown, without: await read(ports.otherwise?.(question) ?? '') });
  }
  return readings;
}

/** How many questions were answered right: beside what is shown, and beside the other. */
export function rightIn(
  readings: ReadonlyMap<{ readonly question: Question }, Reading>,
): Readonly<Record<keyof Reading, number>> {
  const right = (how: keyof Reading) =>
    [...readings].filter(
      ([{ question }, read]) => read[how] === question.options.indexOf(question.right),
    );
  return { with: right('with').length, without: right('without').length };
}

/** Where the player reads what a question is about; a thing's own room would tell where it lies. */
export function roomToRead({ kind, room }: Question, start: Location | null): Location {
  return kind === 'where' && start !== null ? start : room;
}

/** Whether these messages put a question of an exam. */
export function isExamQuestion(
  [first]: readonly { readonly content: string }[],
  prompts: PromptLibrary,
): boolean {
  // What form the reply has may be said behind it.
  return first?.content.startsWith(prompts.render('exam.system', {}).trim()) === true;
}

async function choose(
  { text, options }: Question,
  known: string,
  { ask, prompts, signal }: ReadingPorts,
): Promise<number | null> {
  const listed = options.map((fact, at) => `${LETTERS[at]}) ${oneLine(factWords(fact))}`);
  const user = prompts.render('exam.question', {
    known: known.trim() === '' ? NOTHING_SHOWN : known,
    question: text,
    options: listed.join('\n'),
  });
  const messages = questionMessages(prompts.render('exam.system', {}), user);
  const answer = await ask({ role: 'agent', messages, replySchema, signal });
  if (answer.ok) return LETTERS.indexOf(answer.value.answer);
  if (obstacleOf(answer.error.kind) !== null) throw answer.error;
  return null;
}
