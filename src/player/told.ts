import { actionsOf } from '../domain/memory.ts';
import { HEADING } from '../prompts/headings.ts';
import { readMemories, type MemoryLine } from '../prompts/memory-lines.ts';
import { listed } from '../prompts/scene-wording.ts';
import type { JournalTurn } from './journal.ts';
import type { Situation } from './situation.ts';
import { names, refuses, says } from './texts.ts';
import { isLamp, type Thing } from './things.ts';

/** What was told of single things, in this episode or by memories: that they are locked, stuck, lit, or hold something. */

/** What memories tell of this place. */
export function memoriesHere({ sections }: Pick<Situation, 'sections'>): readonly MemoryLine[] {
  return readMemories(sections.get(HEADING.memories) ?? '');
}

/** How often it was deadly when it was tried under other random numbers. */
const ODDS = /\b(?:death in|was deadly) (\d+) of (\d+) (?:tries|times)\b/g;

/** Whether it was found that fewer than half of those die of it. */
export function isMostlySurvived({ text }: MemoryLine): boolean {
  const odds = [...text.matchAll(ODDS)];
  return odds.length > 0 && odds.every(([, deaths, tries]) => Number(deaths) * 2 < Number(tries));
}

/** What was proposed in this turn and is not played: it was refused, or its answer is known. */
export function refusedNow({ sections }: Pick<Situation, 'sections'>): readonly string[] {
  const told = [HEADING.refused, HEADING.answered].map((name) => sections.get(name) ?? '');
  return told.flatMap(listed).map(({ name }) => name);
}

/** Whether it said that it is locked, now or in an earlier episode, and was not found open since. */
export function isLocked({ word, traits }: Thing, situation: Situation): boolean {
  const { here } = situation;
  const isSaid =
    lockedWords(here).includes(word) ||
    traits.includes('locked') ||
    memoriesHere(situation).some(
      (memory) => actionsOf(memory).includes(`open ${word}`) && says('locked', memory.text),
    );
  return isSaid && !isOpenAt(here, word);
}

/** What said at a place that it is locked, and was not found open since. */
export function lockedWords(there: readonly JournalTurn[]): readonly string[] {
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

/** Whether a key turned in it after it was tried to open it last. */
export function isUnlocked({ word }: Thing, { here }: Situation): boolean {
  const opened = here.findLastIndex(({ action }) => action === `open ${word}`);
  const unlocked = here.findLastIndex(({ action }) => action.startsWith(`unlock ${word} with`));
  return unlocked > opened && /unlock|click|turns/i.test(here[unlocked]?.text ?? '');
}

/** A blow is chance: one that missed says nothing of the next. */
export function isBlow(action: string): boolean {
  return /^(?:attack|kill|hit|fight) /.test(action);
}

const LIGHTING = /^(?:light|burn|turn on|switch on) /;

/** A light that is on, or was not found to fail when it was lit last. */
export function workingLight({ held, journal }: Situation): Thing | undefined {
  return held.filter(isLamp).find(({ word, traits }) => {
    if (traits.includes('on') || traits.includes('light')) return true;
    const lit = journal.findLast(({ action }) => LIGHTING.test(action) && names(action, word));
    return lit === undefined || !refuses(lit.text);
  });
}
