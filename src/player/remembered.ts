import { canonicalAction, nounsInCommand, walkingDirection } from '../domain/command.ts';
import { memoryActions } from '../domain/memory.ts';
import { HEADING } from '../prompts/question.ts';
import { readMemories, readMemoryNotNow, type MemoryLine } from '../prompts/memory-lines.ts';
import { readSceneList } from '../prompts/scene-wording.ts';
import { names, refuses, isBlow } from './lexicon.ts';
import type { Situation, Choice } from './situation.ts';

export function memoriesHere({ sections }: Pick<Situation, 'sections'>): readonly MemoryLine[] {
  return readMemories(sections.get(HEADING.memories) ?? '');
}

/** What worked here before and would change nothing now, with the story's answer. */
export function toldFailingNow(situation: Pick<Situation, 'sections'>) {
  return memoriesHere(situation).flatMap(({ text }) => readMemoryNotNow(text));
}

/** How often it was deadly with other random numbers. */
const ODDS = /\b(?:death in|was deadly) (\d+) of (\d+) (?:tries|times)\b/g;

/** Whether fewer than half die of it. */
export function isMostlySurvived({ text }: MemoryLine): boolean {
  const odds = [...text.matchAll(ODDS)];
  return odds.length > 0 && odds.every(([, deaths, tries]) => Number(deaths) * 2 < Number(tries));
}

/** Proposals of this turn that are not played: they were refused, or their answer is known. */
export function refusedNow({ sections }: Pick<Situation, 'sections'>): readonly string[] {
  const told = [HEADING.refused, HEADING.answered].map((name) => sections.get(name) ?? '');
  return told.flatMap(readSceneList).map(({ name }) => name);
}

const SCORES = -6;
const WORKED = -1;

/** Actions that worked here by memories, if their things are here. Scoring ones come first. */
export function rememberedChoices(situation: Situation): readonly Choice[] {
  const { held, things, text, room, ways } = situation;
  const told = `${room.seen}\n${text.toLowerCase()}`;
  const isHere = (word: string) =>
    [...things, ...held].some(({ name }) => names(name, word)) || names(told, word);
  return memoriesHere(situation)
    .filter(({ category }) => category === 'SUCCESS')
    .flatMap((memory) => memoryActions(memory).map((action) => ({ ...memory, action })))
    .flatMap(({ title, action, text: memory }) => {
      const direction = walkingDirection(action);
      const isOpen = ways.some(({ command }) => walkingDirection(command) === direction);
      const nouns = direction === null ? nounsInCommand(action) : [];
      const isTaken =
        action.startsWith('take ') && held.some(({ name }) => names(name, nouns[0] ?? ''));
      if ((direction !== null && !isOpen && ways.length > 0) || isTaken || !nouns.every(isHere))
        return [];
      const cost = /^Scores? \d/.test(memory) ? SCORES : WORKED;
      return [{ action, cost, why: `It worked here before: ${title}.` }];
    });
}

/** Whether an action must not be played: refused this turn, deadly, or failed in an earlier episode. */
export function isAvoided(situation: Situation): (action: string) => boolean {
  const { here, ways, journal, place } = situation;
  const remembered = (wanted: string) =>
    memoriesHere(situation)
      .filter((memory) => memory.category === wanted && !isMostlySurvived(memory))
      .flatMap(memoryActions)
      .map((action) => /^about \d+ turns? after "(.+)"$/.exec(action)?.[1] ?? action);
  const last = journal.at(-1);
  // What was refused a moment ago would be refused again.
  const before = last?.place === place ? (last.note?.refused ?? []) : [];
  const refused = [...refusedNow(situation), ...before];
  const deadly = ways.filter(({ isDeadly }) => isDeadly).map(({ command }) => command);
  const vain = toldFailingNow(situation).map(({ command }) => command);
  const never = isAmong([...refused, ...deadly, ...vain, ...remembered('DANGER')]);
  // Lists of failures are not updated when one of them works later.
  const worked = isAmong(remembered('SUCCESS'));
  const failed = isAmong(remembered('FAILURE').filter((action) => !worked(action)));
  const isOpen = isAmong(ways.map(({ command }) => command));
  const changed = here.filter(
    ({ action, text }) => /^(?:unlock|push|pull|turn|move) /.test(action) && !refuses(text),
  );
  return (action) => {
    if (never(action)) return true;
    if (!failed(action) || isBlow(action) || isOpen(action)) return false;
    const spelt = canonicalAction(action);
    const noun = spelt.split(' ').slice(1).join(' ');
    // A key in a lock changes the result of opening, and nothing else.
    const isChanged = changed.some(
      (done) =>
        done.action !== spelt &&
        names(done.action, noun) &&
        (!done.action.startsWith('unlock ') || /^(?:open|enter) /.test(spelt)),
    );
    return noun === '' || !isChanged;
  };
}

function isAmong(actions: readonly string[]): (action: string) => boolean {
  const known = new Set(actions.map(canonicalAction));
  return (action) => known.has(canonicalAction(action));
}
