import { canonicalAction, normaliseAction } from '../../domain/command.ts';
import { textFromRoomName } from '../../domain/room-description.ts';
import { knownScoreChange, moved, scoreChange } from '../../domain/turn-effect.ts';
import { isNamedWhole } from '../../domain/named-things.ts';
import { type Memory, type ProposedFact, memoryTitleForm } from '../../domain/memory.ts';
import { type Location, type Observation } from '../../domain/observation.ts';
import { isOrdinaryWord, wordForms } from '../../domain/word-forms.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { nounsIn } from '../english-nouns.ts';
import { plainWords, sentencesOf } from '../../domain/text.ts';
import { meantTitle } from './clean-text.ts';
import type { Lesson } from './memory-reply.ts';
import type { Wish } from './plan-changes.ts';
import { thingsConcerned } from './thing-changes.ts';

/** The answer to a question, and the turns that it was about, the oldest first. */
export interface Taught {
  readonly lesson: Lesson;
  /** The lesson as the model wrote it, before it was judged. */
  readonly wanted: Lesson;
  readonly describesRoom: boolean;
  readonly turns: readonly [TurnRecord, ...TurnRecord[]];
  /** The earlier turn under whose room it is filed. If absent, the last of the turns. */
  readonly at?: TurnRecord;
  /** Whether another lesson of the same answer tells of the last turn and its points. */
  readonly isAside?: boolean;
}

export function lastTaughtTurn(turns: Taught['turns']): TurnRecord {
  return turns.at(-1) ?? turns[0];
}

/**
 * Whether a lesson is about the room where the turns ended. Either the model says that this is how the room starts, or its
 * title begins with the room's name and a colon and it is not about the points for coming in. `isAside`: another lesson of
 * the same answer is about these.
 */
export function isLessonOfEnteredRoom(
  memory: NonNullable<Lesson['memory']>,
  turns: Taught['turns'],
  isAside = false,
) {
  const last = lastTaughtTurn(turns);
  const { before, after } = last;
  const isNamed = isHeadedBy(memory.title, after.location);
  if (memory.persistence === 'core') {
    const isOther = before.location.name !== after.location.name;
    return (isNamed && isOther) || tellsOfEntered(memory, turns);
  }
  return isNamed && moved(last) && (isAside || scoreChange(last) === 0);
}

/** Whether a title begins with a room's name and a colon. With a number, it must be the room's. */
function isHeadedBy(title: string, { id, name }: Location): boolean {
  const [head = '', rest] = title.split(':');
  const [, plain = '', number] = /^(.*?)(?: \((\d+)\))?$/.exec(head.trim()) ?? [];
  const isIt = number === undefined || Number(number) === id;
  return rest !== undefined && isIt && normaliseAction(plain) === normaliseAction(name);
}

/** Whether a lesson tells how the room entered starts. */
export function isOfStart({ describesRoom, lesson }: Taught): boolean {
  return describesRoom && lesson.memory?.persistence === 'core';
}

/** Whether a text describes the room that was entered: by sentences, else by things, printed only there or not elsewhere. */
function tellsOfEntered(
  { title, text }: Pick<Memory, 'title' | 'text'>,
  turns: Taught['turns'],
): boolean {
  const last = lastTaughtTurn(turns);
  if (!moved(last)) return true;
  const { before, after } = last;
  const told = `${title} ${text}`;
  const isPrinted = (...looks: readonly Observation[]) =>
    tellingSentencesIn(text).some((one) =>
      looks.some((look) => plainWords(look.text).includes(one)),
    );
  const isOfAfter = isPrinted(after);
  if (isOfAfter !== isPrinted(...turns.map((turn) => turn.before))) return isOfAfter;
  // A text may tell the way from other rooms; the title says what it is about.
  for (const words of [title, told]) {
    const isTold = (one: Observation, other: Observation) =>
      one.objects.some(
        ({ id, name }) =>
          isNamedWhole(words, name) && other.objects.every((each) => each.id !== id),
      );
    if (isTold(after, before) !== isTold(before, after)) return isTold(after, before);
  }
  const here = thingsIn(
    seen(after, textFromRoomName(after.text, after.location.name) ?? after.text),
  );
  const there = thingsIn(
    seen(before, before.text, ...turns.map(({ decision }) => decision.action)),
  );
  const named = [...thingsIn(told)];
  const only = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    named.filter((word) => one.has(word) && !other.has(word)).length;
  return only(there, here) <= only(here, there);
}

/** A shorter sentence may stand anywhere. */
const LEAST_WORDS = 4;

/** The sentences of a text that are long enough to tell where they come from, as plain words. */
export function tellingSentencesIn(text: string): readonly string[] {
  const sentences = sentencesOf(text).map(plainWords);
  return sentences.filter((one) => one.split(' ').length >= LEAST_WORDS);
}

function seen({ location, objects }: Observation, ...texts: readonly string[]): string {
  return [location.name, ...objects.map(({ name }) => name), ...texts].join(' ');
}

/** The words of a text that name things, in each of their forms. */
function thingsIn(text: string): ReadonlySet<string> {
  const words = nounsIn(text).map(({ word }) => word);
  return new Set(words.filter((word) => !isOrdinaryWord(word)).flatMap(wordForms));
}

/** The lesson with its memory as a guess that replaces no other, with the reason. */
export function doubtedLesson(lesson: Lesson, doubt: string | null): Lesson {
  const { memory } = lesson;
  if (doubt === null || memory === null) return lesson;
  // A memory that was a guess from the start stays one when the game shows the thing.
  const doubted = memory.status === 'ACTIVE' ? { ...memory, doubt } : memory;
  return { ...lesson, memory: { ...doubted, status: 'TENTATIVE' }, supersedes: [] };
}

/**
 * Turns a lesson into a wish to change memories. Episode, turn and points come from the engine. It is filed under the room
 * where the action was taken, unless it describes the room entered. `titles` are those that the model may mean.
 */
export function wishFor(
  { lesson, describesRoom, turns, at, isAside }: Taught,
  episode: number,
  titles: readonly string[] = [],
): Wish {
  const last = lastTaughtTurn(turns);
  const first = at ?? turns[0];
  const { turn } = last;
  const { before, after } = at ?? last;
  const [room, otherRoom] =
    describesRoom && moved(last)
      ? [after.location, before.location]
      : [before.location, after.location];
  const points = isAside === true ? 0 : pointsFor(lesson.memory, turns);
  const own = at === undefined ? turnNamed(lesson.memory, turns, points) : undefined;
  const { turn: to } = own ?? last;
  const from = own === undefined ? first.turn : to;
  const memory: Memory | null = lesson.memory && {
    ...placed(lesson.memory, room),
    title: memoryTitleForm(lesson.memory.title),
    episode,
    turns: from === to ? `${to}` : `${from}-${to}`,
    scoreChange: points,
    supersededBy: null,
    supersededAtTurn: null,
    invalidationReason: null,
  };
  const meant = (named: readonly string[]) => [
    ...new Set(named.map((title) => meantTitle(title, titles))),
  ];
  const [supersedes, invalidates] = [meant(lesson.supersedes), meant(lesson.invalidates)];
  const { invalidationReason } = lesson;
  const movers = thingsConcerned(last);
  return { room, otherRoom, movers, memory, supersedes, invalidates, invalidationReason, turn };
}

/** The only one of several turns whose command is the title of a memory, unless the memory has the points of another. */
function turnNamed(
  memory: Lesson['memory'],
  turns: Taught['turns'],
  points: number | null,
): TurnRecord | undefined {
  const title = canonicalAction(memory?.title ?? '');
  const named = turns.filter(({ decision }) => canonicalAction(decision.action) === title);
  const [own] = named.length === 1 ? named : [];
  return own === lastTaughtTurn(turns) || (points ?? 0) === 0 ? own : undefined;
}

/** Drops `about` if it is the very room that the memory is filed under. */
function placed(memory: NonNullable<Lesson['memory']>, room: Location) {
  const { about, ...rest } = memory;
  return about === undefined || about === room.id ? rest : memory;
}

/** Takes a fact that belongs to no room. False if it is not wanted. */
export type Propose = (fact: ProposedFact) => boolean;

/** Hands a memory of no room over to the knowledge base, as a guess if it is in doubt. Returns the lesson without it. */
export function handedOverLesson(
  taught: Taught,
  episode: number,
  propose: Propose | undefined,
): Taught {
  const { lesson, turns } = taught;
  const { memory, isOfNoRoom } = lesson;
  if (memory === null || isOfNoRoom !== true) return taught;
  if (memory.persistence === 'ephemeral') return taught;
  const { turn } = lastTaughtTurn(turns);
  const doubt = memory.status === 'ACTIVE' ? {} : { isTentative: true };
  const text = `${memory.title}: ${memory.text}`;
  const isTaken = propose?.({ text, episode, turn, ...doubt }) === true;
  return isTaken ? { ...taught, lesson: { ...lesson, memory: null } } : taught;
}

/** The points of the turns for their memory. If one of several turns failed, only those of the last one. */
function pointsFor(memory: Lesson['memory'], turns: Taught['turns']): number | null {
  const last = lastTaughtTurn(turns);
  const { alsoIdle = [] } = last.comparison ?? {};
  // The clock may bring points while a command does something else.
  const isClocks = last.cause === 'command' && alsoIdle.some((one) => one.startsWith('points'));
  const points = isClocks ? 0 : knownScoreChange(last);
  return memory?.category === 'FAILURE' && turns.length > 1 && (points ?? 0) > 0 ? 0 : points;
}

/** The command of the opening, as the question words it. */
const BEGINNING = '(the game begins)';

/** The start of an episode as turn 0, for the opening text about the first room. Null for any later turn. */
export function openingTurn(record: TurnRecord): TurnRecord | null {
  if (record.turn !== 1) return null;
  const decision = { ...record.decision, action: BEGINNING, reasoning: '' };
  return { turn: 0, before: record.before, decision, after: record.before };
}

/** The arrival in a room as a turn that begins and ends there, for the room's start. */
export function arrivalTurn({ turn, decision, after }: TurnRecord): TurnRecord {
  const action = `(coming in by "${decision.action}")`;
  const text = textFromRoomName(after.text, after.location.name) ?? after.text;
  const seen = { ...after, text, ended: null, died: false };
  return { turn, before: seen, decision: { ...decision, action, reasoning: '' }, after: seen };
}
