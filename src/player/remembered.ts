import { canonicalAction, namedNouns, walkingDirection } from '../domain/command.ts';
import { memoryActions } from '../domain/memory.ts';
import { HEADING } from '../prompts/question.ts';
import {
  readMemories,
  readNearDangers,
  readNotNow,
  type MemoryLine,
} from '../prompts/memory-lines.ts';
import {
  LUCK_HEADING,
  readWay,
  readSuggestion,
  RECIPE_HEADING,
} from '../prompts/recipe-wording.ts';
import { readSceneList } from '../prompts/scene-wording.ts';
import { thingNouns, names, refuses, says, sentencesOf, isBlow } from './lexicon.ts';
import type { Company } from './people.ts';
import type { JournalTurn, Situation, Choice } from './situation.ts';
import { isLampThing, type Thing } from './things.ts';

function memoriesHere({ sections }: Pick<Situation, 'sections'>): readonly MemoryLine[] {
  return readMemories(sections.get(HEADING.memories) ?? '');
}

/** What worked here before and would change nothing now, with the story's answer. */
export function toldFailingNow(situation: Pick<Situation, 'sections'>) {
  return memoriesHere(situation).flatMap(({ text }) => readNotNow(text));
}

/** How often it was deadly with other random numbers. */
const ODDS = /\b(?:death in|was deadly) (\d+) of (\d+) (?:tries|times)\b/g;

/** Whether fewer than half die of it. */
function isMostlySurvived({ text }: MemoryLine): boolean {
  const odds = [...text.matchAll(ODDS)];
  return odds.length > 0 && odds.every(([, deaths, tries]) => Number(deaths) * 2 < Number(tries));
}

/** Proposals of this turn that are not played: they were refused, or their answer is known. */
function refusedNow({ sections }: Pick<Situation, 'sections'>): readonly string[] {
  const told = [HEADING.refused, HEADING.answered].map((name) => sections.get(name) ?? '');
  return told.flatMap(readSceneList).map(({ name }) => name);
}

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

const DANGER = 14;
/** An exit that the description mentions together with danger; it is no danger in itself. */
const DANGEROUS_WAY = 5;
/** Entered after everything else. Waiting is better if there are gains that a death may cost. */
const DEADLY_ROOM = 30;
const MUST_NOT = 200;
/** Entered in time if it is mostly survived. */
const SELDOM_DEADLY = 10;

const DANGEROUS =
  /\b(?:cliff|precipice|abyss|chasm|quicksand|bottomless|sheer|plunge|railing|rusted|crumbl\w+|rot|rotten|rotting|frayed|slimy|lava|fire|flames|deadly|certain death|steep drop|edge of|unsafe|treacherous|beware|danger\w*)\b/i;
const STAYING = /^about \d+ turns? after coming in\b/;
const FIGHT_OR_CHANCE = /^(?:(?:attack|kill|hit|fight) |by chance, also without doing anything$)/;
const NOW_AND_THEN = /\((?:was deadly (\d+) of (?!\1 )\d+ times|deadly (?:when|unless) )/;

/** Dangers of being in a place: staying, a killer, somebody who strikes back, or chance. */
function isDeadly({ category, title, text }: MemoryLine): boolean {
  const isOfBeing = STAYING.test(title) || FIGHT_OR_CHANCE.test(title) || NOW_AND_THEN.test(text);
  return category === 'DANGER' && isOfBeing;
}

/** The added cost of a room in which earlier episodes died of staying, in a fight, or by chance. */
export function fearOfRooms({ sections, gains }: Situation): (room: number | null) => number {
  const most = gains.length > 0 ? MUST_NOT : DEADLY_ROOM;
  const near = readNearDangers(sections.get(HEADING.nearby) ?? '').map(([room, told]) => {
    const deadly = told.filter(isDeadly);
    const fear = deadly.every(isMostlySurvived) ? SELDOM_DEADLY : most;
    return [room, deadly.length === 0 ? 0 : fear] as const;
  });
  const fears = new Map<number | null, number>(near);
  return (room) => fears.get(room) ?? 0;
}

/** The added cost of an exit that the description mentions together with danger. */
export function fearOfExit(direction: string, to: number | null, { room }: Situation): number {
  const isAbout = (sentence: string) =>
    new RegExp(`\\b${direction}`).test(sentence) ||
    (direction === 'down' && thingNouns(sentence, 'deep').length > 0);
  const isFeared = sentencesOf(room.seen).some((said) => isAbout(said) && DANGEROUS.test(said));
  return isFeared ? (to === null ? DANGER : DANGEROUS_WAY) : 0;
}

/** Words for something that rises around the player. */
const RISING =
  /\b(?:up to|reach(?:es|ed|ing)?|over|above) your (?:ankles?|shins?|knees?|thighs?|waist|chest|shoulders|neck|chin)\b/i;

/** Whether staying here is deadly: something rises, which the room does not always say, or an earlier episode found it. */
export function isUnsafeHere(situation: Situation): boolean {
  const { text, room } = situation;
  const isRising = RISING.test(text) && !RISING.test(room.scenery);
  return (
    isRising ||
    memoriesHere(situation).some(
      ({ category, title }) => category === 'DANGER' && STAYING.test(title),
    )
  );
}

const MOST_TRIES = 2;

/** The next command of a way to points, or null. With luck, fights are fought as usual, and needless blows left out. */
export function recipeChoice(situation: Situation, { isFought }: Company): Choice | null {
  const way = wayOf(situation, 'lucky') ?? wayOf(situation, 'sure');
  if (way === null || (isFought && !way.isSure)) return null;
  const { isSure, commands, step, inVain } = way;
  const isAtBlow = !isSure && isBlow(way.next);
  const next = isAtBlow ? commands.slice(step).find((command) => !isBlow(command)) : way.next;
  if (next === undefined || inVain >= MOST_TRIES) return null;
  const why = isSure ? 'It was checked that this way leads' : 'With luck this way leads';
  return { action: next, cost: 0, why: `${why} to points.` };
}

/** A way while it is followed. `next` is the command as spelt, `inVain` how often it was played here in vain. */
function wayOf(situation: Situation, kind: 'sure' | 'lucky') {
  const { sections, journal, place } = situation;
  const told = readSuggestion(sections.get(HEADING.route) ?? '', kind);
  if (told === null || told.worked * 2 < told.tried) return null;
  const action = canonicalAction(told.next);
  if (refusedNow(situation).some((name) => canonicalAction(name) === action)) return null;
  const section = sections.get(kind === 'sure' ? RECIPE_HEADING : LUCK_HEADING) ?? '';
  const commands = readWay(section).map(canonicalAction);
  const step = told.number - 1;
  const timesIn = (played: readonly string[]) => played.filter((one) => one === action).length;
  // Plays elsewhere, or before the player left, say nothing about the command here.
  const stay = journal.slice(journal.findLastIndex((turn) => turn.place !== place) + 1);
  const done = commands.slice(0, step);
  const own = done.slice(done.findLastIndex((one) => walkingDirection(one) !== null) + 1);
  const inVain = timesIn(stay.map((turn) => turn.action)) - timesIn(own);
  return { isSure: kind === 'sure', next: told.next, commands, step, inVain };
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
      const nouns = direction === null ? namedNouns(action) : [];
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
  const { here, ways } = situation;
  const remembered = (wanted: string) =>
    memoriesHere(situation)
      .filter((memory) => memory.category === wanted && !isMostlySurvived(memory))
      .flatMap(memoryActions)
      .map((action) => /^about \d+ turns? after "(.+)"$/.exec(action)?.[1] ?? action);
  const refused = refusedNow(situation);
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
