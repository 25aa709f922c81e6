import type { Memory } from '../../domain/memory.ts';
import { knownScoreChange, moved } from '../../domain/turn-record.ts';
import type { Lesson } from './memory-reply.ts';
import type { Taught } from './memory-synthesizer.ts';
import type { Wish } from './plan-changes.ts';
import type { Occasion } from './synthesis-trigger.ts';

/** The lesson, with a claim about how a room starts taken back where the room was seen before. */
export function guardCore(lesson: Lesson, occasion: Occasion): Lesson {
  if (lesson.memory?.persistence !== 'core' || occasion.firstVisit) return lesson;
  return { ...lesson, memory: { ...lesson.memory, persistence: 'permanent' } };
}

/**
 * What a lesson asks to change. Episode, turn and points come from the engine. A memory is filed under the room where
 * the action was taken; only what a room holds at the start, seen on entering it for the first time, is filed there.
 */
export function wishFor({ lesson, turns }: Taught, episode: number): Wish {
  const [first] = turns;
  const last = turns.at(-1) ?? first;
  const { before, after, turn } = last;
  const describesRoomEntered = lesson.memory?.persistence === 'core' && moved(last);
  const [room, otherRoom] = describesRoomEntered
    ? [after.location, before.location]
    : [before.location, after.location];
  const memory: Memory | null = lesson.memory && {
    ...lesson.memory,
    episode,
    turns: first.turn === turn ? String(turn) : `${first.turn}-${turn}`,
    scoreChange: knownScoreChange(last),
    supersededBy: null,
    supersededAtTurn: null,
    invalidationReason: null,
  };
  const { supersedes, invalidates, invalidationReason } = lesson;
  return { room, otherRoom, memory, supersedes, invalidates, invalidationReason, turn };
}
