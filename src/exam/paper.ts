import { hashOf, KINDS, type Question, withOptions } from './question.ts';
import { askWhatHappens, askWhatKills, askWhatOpens } from './ask-deeds.ts';
import { askWays, askWhere } from './ask-places.ts';
import type { PlayedTurn } from './played.ts';

/** The questions of one paper. */
export interface Paper {
  readonly seed: number;
  readonly questions: readonly Question[];
  /** The highest seed that still has a question; 0 where there is none. */
  readonly papers: number;
}

/**
 * The paper of a seed, from 1 on: so many questions, the kinds by turns. Papers of different seeds share none, and the last
 * may be shorter; a seed above the last has none.
 */
export function drawPaper(questions: readonly Question[], seed: number, size: number): Paper {
  const mixed = byTurns(questions);
  const papers = Math.ceil(mixed.length / size);
  return { seed, questions: mixed.slice((seed - 1) * size, seed * size), papers };
}

/** In an order that the questions themselves decide, one of each kind after the other. */
function byTurns(questions: readonly Question[]): readonly Question[] {
  const order = new Map(questions.map((one) => [one, hashOf(one)]));
  const sorted = [...questions].sort((a, b) =>
    (order.get(a) ?? '').localeCompare(order.get(b) ?? ''),
  );
  const ranked = KINDS.flatMap((kind, place) =>
    sorted.filter((one) => one.kind === kind).map((one, rank) => ({ one, rank, place })),
  );
  return ranked.sort((a, b) => a.rank - b.rank || a.place - b.place).map(({ one }) => one);
}

/** Every question that recorded play can be asked, with its options; equal play gives equal questions. Pure. */
export function makeQuestions(turns: readonly PlayedTurn[]): readonly Question[] {
  const asks = [askWhere, askWays, askWhatHappens, askWhatKills, askWhatOpens];
  return withOptions(asks.flatMap((ask) => ask(turns)));
}
