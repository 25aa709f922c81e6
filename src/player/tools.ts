import type { Choice } from './choice.ts';
import { refuses, saysLocked, saysOpen } from './answers.ts';
import { names, type Thing } from './thing-names.ts';
import { allows } from './grammar.ts';
import { isLamp } from './handling.ts';
import { MEMORIES } from './remembered.ts';
import type { Situation } from './situation.ts';

export const KEY = /\b(?:key|keys|keycard|card|lockpick)\b/;
const KEY_COST = 0.1;
const OTHER_COST = 11;
const LIGHT_VERBS = ['turn on', 'switch on', 'light'];

/** A light for the dark. */
export function lightChoices({ isDark, held, grammar }: Situation): readonly Choice[] {
  if (!isDark) return [];
  return held
    .filter(
      (thing) =>
        (isLamp(thing) || thing.traits.includes('switchable')) && !thing.traits.includes('on'),
    )
    .flatMap(({ word }) =>
      LIGHT_VERBS.filter((verb) => allows(grammar, verb, 'X')).map((verb, rank) => ({
        action: `${verb} ${word}`,
        cost: -20 + rank,
        why: 'It is dark here.',
      })),
    );
}

/** Whether a light is on, or was not found to fail when it was lit last. */
export function isWorking({ word, traits }: Thing, { journal }: Situation): boolean {
  if (traits.includes('on') || traits.includes('light')) return true;
  const lit = journal.findLast(
    ({ action }) =>
      LIGHT_VERBS.some((verb) => action.startsWith(`${verb} `)) && names(action, word),
  );
  return lit === undefined || !refuses(lit.text);
}

/** Unlocking what said that it is locked, with each thing held, keys first, and opening what was unlocked. */
export function unlockChoices(situation: Situation): readonly Choice[] {
  const { held, grammar, isTried } = situation;
  if (!allows(grammar, 'unlock', 'X with Y')) return [];
  return lockedThings(situation).flatMap((word) => {
    if (isUnlocked(word, situation)) {
      const action = `open ${word}`;
      return [{ action, cost: -1, why: `The ${word} is unlocked now.`, again: true as const }];
    }
    return held
      .map((thing) => ({
        action: `unlock ${word} with ${thing.word}`,
        cost: KEY.test(thing.name) ? KEY_COST : OTHER_COST,
        why: `The ${word} is locked.`,
      }))
      .filter(({ action }) => !isTried(action));
  });
}

/** What said at a place that it is locked, and was not found open since. */
export function lockedAt(
  place: number,
  { journal }: Pick<Situation, 'journal'>,
): readonly string[] {
  const there = journal.filter((turn) => turn.place === place);
  const said = there
    .filter((turn) => saysLocked(turn.text))
    .flatMap(({ action }) => /^(?:open|unlock|enter) (.+?)(?: with .*)?$/.exec(action)?.[1] ?? []);
  return said.filter((word) => !isOpenAt(there, word));
}

function isOpenAt(there: Situation['journal'], word: string): boolean {
  const newest = there.findLast(({ action }) => isAbout(action, word));
  if (newest === undefined) return false;
  return newest.action.startsWith('open ') ? !saysLocked(newest.text) : saysOpen(newest.text);
}

/** By what the game said of it in this episode or, as a memory has it, in an earlier one, and by its traits. */
function lockedThings(situation: Situation): readonly string[] {
  const { journal, place, things, sections } = situation;
  const here = journal.filter((turn) => turn.place === place);
  const remembered = sections.get(MEMORIES) ?? '';
  return [
    ...new Set([
      ...lockedAt(place, situation),
      ...things.flatMap(({ word, traits }) => (traits.includes('locked') ? [word] : [])),
      ...[...remembered.matchAll(/\bopen (\w+)[;:].*locked/g)].map(([, word = '']) => word),
    ]),
  ].filter((word) => !isOpenAt(here, word));
}

function isAbout(action: string, word: string): boolean {
  return action === `open ${word}` || action.startsWith(`unlock ${word} with `);
}

/** Whether a key turned in it after it was tried to open it last. */
function isUnlocked(word: string, { journal, place }: Situation): boolean {
  const here = (action: (done: string) => boolean) =>
    journal.findLastIndex((turn) => turn.place === place && action(turn.action));
  const opened = here((done) => done === `open ${word}`);
  const unlocked = here((done) => done.startsWith(`unlock ${word} with`));
  return unlocked > opened && /unlock|click|turns/i.test(journal[unlocked]?.text ?? '');
}
