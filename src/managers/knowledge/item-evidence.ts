import { sharedWords } from '../../domain/word-forms.ts';
import { cleanDoubt, isGuess, turnListOf, type Origin } from './item.ts';

/** What the evidence of an edit is judged by. */
export interface EvidenceRules {
  readonly episode: number;
  /** The turns an edit may appeal to. */
  readonly turns: { readonly from: number; readonly to: number };
  /** Why a text is to be doubted; null when it is not. */
  readonly doubt: (text: string) => string | null;
}

/** What a text of an edit rests on. */
export interface Evidence {
  readonly origin: Origin;
  readonly remark: string | null;
}

/** A revision goes on from an item when it says more than half of its words, and no other number. */
const MORE_THAN_HALF = 0.5;

function goesOn(text: string, before: string): boolean {
  const numbers = new Set(before.match(/\d+/g));
  const isOther = (text.match(/\d+/g) ?? []).some((number) => !numbers.has(number));
  return !isOther && sharedWords(text, before) > MORE_THAN_HALF;
}

/**
 * The turns that show a revised item: those of its revision, and its earlier ones where it goes on from a claim that was no
 * guess.
 */
export function withEarlier(
  { text, origin }: { readonly text: string; readonly origin: Origin },
  before: { readonly text: string; readonly origin: Origin },
): Origin {
  const known = before.origin;
  if (isGuess(known) || isGuess(origin) || !goesOn(text, before.text)) return origin;
  if (known.episode === origin.episode) {
    return { ...origin, ...earlierOf(known), turns: inOrder([...known.turns, ...origin.turns]) };
  }
  return { ...origin, earlier: turnListOf(known) };
}

function earlierOf({ earlier }: Origin): Pick<Origin, 'earlier'> {
  return earlier === undefined ? {} : { earlier };
}

/** What a text rests on: of the turns that the edit names those that there were, and what is to be doubted. */
export function evidenceOf(
  text: string,
  edit: { readonly turns: readonly number[] },
  rules: EvidenceRules,
): Evidence {
  const { from, to } = rules.turns;
  const turns = inOrder(edit.turns.filter((turn) => turn >= from && turn <= to));
  const others = edit.turns.filter((turn) => turn < from || turn > to);
  const missing =
    others.length === 0 ? null : `turn ${others.join(', ')} is not one of those shown`;
  const doubt = cleanDoubt(rules.doubt(text) ?? (turns.length === 0 ? (missing ?? '') : ''));
  const origin = { episode: rules.episode, turns, doubt };
  if (!isGuess(origin)) return { origin, remark: missing };
  return { origin, remark: `it is kept as a guess: ${doubt ?? 'no turn shows it'}` };
}

export function inOrder(turns: readonly number[]): readonly number[] {
  return [...new Set(turns)].sort((a, b) => a - b);
}
