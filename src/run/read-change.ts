import { ModelError } from '../domain/errors.ts';
import { readPlayed, playedTurns } from '../exam/played.ts';
import type { Question } from '../exam/question.ts';
import { examRoom } from '../exam/exam.ts';
import { rightExamAnswers, sitExam } from '../exam/sit-exam.ts';
import type { NightChange } from '../managers/tools.ts';
import type { Ask } from '../model/ask.ts';
import { BudgetExceeded } from '../model/budget.ts';
import { EARLIER_RECORDINGS } from '../verify/recording.ts';
import { roomPromptParts } from './first-prompt.ts';
import type { RunServices } from './run-services.ts';

/** The most questions about a change, each asked twice. */
const MOST_READ = 10;

/** The model that may be asked, and a warning if it could not be. */
export interface Reader {
  readonly ask: Ask;
  readonly signal: AbortSignal;
  readonly complain: (message: string) => void;
}

/** Why a model answers fewer questions right with a change. Null if it does not, or could not be asked, with a warning. */
export async function whyChangeReadsWorse(
  services: RunServices,
  { what, before, after }: NightChange,
  questions: readonly Question[],
  { ask, signal, complain }: Reader,
): Promise<string | null> {
  const { config, story, learnt, prompts } = services;
  const shownWith = (bytes: Uint8Array | null) =>
    roomPromptParts(services, learnt, { [what]: bytes });
  const [then, now] = [await shownWith(before), await shownWith(after)];
  const [first] = playedTurns(readPlayed(config.workdir, story, EARLIER_RECORDINGS + 1));
  const roomOf = (question: Question) => examRoom(question, first?.before.location ?? null).id;
  const shownFor = (question: Question) => now(roomOf(question));
  const otherwise = (question: Question) => then(roomOf(question));
  const asked = questions
    .filter((question) => shownFor(question) !== otherwise(question))
    .slice(0, MOST_READ)
    .map((question) => ({ question }));
  try {
    const readings = await sitExam(asked, { ask, prompts, shownFor, otherwise, signal });
    const right = rightExamAnswers(readings);
    if (right.with >= right.without) return null;
    return `answers that a model reads: ${right.without} of ${asked.length} right before, ${right.with} after`;
  } catch (error) {
    if (!(error instanceof ModelError || error instanceof BudgetExceeded)) throw error;
    complain(`What the end of the episode changed was read by no model: ${error.message}`);
    return null;
  }
}
