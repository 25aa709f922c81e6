import * as z from 'zod';
import { obstacleInErrors } from '../domain/errors.ts';
import { oneLine } from '../domain/text.ts';
import type { Ask } from '../model/ask.ts';
import { type PromptLibrary, questionMessages } from '../prompts/question.ts';
import { type Question, factWords } from './question.ts';

interface ReadingPorts {
  readonly ask: Ask;
  readonly prompts: PromptLibrary;
  readonly shownFor: (question: Question) => string;
  /** The text that is shown the other time. Empty if absent. */
  readonly otherwise?: (question: Question) => string;
  readonly signal: AbortSignal;
}

const LETTERS = ['A', 'B', 'C', 'D'] as const;
const replySchema = z.object({ answer: z.enum(LETTERS) });
const NOTHING_SHOWN = '(nothing is known)';

/** Asks a model every question twice: with what is shown, and with other text or none. Rejects if it cannot. */
export async function sitExam<One extends { readonly question: Question }>(
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

/** The number of right answers, with what is shown and with the other text. */
export function rightExamAnswers(
  readings: ReadonlyMap<{ readonly question: Question }, Reading>,
): Readonly<Record<keyof Reading, number>> {
  const right = (how: keyof Reading) =>
    [...readings].filter(
      ([{ question }, read]) => read[how] === question.options.indexOf(question.right),
    );
  return { with: right('with').length, without: right('without').length };
}

/** Whether these messages ask a question of an exam. */
export function isExamMessage(
  [first]: readonly { readonly content: string }[],
  prompts: PromptLibrary,
): boolean {
  // A description of the reply's form may follow it.
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
  if (obstacleInErrors(answer.error.kind) !== null) throw answer.error;
  return null;
}

/** The option that a model chose, from 0, with what is shown and without. Null for no usable answer. */
export type Reading = Readonly<Record<'with' | 'without', number | null>>;
