import { isPassive, normaliseAction } from '../../domain/command.ts';
import { isBelieved, tellsOf } from '../../domain/memory.ts';
import { hadNoEffect, type TurnRecord } from '../../domain/turn-record.ts';
import type { KnownWords } from '../known-words.ts';
import type { RoomMemories } from './memory-document.ts';
import type { Lesson } from './memory-reply.ts';
import { isLongText } from './turn-changes.ts';

/** A shorter quotation is no writing. */
const LONG_QUOTATION = 20;

/**
 * Whether an answer tells of something new: it names a thing or a place that the game did not print or show before, or
 * quotes what was not printed before, and no memory has it. Asked before the turn is heard; `recent` are the turns before.
 * Without words nobody can tell, and every long answer may.
 */
export function tellsNews(
  record: TurnRecord,
  words: Pick<KnownWords, 'newNames'> | undefined,
  rooms: ReadonlyMap<unknown, RoomMemories>,
  recent: readonly TurnRecord[],
): boolean {
  const { text } = record.after;
  if (words === undefined) return isLongText(text);
  const believed = [...rooms.values()].flatMap(({ memories }) => memories.filter(isBelieved));
  const isTold = (name: string) => believed.some((memory) => tellsOf(memory, name));
  if (words.newNames(record).some((name) => !isTold(name))) return true;
  const isQuoted = isLongText(text) && quotes(text);
  if (!isQuoted || recent.some(({ after }) => after.text === text)) return false;
  const thing = normaliseAction(record.decision.action).replace(/^\S+ ?/, '');
  const rules = believed.filter(({ persistence }) => persistence !== 'core');
  return thing !== '' && !rules.some((memory) => tellsOf(memory, thing));
}

/** The lesson, with a danger that was only read of as a note: it threatens where it is, which no `about` says. */
export function asReadOf(lesson: Lesson, turns: readonly TurnRecord[]): Lesson {
  const { category, about } = lesson.memory ?? {};
  if (lesson.memory === null || category !== 'DANGER' || !turns.every(isReading)) return lesson;
  if (about !== undefined) return lesson;
  return { ...lesson, memory: { ...lesson.memory, category: 'NOTE' } };
}

function isReading(record: TurnRecord): boolean {
  const { action } = record.decision;
  const isWriting = /^read\b/.test(normaliseAction(action)) || quotes(record.after.text);
  return isPassive(action) && hadNoEffect(record) && isWriting;
}

/** Whether a text has something written or said, as stories print it. */
function quotes(text: string): boolean {
  const quotations = [...text.matchAll(/["“]([^"”]*)["”]?/g)];
  return quotations.some(([, said = '']) => said.length >= LONG_QUOTATION);
}
