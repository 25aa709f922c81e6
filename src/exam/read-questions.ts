import * as z from 'zod';
import { obstacleOf } from '../domain/errors.ts';
import type { Ask } from '../model/ask.ts';
import type { PromptLibrary } from '../prompts/prompt-library.ts';
import { questionMessages } from '../prompts/question.ts';
import { oneLine } from '../prompts/quote.ts';
import type { Examined } from './examine.ts';
import { factWords, type Question } from './question.ts';

/** The option that a model chose, from 0, with what was learnt before it and without; null where it gave no usable answer. */
export type Reading = Readonly<Record<'with' | 'without', number | null>>;

/** What reading needs. */
interface ReadingPorts {
  readonly ask: Ask;
  readonly prompts: PromptLibrary;
  /** What a prompt would show at the place that a question asks about. */
  readonly shownFor: (question: Question) => string;
  readonly signal: AbortSignal;
}

const LETTERS = ['A', 'B', 'C', 'D'] as const;
const replySchema = z.object({ answer: z.enum(LETTERS) });
const NOTHING_SHOWN = '(nothing is known)';

/**
 * Asks a model every question twice: beside what a prompt would show, and beside nothing. Rejects with the ModelError of
 * the first question that could not be put at all, and with the signal's reason.
 */
export async function readQuestions(
  examined: readonly Examined[],
  ports: ReadingPorts,
): Promise<ReadonlyMap<Examined, Reading>> {
  const readings = new Map<Examined, Reading>();
  for (const one of examined) {
    const shown = ports.shownFor(one.question);
    const read = async (known: string) => choose(one.question, known, ports);
    readings.set(one, { with: await read(shown), without: await read('') });
  }
  return readings;
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
