import type { Memory } from '../../domain/memory.ts';
import { namesWhole } from '../../domain/naming.ts';
import { scoreChange, type TurnRecord } from '../../domain/turn-record.ts';
import type { Tools } from '../tools.ts';
import { doubtedLesson, lessonOfClock } from './clock-lesson.ts';
import { doubtLesson, guardCore, tellsOfEntered, type Taught } from './lesson-plan.ts';
import type { Lesson } from './memory-reply.ts';
import { asReadOf } from './news.ts';
import type { Occasion } from './synthesis-trigger.ts';

type Counted = 'remembered' | 'coreProposed' | 'coreValidationDowngrade';

interface Judging extends Pick<Tools, 'words' | 'emit'> {
  readonly context: Occasion;
  /** The engine's lesson where one blames a command for what the clock did. */
  readonly clocks: (taught: Taught) => Taught | null;
  readonly count: (metric: Counted) => void;
  /** Whether it is the one of several lessons that tells of the turn, so that the turn's odds are its own. */
  readonly isOfTurn: boolean;
  /** Who was seen in other rooms, too: no room's start tells of them. */
  readonly wanderers: readonly { readonly name: string }[];
}

/** Why a lesson is in doubt that tells of what the clock brings. */
const OF_CLOCK = 'what came of it also comes to one who only waits';

/**
 * What a model's lesson about these turns comes to when it is held against what the engine and the game have shown. Where it
 * blames a command for what the clock did, the engine's lesson comes first and its own stays as a guess, but not of a
 * death or of points that were lost.
 */
export function judgedLesson(
  wanted: Lesson,
  turns: Taught['turns'],
  judging: Judging,
): readonly Taught[] {
  const { context, clocks } = judging;
  const { memory } = wanted;
  const describesRoom = memory?.persistence === 'core' && tellsOfEntered(memory, turns);
  const lesson = asReadOf(wanted, turns);
  const taught = { lesson, wanted, describesRoom, turns, isAside: !judging.isOfTurn };
  const last = turns.at(-1) ?? turns[0];
  const grounded = groundedLesson(taught.lesson, judging);
  const fact = clocks(taught);
  const agreed =
    fact === null
      ? [{ ...taught, lesson: judging.isOfTurn ? doubtedLesson(grounded, last) : grounded }]
      : context.died || scoreChange(last) < 0
        ? [fact]
        : [
            { ...fact, wanted: { ...wanted, memory: null } },
            { ...taught, lesson: doubtLesson(grounded, OF_CLOCK) },
          ];
  const tellsOfWanderer = judging.wanderers.some(({ name }) =>
    namesWhole(`${memory?.title}\n${memory?.text}`, name),
  );
  const isStart = context.firstVisit && describesRoom && !tellsOfWanderer;
  const occasion = { ...context, firstVisit: isStart };
  return agreed.map((one) => ({
    ...one,
    lesson: guardedLesson(one.lesson, turns[0], occasion, judging),
  }));
}

/** Of the lessons of one answer the one that names the command of a turn, in its title before its text; else the first. */
export function lessonAbout(turn: TurnRecord, lessons: readonly Lesson[]): Lesson | undefined {
  const names = (text = '') => namesWhole(text, turn.decision.action);
  return (
    lessons.find(({ memory }) => names(memory?.title)) ??
    lessons.find(({ memory }) => names(memory?.text)) ??
    lessons[0]
  );
}

/** A lesson whose memory is in doubt where it names what the game has not shown. */
function groundedLesson(lesson: Lesson, { words }: Pick<Tools, 'words'>): Lesson {
  const { memory } = lesson;
  if (memory === null || words === undefined) return lesson;
  return doubtLesson(lesson, words.doubt(memory.title, memory.text));
}

/** A lesson that is CORE only on a first visit; what is taken back is an event. */
function guardedLesson(
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
