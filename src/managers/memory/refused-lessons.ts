import type { Memory } from '../../domain/memory.ts';
import type { Message } from '../../domain/message.ts';
import { COPIED, copiesExample, isCopiedFromQuestion } from '../../prompts/copied.ts';
import type { KnownWords } from '../known-words.ts';
import { MOST_TITLE } from './clean-text.ts';
import type { Lesson } from './memory-reply.ts';

const OF_NO_GAME = 'it names nothing of this game';
const REPEATED = 'it repeats a phrase of the question and says nothing of it';
const CUT = 'its title and its text are one sentence that was cut';

/** Tells why a lesson of an answer is refused outright: it is the example of the question, or of no game. Else null. */
export function whyRefused(
  asked: readonly Message[],
  words: Pick<KnownWords, 'isOfGame'> | undefined,
) {
  const copies = copiesExample(asked);
  const repeats = isCopiedFromQuestion(asked);
  return ({ memory }: Lesson): string | null => {
    if (memory === null) return null;
    if (copies(memory.title) || copies(memory.text)) return COPIED;
    if (repeats(memory)) return REPEATED;
    if (isCutTwice(memory)) return CUT;
    return words?.isOfGame(memory.title, memory.text) === false ? OF_NO_GAME : null;
  };
}

/** Whether a text only repeats its title, and is as long as titles may be. */
function isCutTwice({ title, text }: Pick<Memory, 'title' | 'text'>): boolean {
  return title === text && title.length >= MOST_TITLE - 1 && !/[.!?]\W*$/.test(title);
}
