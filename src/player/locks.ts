import { memoryActions } from '../domain/memory.ts';
import { names, refuses, says } from './lexicon.ts';
import { memoriesHere } from './remembered.ts';
import type { JournalTurn, Situation } from './situation.ts';
import { type Thing, isLampThing } from './things.ts';

/** Whether it was called locked, now or in an earlier episode, and not found open since. */
export function isToldLocked({ word, traits }: Thing, situation: Situation): boolean {
  const { here } = situation;
  const isSaid =
    toldLockedWords(here).includes(word) ||
    traits.includes('locked') ||
    memoriesHere(situation).some(
      (memory) => memoryActions(memory).includes(`open ${word}`) && says('locked', memory.text),
    );
  return isSaid && !isOpenAt(here, word);
}

/** The things at a place that were called locked and not found open since. */
export function toldLockedWords(there: readonly JournalTurn[]): readonly string[] {
  const said = there
    .filter((turn) => says('locked', turn.text))
    .flatMap(({ action }) => /^(?:open|unlock|enter) (.+?)(?: with .*)?$/.exec(action)?.[1] ?? []);
  return said.filter((word) => !isOpenAt(there, word));
}

function isOpenAt(there: readonly JournalTurn[], word: string): boolean {
  const newest = there.findLast(
    ({ action }) => action.startsWith('unlock ') || action === `open ${word}`,
  );
  if (newest?.action === `open ${word}`) return !says('locked', newest.text);
  return newest?.action.startsWith(`unlock ${word} `) === true && says('open', newest.text);
}

/** Whether a key turned in it after the last try to open it. */
export function isToldUnlocked({ word }: Thing, { here }: Situation): boolean {
  const opened = here.findLastIndex(({ action }) => action === `open ${word}`);
  const unlocked = here.findLastIndex(({ action }) => action.startsWith(`unlock ${word} with`));
  return unlocked > opened && /unlock|click|turns/i.test(here[unlocked]?.text ?? '');
}

const LIGHTING = /^(?:light|burn|turn on|switch on) /;

/** A light that is on, or did not fail at its last lighting. */
export function toldWorkingLight({ held, journal }: Situation): Thing | undefined {
  return held.filter(isLampThing).find(({ word, traits }) => {
    if (traits.includes('on') || traits.includes('light')) return true;
    const lit = journal.findLast(({ action }) => LIGHTING.test(action) && names(action, word));
    return lit === undefined || !refuses(lit.text);
  });
}
