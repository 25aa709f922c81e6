import { canonicalAction, normaliseAction } from '../../domain/command.ts';
import { knownScoreChange, moved, scoreChange } from '../../domain/effect.ts';
import { isNamedWhole } from '../../domain/naming.ts';
import { type Memory, type ProposedFact, memoryTitleForm } from '../../domain/memory.ts';
import { type Location, type Observation, observedTextFromName } from '../../domain/observation.ts';
import { isOrdinaryWord, wordForms } from '../../domain/word-forms.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { nounsIn } from '../english-nouns.ts';
import { plainWords } from '../../domain/text.ts';
import { meantTitle } from './clean-text.ts';
import type { Lesson } from './memory-reply.ts';
import type { Wish } from './plan-changes.ts';
import { SENTENCE_GAP } from './room-start.ts';

/** What a question taught, and the turns it was about, oldest first. */
export interface Taught {
  readonly lesson: Lesson;
  /** The lesson as the model wanted it, before it was judged. */
  readonly wanted: Lesson;
  /** Whether it is of the room that was entered. */
  readonly describesRoom: boolean;
  readonly turns: readonly [TurnRecord, ...TurnRecord[]];
  /** The earlier turn under whose room it is filed; the last of the turns when absent. */
  readonly at?: TurnRecord;
  /** Whether another lesson of the same answer tells of the last turn, and of its points. */
  readonly isAside?: boolean;
}

export function lastOf(turns: Taught['turns']): TurnRecord {
  return turns.at(-1) ?? turns[0];
}

/**
 * Whether a lesson is of the room where the turns ended: the model took it for what that room holds at the start, or its
 * title begins with the room's name and a colon, and it is not what won the points of coming in.
 */
export function isLessonOfEntered(memory: NonNullable<Lesson['memory']>, turns: Taught['turns']) {
  if (memory.persistence === 'core') return tellsOfEntered(memory, turns);
  const last = lastOf(turns);
  const [head = '', rest] = memory.title.split(':');
  const isHead = normaliseAction(head) === normaliseAction(last.after.location.name);
  return isHead && rest !== undefined && moved(last) && scoreChange(last) === 0;
}

/**
 * Whether a lesson tells of the room where the turns ended: it has sentences that were printed there alone, else it names a
 * thing that is there alone, else no more of what is in another one alone.
 */
function tellsOfEntered(
  { title, text }: Pick<Memory, 'title' | 'text'>,
  turns: Taught['turns'],
): boolean {
  const last = lastOf(turns);
  if (!moved(last)) return true;
  const { before, after } = last;
  const told = `${title} ${text}`;
  const isPrinted = (...looks: readonly Observation[]) =>
    sentencesIn(text).some((one) => looks.some((look) => plainWords(look.text).includes(one)));
  const isOfAfter = isPrinted(after);
  if (isOfAfter !== isPrinted(...turns.map((turn) => turn.before))) return isOfAfter;
  const isTold = (one: Observation, other: Observation) =>
    one.objects.some(
      ({ id, name }) => isNamedWhole(told, name) && other.objects.every((each) => each.id !== id),
    );
  if (isTold(after, before) !== isTold(before, after)) return isTold(after, before);
  const here = thingsIn(
    seen(after, observedTextFromName(after.text, after.location.name) ?? after.text),
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

function sentencesIn(text: string): readonly string[] {
  const sentences = text.split(SENTENCE_GAP).map(plainWords);
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

/** The lesson with a memory that is not believed yet, which replaces none, for the reason given. */
export function planDoubtedLesson(lesson: Lesson, doubt: string | null): Lesson {
  const { memory } = lesson;
  if (doubt === null || memory === null) return lesson;
  // Who was not sure from the start is no surer when the game shows the thing.
  const doubted = memory.status === 'ACTIVE' ? { ...memory, doubt } : memory;
  return { ...lesson, memory: { ...doubted, status: 'TENTATIVE' }, supersedes: [] };
}

/**
 * What a lesson asks to change. Episode, turn and points come from the engine. It is filed under the room where the action
 * was taken, unless it describes the one that was entered. The model may have meant these `titles`.
 */
export function wishFor(
  { lesson, describesRoom, turns, at, isAside }: Taught,
  episode: number,
  titles: readonly string[] = [],
): Wish {
  const last = lastOf(turns);
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
  return { room, otherRoom, memory, supersedes, invalidates, invalidationReason, turn };
}

/** Of several turns the only one whose command is the title of a memory, where that has no points of another one. */
function turnNamed(
  memory: Lesson['memory'],
  turns: Taught['turns'],
  points: number | null,
): TurnRecord | undefined {
  const title = canonicalAction(memory?.title ?? '');
  const named = turns.filter(({ decision }) => canonicalAction(decision.action) === title);
  const [own] = named.length === 1 ? named : [];
  return own === lastOf(turns) || (points ?? 0) === 0 ? own : undefined;
}

/** A memory that is about the very room that it is filed under is about nothing else. */
function placed(memory: NonNullable<Lesson['memory']>, room: Location) {
  const { about, ...rest } = memory;
  return about === undefined || about === room.id ? rest : memory;
}

/** Takes what a lesson says of no room. False where nobody wants it. */
export type Propose = (fact: ProposedFact) => boolean;

/** The lesson without a memory that is of no room and was taken by the knowledge base, as a guess where it is in doubt. */
export function handedOver(taught: Taught, episode: number, propose: Propose | undefined): Taught {
  const { lesson, turns } = taught;
  const { memory, isOfNoRoom } = lesson;
  if (memory === null || isOfNoRoom !== true) return taught;
  if (memory.persistence === 'ephemeral') return taught;
  const { turn } = lastOf(turns);
  const doubt = memory.status === 'ACTIVE' ? {} : { isTentative: true };
  const text = `${memory.title}: ${memory.text}`;
  const isTaken = propose?.({ text, episode, turn, ...doubt }) === true;
  return isTaken ? { ...taught, lesson: { ...lesson, memory: null } } : taught;
}

/** The points of turns for a memory of them; where one of several failed, the last of them won what was won. */
function pointsFor(memory: Lesson['memory'], turns: Taught['turns']): number | null {
  const last = lastOf(turns);
  const { alsoIdle = [] } = last.comparison ?? {};
  // A clock may give points while a command does something else.
  const isClocks = last.cause === 'command' && alsoIdle.some((one) => one.startsWith('points'));
  const points = isClocks ? 0 : knownScoreChange(last);
  return memory?.category === 'FAILURE' && turns.length > 1 && (points ?? 0) > 0 ? 0 : points;
}

/** How the question about the opening names what was done. */
const BEGINNING = '(the game begins)';

/** The start of an episode as turn 0, for what the opening text says of the first room; null for any later turn. */
export function openingForLesson(record: TurnRecord): TurnRecord | null {
  if (record.turn !== 1) return null;
  const decision = { ...record.decision, action: BEGINNING, reasoning: '' };
  return { turn: 0, before: record.before, decision, after: record.before };
}

/** The room that a turn brought the player to, as a turn that begins and ends there, for what the room starts with. */
export function arrivalForLesson({ turn, decision, after }: TurnRecord): TurnRecord {
  const action = `(coming in by "${decision.action}")`;
  const text = observedTextFromName(after.text, after.location.name) ?? after.text;
  const seen = { ...after, text, ended: null, died: false };
  return { turn, before: seen, decision: { ...decision, action, reasoning: '' }, after: seen };
}
