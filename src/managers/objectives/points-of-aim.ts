import { normaliseAction } from '../../domain/command.ts';
import { scoreChange } from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { locationIdsIn } from './aim.ts';
import { demandForms, demandObject, demandWords } from './demands.ts';

/** `for +19`, `(+4, +6)`, `7 points`, but not `+6 each`. */
const POINTS =
  /\+(\d{1,4})\b(?!\s*(?:points? )?(?:each|apiece))|\b(\d{1,4}) points?\b(?! (?:each|apiece))/gi;
const EACH = /\b(?:each|apiece|per)\b/i;

/** The sum of the points that an objective is said to bring. Null if it names none, or points for each of several things. */
function pointsOfAim(text: string): number | null {
  const named = [...text.matchAll(POINTS)].map(([, plus, plain]) => Number(plus ?? plain));
  const sum = named.reduce((all, one) => all + one, 0);
  return sum === 0 || EACH.test(text) ? null : sum;
}

/**
 * The last of the turns that won all the points which an objective is said to bring, by what it names or in its rooms.
 * Undefined if they won fewer, or if it names no points.
 */
export function turnOfAllPoints(
  text: string,
  since: readonly TurnRecord[],
): TurnRecord | undefined {
  const wanted = pointsOfAim(text);
  const words = demandForms(text);
  const places = locationIdsIn(text);
  const paid = since.filter((turn) => {
    const named = [...demandWords(demandObject(normaliseAction(turn.decision.action)))];
    const isThere = [turn.before, turn.after].some(({ location }) => places.includes(location.id));
    return scoreChange(turn) > 0 && (isThere || named.some((one) => words.has(one)));
  });
  const won = paid.reduce((sum, turn) => sum + scoreChange(turn), 0);
  return wanted === null || won < wanted ? undefined : paid.at(-1);
}
