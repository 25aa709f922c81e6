import type { GameState } from '../../domain/game-state.ts';
import { plural, sentencesOf } from '../../domain/text.ts';
import { quote } from '../../prompts/quote.ts';
import type { Section } from './section.ts';

/** An old description is dropped before attempts are: the player can look again. */
const GOES_EARLY = 4;

/** So many of the newest texts are near enough to be read again. */
const NEAR_TEXTS = 3;

/** What the story would print for a look now. Null if it takes no command. */
export type LookAgain = () => string | null;

/**
 * The room's description, if none of the newest messages has it. If an earlier episode knows the room, only the newest
 * message counts. `folded` is the last turn that only a summary tells. Keeps the sentences that the story would print again
 * now. Null if a message has it, if it is unknown, in the dark, and if no sentence is left.
 */
export function roomSection(
  { descriptions, turn, observation }: GameState,
  folded: number | null,
  lookAgain: LookAgain,
  isKnown = false,
): Section | null {
  const description = descriptions.get(observation.location.id);
  if (description === undefined || observation.isDark === true) return null;
  const age = turn - description.turn;
  const isTold = folded === null || description.turn > folded;
  if (age < (isKnown ? 1 : NEAR_TEXTS) && isTold) return null;
  const now = lookAgain();
  const text = now === null ? '' : stillPrinted(description.text, now);
  if (text !== description.text && !/\n\s*\S/.test(text)) return null;
  const ago = `${plural(age, 'turn')} ago`;
  const how =
    text === description.text
      ? `as printed ${ago}`
      : `printed ${ago}, without what has changed since`;
  return { name: `Room description (${how})`, body: quote(text), priority: GOES_EARLY };
}

/** The first line, which names the room, and the sentences that the newer text has, too. */
function stillPrinted(text: string, now: string): string {
  const printed = plain(now);
  const isPrinted = (sentence: string) => printed.includes(plain(sentence));
  const [name = '', ...lines] = text.split('\n');
  const kept = lines.map((line) => {
    const sentences = sentencesOf(line);
    return sentences.every(isPrinted) ? line : sentences.filter(isPrinted).join(' ');
  });
  const isWhole = kept.every((line, at) => line === lines[at]);
  return isWhole
    ? text
    : [name, ...kept]
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trimEnd();
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
