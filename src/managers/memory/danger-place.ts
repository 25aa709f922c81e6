import { isPassive, normaliseAction, walkingDirection } from '../../domain/command.ts';
import { quotesWriting } from '../../domain/game-answer.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { isNamedWhole, thingsNamedByCommand } from '../../domain/named-things.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';
import { wordsIn } from '../../domain/text.ts';
import { hadNoEffect, moved } from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { KnownWords } from '../known-words.ts';
import type { Lesson } from './memory-reply.ts';

/** Files a danger where the engine saw it or at the place it names. One that was read about and names none is a note. */
export function placedDanger(
  lesson: Lesson,
  turns: readonly TurnRecord[],
  words: Pick<KnownWords, 'nameOf'> | undefined,
): Lesson {
  const { memory } = lesson;
  if (memory?.category !== 'DANGER') return lesson;
  const { about, ...rest } = memory;
  const isRead = turns.every(isReading);
  const isPlaced = about !== undefined && isThere(memory, turns, isRead, words);
  if (isPlaced) return lesson;
  const entered = about === undefined ? roomOfDanger(memory, turns.at(-1)) : null;
  if (entered !== null) return { ...lesson, memory: { ...memory, about: entered } };
  return { ...lesson, memory: isRead ? { ...rest, category: 'NOTE' } : rest };
}

/** Whether a danger can be at the place that it is about: not the thing it was read on, and no unnamed room. */
function isThere(
  { about, title, text }: Pick<Memory, 'about' | 'title' | 'text'>,
  turns: readonly TurnRecord[],
  isRead: boolean,
  words: Pick<KnownWords, 'nameOf'> | undefined,
): boolean {
  if (typeof about !== 'number') {
    const read = turns.flatMap(({ before, decision }) =>
      thingsNamedByCommand(decision.action, before.objects),
    );
    return !isRead || !read.some(({ name }) => isNamedWhole(name, about ?? ''));
  }
  const isOf = turns.some(({ before, after }) =>
    [before, after].some(({ location }) => location.id === about),
  );
  if (isOf) return !isRead;
  const said = isRead ? turns.map(({ after }) => after.text) : [];
  const told = wordsIn([title, text, ...said].join('\n'));
  const [head] = wordsIn(words?.nameOf(about) ?? '').slice(-1);
  return told.includes(`${about}`) || (head !== undefined && told.includes(head));
}

/**
 * The room that a turn entered, if a danger names a way that is deadly only there, or a thing that only lies there. Else null;
 * also if it names the walk itself.
 */
function roomOfDanger(
  { title, text }: Pick<Memory, 'title' | 'text'>,
  turn: TurnRecord | undefined,
): LocationId | null {
  if (turn === undefined || !moved(turn)) return null;
  const { before, after, decision } = turn;
  const walked = walkingDirection(decision.action);
  if (walked !== null && wordsIn(title).some((word) => walkingDirection(word) === walked))
    return null;
  const deadly = (look: Observation) =>
    look.exits.flatMap((exit) => (exit.deadly ? [exit.direction as string] : []));
  const words = wordsIn(`${title}\n${text}`);
  const isWay = deadly(after).some((way) => words.includes(way) && !deadly(before).includes(way));
  const isNew = ({ id, held }: VisibleObject) =>
    !held && before.objects.every((one) => one.id !== id);
  const isThing = after.objects.some((one) => isNew(one) && isNamedWhole(title, one.name));
  return isWay || isThing ? after.location.id : null;
}

function isReading(record: TurnRecord): boolean {
  const { action } = record.decision;
  const isWriting = /^read\b/.test(normaliseAction(action)) || quotesWriting(record.after.text);
  return isPassive(action) && hadNoEffect(record) && isWriting;
}
