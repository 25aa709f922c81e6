import type { Memory } from '../../domain/memory.ts';
import { textFromName, type Observation } from '../../domain/observation.ts';
import { isOrdinaryWord, wordForms } from '../../domain/ordinary-words.ts';
import { knownScoreChange, moved, type TurnRecord } from '../../domain/turn-record.ts';
import type { Grounds } from '../known-words.ts';
import { meantTitle } from './clean-text.ts';
import type { Lesson } from './memory-reply.ts';
import type { Wish } from './plan-changes.ts';
import type { Occasion } from './synthesis-trigger.ts';

/** What a question taught, and the turns it was about, oldest first. */
export interface Taught {
  readonly lesson: Lesson;
  /** Whether the model took it for what a room holds at the start, and it is not about the room that was left. */
  readonly describesRoom: boolean;
  readonly turns: readonly [TurnRecord, ...TurnRecord[]];
  /** The earlier turn under whose room it is filed; the last of the turns when absent. */
  readonly at?: TurnRecord;
}

/** The lesson, with a claim about how a room starts taken back where the room was seen before. */
export function guardCore(lesson: Lesson, occasion: Occasion): Lesson {
  if (lesson.memory?.persistence !== 'core' || occasion.firstVisit) return lesson;
  return { ...lesson, memory: { ...lesson.memory, persistence: 'permanent' } };
}

/**
 * Whether a lesson tells of the room where the turns ended rather than of one that was left: it names no more of what was
 * seen, and done, in that one alone than of what there is here alone.
 */
export function tellsOfEntered(
  { title, text }: Pick<Memory, 'title' | 'text'>,
  turns: Taught['turns'],
): boolean {
  const last = turns.at(-1) ?? turns[0];
  if (!moved(last)) return true;
  const { before, after } = last;
  const here = thingsIn(seen(after, textFromName(after.text, after.location.name) ?? after.text));
  const there = thingsIn(
    seen(before, before.text, ...turns.map(({ decision }) => decision.action)),
  );
  const named = [...thingsIn(`${title} ${text}`)];
  const only = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    named.filter((word) => one.has(word) && !other.has(word)).length;
  return only(there, here) <= only(here, there);
}

function seen({ location, objects }: Observation, ...texts: readonly string[]): string {
  return [location.name, ...objects.map(({ name }) => name), ...texts].join(' ');
}

/** The words of a text that name things, in each of their forms. */
function thingsIn(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return new Set(words.filter((word) => !isOrdinaryWord(word)).flatMap(wordForms));
}

/** A lesson that names what nobody knows is none; where that is not sure, its memory is a guess. */
export function groundLesson(lesson: Lesson, grounds: Grounds): Lesson {
  if (grounds === 'known' || lesson.memory === null) return lesson;
  if (grounds === 'invented') return { ...lesson, memory: null, supersedes: [] };
  return { ...lesson, memory: { ...lesson.memory, status: 'TENTATIVE' } };
}

/**
 * What a lesson asks to change. Episode, turn and points come from the engine. A memory is filed under the room where
 * the action was taken; only what describes the room that was entered is filed there. `titles` are those that the model
 * may have meant.
 */
export function wishFor(
  { lesson, describesRoom, turns, at }: Taught,
  episode: number,
  titles: readonly string[] = [],
): Wish {
  const last = turns.at(-1) ?? turns[0];
  const first = at ?? turns[0];
  const { turn } = last;
  const { before, after } = at ?? last;
  const [room, otherRoom] =
    describesRoom && moved(last)
      ? [after.location, before.location]
      : [before.location, after.location];
  const memory: Memory | null = lesson.memory && {
    ...lesson.memory,
    episode,
    turns: first.turn === turn ? String(turn) : `${first.turn}-${turn}`,
    scoreChange: isOwnScore(last) ? knownScoreChange(last) : 0,
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

/** Whether no clock gave or took points while a command did something else. */
function isOwnScore({ cause, comparison }: TurnRecord): boolean {
  const isClocks = comparison?.alsoIdle.some((outcome) => outcome.startsWith('points')) ?? false;
  return cause !== 'command' || !isClocks;
}

/** How the question about the opening names what was done. */
const BEGINNING = '(the game begins)';

/**
 * The start of an episode as a turn of its own, numbered 0, for what the opening text says of the room where the player
 * begins; null for any later turn.
 */
export function openingOf(record: TurnRecord): TurnRecord | null {
  if (record.turn !== 1) return null;
  const decision = { ...record.decision, action: BEGINNING, reasoning: '' };
  return { turn: 0, before: record.before, decision, after: record.before };
}

/** The room that a turn brought the player to, as a turn that begins and ends there, for what the room starts with. */
export function arrivalOf({ turn, decision, after }: TurnRecord): TurnRecord {
  const action = `(coming in by "${decision.action}")`;
  const text = textFromName(after.text, after.location.name) ?? after.text;
  const seen = { ...after, text, ended: null, died: false };
  return { turn, before: seen, decision: { ...decision, action, reasoning: '' }, after: seen };
}
