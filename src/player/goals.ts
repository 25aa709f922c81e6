import { canonicalAction } from '../domain/command.ts';
import { HEADING } from '../prompts/question.ts';
import { readMemoryGainLines } from '../prompts/memory-lines.ts';
import {
  readQuestionItems,
  readQuestionNoRoute,
  readQuestionAims,
  readQuestionRoute,
} from '../prompts/question-lines.ts';
import { withoutRoomNames } from '../prompts/room-wording.ts';
import { isA, names, says } from './lexicon.ts';
import { toldLockedWords, toldWorkingLight } from './locks.ts';
import type { Situation } from './situation.ts';
import { isTreasury } from './taking.ts';
import { isLampThing, thingWord, type Thing } from './things.ts';

/** The worth of a place with won points, and of one where a held thing may help. Less than the cost of an untried exit. */
const WORTH = { scored: 0.5, key: 0.5, treasury: 1, light: 1 };
const MOST_TRIES = 2;

/** The added cost of other places that are worth a walk. */
export function goalPlaces(situation: Situation): ReadonlyMap<number, number> {
  const { journal, place } = situation;
  const goals = goalsOf(situation);
  const places = new Set([...goals, ...journal.flatMap((turn) => turn.place ?? [])]);
  const isReached = (id: number, at: number) =>
    journal[at]?.note?.goal === id && (journal[at + 1]?.place ?? place) === id;
  const worth = [...places].map((id) => {
    const inVain = journal.filter((_, at) => isReached(id, at)).length;
    const cost = Math.min(goals.includes(id) ? WORTH.scored : Infinity, worthOf(id, situation));
    return [id, cost + inVain] as const;
  });
  return new Map(worth.filter(([id, cost]) => id !== place && cost < Infinity));
}

/** The worth of returning to a place: for what was left there, and for gains since. */
function worthOf(id: number, situation: Situation): number {
  const { journal, held } = situation;
  const there = journal.filter((turn) => turn.place === id);
  const seen = journal.findLastIndex((turn) => turn.place === id);
  const left = there.findLast(({ note }) => note !== null)?.note?.left ?? Infinity;
  const cameBy = journal.findLast((_, at) => journal[at + 1]?.place === id);
  const isDark = says('dark', cameBy?.text ?? '');
  const hasLight = toldWorkingLight(situation) !== undefined;
  const wins = held.filter((thing) => wonAt(thing, situation) > seen);
  const hasKey = wins.some(({ name }) => isA('key', name)) && toldLockedWords(there).length > 0;
  return Math.min(
    isDark && !hasLight ? Infinity : left,
    isTreasury(situation, id) ? WORTH.treasury : Infinity,
    isDark && hasLight && wins.some(isLampThing) ? WORTH.light : Infinity,
    hasKey ? WORTH.key : Infinity,
  );
}

function wonAt({ word }: Thing, { journal }: Situation): number {
  const own = thingWord(word);
  const taken = journal.findLastIndex(
    ({ action }) => action.startsWith('take ') && action.endsWith(own),
  );
  return taken === -1 ? journal.findIndex(({ text }) => names(text.toLowerCase(), own)) : taken;
}

/** The place to ask the way to: one whose way is told already, else the best one. None without a known way. */
export function goalToAskFor(situation: Situation): readonly [number, number] | undefined {
  const route = situation.sections.get(HEADING.route) ?? '';
  const all = [...goalPlaces(situation)].filter(([id]) => id !== readQuestionNoRoute(route));
  const told = readQuestionRoute(route)?.to;
  return all.find(([id]) => id === told) ?? all.toSorted(([, a], [, b]) => a - b)[0];
}

/** The first step to a place, as the prompt tells it. Undefined if it does not. */
export function firstStepToGoal({ sections }: Situation, target: number) {
  const route = readQuestionRoute(sections.get(HEADING.route) ?? '');
  if (route?.to === target) return route;
  return readMemoryGainLines(sections.get(HEADING.objectives) ?? '').find(
    ({ room }) => room === target,
  );
}

/** Other places with won points, by objectives and knowledge, without those that were walked to in vain repeatedly. */
function goalsOf(situation: Situation): readonly number[] {
  const { sections, journal, gains } = situation;
  const scored = [
    ...pledgesAmong(readQuestionAims(sections.get(HEADING.objectives) ?? '').open, SCORE),
    ...pledgesAmong(readQuestionItems(sections.get(HEADING.knowledge) ?? ''), LESSON),
    ...readMemoryGainLines(sections.get(HEADING.objectives) ?? '').flatMap(
      ({ room: id, commands }) => commands.map((command) => ({ text: command, id, command })),
    ),
  ];
  const isOpen = (goal: Pledge) =>
    !gains.some((gain) => isIt(goal, gain)) &&
    journal.filter((turn) => isIt(goal, turn)).length < MOST_TRIES;
  return scored.filter(isOpen).map(({ id }) => id);
}

function isIt({ id, command }: Pledge, turn: Situation['gains'][number]): boolean {
  return turn.place === id && turn.action === canonicalAction(command);
}

/** Objectives to claim, because this episode has won their points; and to give up, because their claim was refused. */
export function settledGoals({ sections, gains }: Situation) {
  const { open, refused } = readQuestionAims(sections.get(HEADING.objectives) ?? '');
  const won = pledgesAmong(open, SCORE).filter((goal) => gains.some((gain) => isIt(goal, gain)));
  const completed = won.map(({ text }) => text).filter((text) => !refused.includes(text));
  return { completed, dropped: pledgesAmong(refused, SCORE).map(({ text }) => text) };
}

export function goalOfGain(place: number, command: string): string {
  return `Score at Location ${place}: ${command}`;
}

/** An item of knowledge. `deed` is `"take cup" at Vault (7)`. */
export function goalLesson(deed: string, points: string): string {
  return `${deed} is worth ${points} points.`;
}

interface Pledge {
  readonly text: string;
  readonly id: number;
  readonly command: string;
}

const SCORE = /^Score at Location (?<id>\d+): (?<command>.+)$/;
const LESSON = /^"(?<command>.+)" at [^"]* \((?<id>\d+)\) is worth \+\d+ points\.$/;

/** The objectives or items of knowledge that name a gain. */
function pledgesAmong(texts: readonly string[], form: RegExp): readonly Pledge[] {
  return texts.flatMap((text) => {
    const { id, command } = form.exec(withoutRoomNames(text))?.groups ?? {};
    return command === undefined ? [] : [{ text, id: Number(id), command }];
  });
}
