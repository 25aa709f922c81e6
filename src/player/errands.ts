import { isNamedAt, usesOn } from './applying.ts';
import type { Atlas } from './atlas.ts';
import { isLamp } from './handling.ts';
import { isWorking, lockedAt, KEY } from './tools.ts';
import type { Situation } from './situation.ts';
import { hasDisplay, isTreasure } from './treasure.ts';
import { names, type Thing } from './thing-names.ts';

const WITH_KEY = 0.5;
const WITH_LIGHT = 1;
const WHERE_NAMED = 2;
const ON_DISPLAY = 3;
const WITH_TOOL = 4;
const LIT = /^(?:light|burn|turn on|switch on) /;

/** Places that the player saw before it had what it holds now, with how much the thing is worth there. */
export function errands(situation: Situation, atlas: Atlas): ReadonlyMap<number, number> {
  const { journal, held, place } = situation;
  const won = held.map((thing) => ({ thing, at: wonAt(thing, situation) }));
  const lit = held.some(({ traits }) => traits.includes('on') || traits.includes('light'))
    ? journal.findLastIndex(({ action }) => LIT.test(action))
    : -1;
  const worth = new Map<number, number>();
  for (const [id, known] of atlas) {
    const seen = journal.findLastIndex((turn) => turn.place === id);
    if (id === place || seen === -1) continue;
    const since = won.filter(({ at }) => at > seen).map(({ thing }) => thing);
    const costs = [
      ...(known.isDark &&
      (lit > seen || since.some((thing) => isLamp(thing) && isWorking(thing, situation)))
        ? [WITH_LIGHT]
        : []),
      ...since.flatMap((thing) => [
        ...(KEY.test(thing.name) && lockedAt(id, situation).length > 0 ? [WITH_KEY] : []),
        ...(isNamedAt(id, thing, situation) ? [WHERE_NAMED] : []),
        ...(usesOn(thing, known.text.toLowerCase(), situation) ? [WITH_TOOL] : []),
        ...(isTreasure(thing, situation) && hasDisplay(id, situation) ? [ON_DISPLAY] : []),
      ]),
    ];
    if (costs.length > 0) worth.set(id, Math.min(...costs));
  }
  return worth;
}

/** The turn in which a thing came into the player's hands, as far as the journal tells. */
function wonAt({ word }: Thing, { journal }: Situation): number {
  const own = word.split(' ').at(-1) ?? word;
  const taken = journal.findIndex(({ action }) => action.startsWith('take ') && names(action, own));
  return taken === -1 ? journal.findIndex(({ text }) => names(text.toLowerCase(), own)) : taken;
}
