import type { Atlas } from './atlas.ts';
import { usesOn } from './doing.ts';
import { isA } from './lexicon.ts';
import type { Situation } from './situation.ts';
import { names, nounsIn } from './texts.ts';
import { isLamp, lastWord, type Thing } from './things.ts';
import { isNamedThere, isTreasure, LIGHTING, lockedWords, workingLight } from './told.ts';
import { hasDisplay } from './treasure.ts';

/** What something held may be for at a place, and what that is worth. */
const REASONS = { key: 0.5, light: 1, named: 2, display: 3, tool: 4 };

/** Places that the player saw before it had what it holds now, with how much the thing is worth there. */
export function errands(situation: Situation, atlas: Atlas): ReadonlyMap<number, number> {
  const { journal, held, place } = situation;
  const won = held.map((thing) => ({ thing, at: wonAt(thing, situation) }));
  const light = workingLight(situation);
  const lit = light ? journal.findLastIndex(({ action }) => LIGHTING.test(action)) : -1;
  const worth = new Map<number, number>();
  for (const [id, known] of atlas) {
    const seen = journal.findLastIndex((turn) => turn.place === id);
    if (id === place || seen === -1) continue;
    const there = journal.filter((turn) => turn.place === id);
    const words = nounsIn(known.text);
    const since = won.filter(({ at }) => at > seen).map(({ thing }) => thing);
    const isLit = light !== undefined && (lit > seen || since.some(isLamp));
    const costs = since.flatMap((thing) => [
      ...(isA('key', thing.name) && lockedWords(there).length > 0 ? [REASONS.key] : []),
      ...(isNamedThere(thing, there) ? [REASONS.named] : []),
      ...(usesOn(thing, words) ? [REASONS.tool] : []),
      ...(isTreasure(thing, situation) && hasDisplay(there) ? [REASONS.display] : []),
    ]);
    const best = Math.min(...costs, known.isDark && isLit ? REASONS.light : Infinity);
    if (best < Infinity) worth.set(id, best);
  }
  return worth;
}

/** The turn in which a thing came into the player's hands, as far as the journal tells. */
function wonAt({ word }: Thing, { journal }: Situation): number {
  const own = lastWord(word);
  const taken = journal.findIndex(({ action }) => action.startsWith('take ') && names(action, own));
  return taken === -1 ? journal.findIndex(({ text }) => names(text.toLowerCase(), own)) : taken;
}
