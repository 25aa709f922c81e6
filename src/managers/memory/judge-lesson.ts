import type { Memory } from '../../domain/memory.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { Tools } from '../tools.ts';
import { lessonOfClock } from './clock-lesson.ts';
import { doubtLesson, guardCore, type Taught } from './lesson-plan.ts';
import type { Lesson } from './memory-reply.ts';
import type { Occasion } from './synthesis-trigger.ts';

type Counted = 'remembered' | 'coreProposed' | 'coreValidationDowngrade';

/** A lesson whose memory is in doubt where it names what the game has not shown. */
export function groundedLesson(lesson: Lesson, { words }: Pick<Tools, 'words'>): Lesson {
  const { memory } = lesson;
  if (memory === null || words === undefined) return lesson;
  return doubtLesson(lesson, words.doubt(memory.title, memory.text));
}

/** A lesson that is CORE only on a first visit; what is taken back is an event. */
export function guardedLesson(
  lesson: Lesson,
  { before }: TurnRecord,
  occasion: Occasion,
  { emit, count }: Pick<Tools, 'emit'> & { readonly count: (metric: Counted) => void },
): Lesson {
  const { memory } = lesson;
  if (memory !== null) count('remembered');
  if (memory?.persistence !== 'core') return lesson;
  count('coreProposed');
  if (occasion.firstVisit) return lesson;
  count('coreValidationDowngrade');
  emit({ type: 'core-downgraded', locationId: before.location.id, title: memory.title });
  return guardCore(lesson, occasion);
}

/** The engine's lesson where one blames a command for what the clock did, which is an event; else null. */
export function clocksLesson(
  taught: Taught,
  recent: readonly TurnRecord[],
  known: readonly Memory[],
  { emit }: Pick<Tools, 'emit'>,
): Taught | null {
  const clocks = lessonOfClock(taught, recent, known);
  const { title } = taught.lesson.memory ?? {};
  if (clocks === null || title === undefined) return null;
  const [{ before }] = taught.turns;
  const refused = { locationId: before.location.id, title } as const;
  emit({ type: 'memory-refused', ...refused, reason: 'not-the-cause' });
  return clocks;
}
