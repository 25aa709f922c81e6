import { isWaiting } from '../../domain/command.ts';
import { isDeath, scoreChange } from '../../domain/turn-effect.ts';
import { isNamedWhole, thingsNamed } from '../../domain/named-things.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { causeOddsWords } from '../../prompts/cause-words.ts';
import type { Tools } from '../tools.ts';
import { cleanText } from './clean-text.ts';
import { placedDanger } from './danger-place.ts';
import {
  type Taught,
  doubtedLesson,
  isLessonOfEnteredRoom,
  isOfStart,
  lastTaughtTurn,
} from './lesson-plan.ts';
import type { Count } from './waiting-turns.ts';
import type { Lesson } from './memory-reply.ts';
import type { Occasion } from './synthesis-trigger.ts';

interface Judging extends Pick<Tools, 'words' | 'emit'> {
  readonly context: Occasion;
  /** The engine's lesson in place of one that blames a command for the clock; see lessonOfClock. */
  readonly clocks: (taught: Taught) => Taught | null;
  readonly count: Count;
  /** Whether this is the one lesson of several that tells of the turn, so that the turn's odds belong to it. */
  readonly isOfTurn: boolean;
  /** Those who were seen in other rooms, too. A title that names them tells nothing of a room's start. */
  readonly wanderers: readonly { readonly name: string }[];
  /** The things that the last turn brought into the hands and that somebody had carried there. */
  readonly carried: readonly { readonly name: string }[];
}

/** The doubt of a lesson about what the clock brings. */
const OF_CLOCK = 'what came of it also comes to one who only waits';

/**
 * Checks a model's lesson against what the engine and the game have shown. If it blames a command for the clock, the
 * engine's lesson comes first. The model's own then stays as a guess, unless somebody died or lost points.
 */
export function judgedLesson(
  wanted: Lesson,
  turns: Taught['turns'],
  judging: Judging,
): readonly Taught[] {
  const { isOfTurn, words } = judging;
  const last = lastTaughtTurn(turns);
  const { memory } = wanted;
  const describesRoom = memory !== null && isLessonOfEnteredRoom(memory, turns, !isOfTurn);
  const lesson = withoutPlace(placedDanger(wanted, turns, words), last, judging);
  const asked = { lesson, wanted, describesRoom, turns, isAside: !isOfTurn };
  // What opened the way there shows nothing of the room.
  const taught: Taught = isOfStart(asked) ? { ...asked, turns: [last] } : asked;
  const grounded = groundedLesson(lesson, words);
  const fact = judging.clocks(taught);
  const hasWaited = isWaiting(last.decision.action);
  if (fact !== null && !hasWaited) {
    const refused = { locationId: turns[0].before.location.id, title: lesson.memory?.title ?? '' };
    judging.emit({ type: 'memory-refused', ...refused, reason: 'not-the-cause' });
  }
  const beside = (found: Taught): readonly Taught[] =>
    isDeath(last) || scoreChange(last) < 0
      ? [found]
      : [
          { ...found, wanted: { ...wanted, memory: null } },
          { ...taught, lesson: doubtedLesson(grounded, hasWaited ? null : OF_CLOCK) },
        ];
  const own = { ...taught, lesson: isOfTurn ? lessonWithOdds(grounded, last) : grounded };
  const agreed = fact === null ? [own] : beside(fact);
  const isStart = describesRoom && isStartOfRoom(memory, judging);
  return agreed.map((one) => ({ ...one, lesson: guarded(one.lesson, turns[0], isStart, judging) }));
}

/** Whether a memory of the room entered may be CORE: it was seen first, and is not about somebody who moves. */
function isStartOfRoom(
  { title, persistence }: NonNullable<Lesson['memory']>,
  { context, wanderers }: Judging,
): boolean {
  // "Jack's hut" is about the hut, "statue of Jack" about the statue.
  const owner = /(?:\p{Lu}[\p{L}]* )*[\p{L}]+['’]s\b|\bof (?:the |an? )?[\p{L}]+/gu;
  const told = title.replaceAll(owner, ' ');
  const tellsOfWanderer = wanderers.some(({ name }) => isNamedWhole(told, name));
  return context.firstVisit && persistence === 'core' && !tellsOfWanderer;
}

/** A lesson about points for taking a thing that somebody had carried there is about the thing, not the place. */
function withoutPlace(lesson: Lesson, last: TurnRecord, { carried }: Judging): Lesson {
  const { memory } = lesson;
  if (memory === null || memory.about !== undefined || scoreChange(last) <= 0) return lesson;
  const about = carried.find(({ name }) => thingsNamed(memory.title, [{ name }]).length > 0)?.name;
  return about === undefined ? lesson : { ...lesson, memory: { ...memory, about } };
}

/** Marks the memory of a lesson as doubtful if it names what the game has not shown. */
function groundedLesson(lesson: Lesson, words: Judging['words']): Lesson {
  const { memory } = lesson;
  const unshown = memory && words?.doubt(memory.title, memory.text);
  return doubtedLesson(lesson, unshown ?? null);
}

/** The lesson that names the command of the turn, in its title or else in its text; else the first lesson. */
export function lessonOfCommand(turn: TurnRecord, lessons: readonly Lesson[]): Lesson | undefined {
  const names = (text = '') => isNamedWhole(text, turn.decision.action);
  return (
    lessons.find(({ memory }) => names(memory?.title)) ??
    lessons.find(({ memory }) => names(memory?.text)) ??
    lessons[0]
  );
}

/** Allows CORE only on a first visit. Reports each correction as an event. */
function guarded(
  lesson: Lesson,
  { before }: TurnRecord,
  isStart: boolean,
  { emit, count }: Pick<Judging, 'emit' | 'count'>,
): Lesson {
  const { memory } = lesson;
  if (memory !== null) count('remembered');
  if (memory?.persistence !== 'core') return lesson;
  count('coreProposed');
  if (isStart) return lesson;
  count('coreValidationDowngrade');
  emit({ type: 'core-downgraded', locationId: before.location.id, title: memory.title });
  return { ...lesson, memory: { ...memory, persistence: 'permanent' } };
}

const OF_HARM = new Set(['DANGER', 'FAILURE']);

/** Adds the odds to a lesson. It becomes a guess if harm has an unknown cause. */
function lessonWithOdds(lesson: Lesson, record: TurnRecord): Lesson {
  const { memory } = lesson;
  if (memory === null || memory.persistence === 'ephemeral') return lesson;
  const odds = causeOddsWords(record);
  const said = odds === '' ? '' : ` (With other random numbers: ${odds}.)`;
  const isGuess = record.cause === 'unknown' && (odds !== '' || OF_HARM.has(memory.category));
  const guess = {
    status: 'TENTATIVE',
    doubt: odds === '' ? 'cause not known' : 'maybe by chance',
  } as const;
  const text = cleanText(`${memory.text}${said}`);
  return { ...lesson, memory: { ...memory, text, ...(isGuess && guess) } };
}
