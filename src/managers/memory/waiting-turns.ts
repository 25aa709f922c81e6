import { isFailure, isRefusal } from '../../domain/failure.ts';
import { isLongText } from '../../domain/game-answer.ts';
import { moved } from '../../domain/turn-effect.ts';
import { thingsNamedByCommand } from '../../domain/named-things.ts';
import { type TurnRecord, gaveIn } from '../../domain/turn-record.ts';
import { sha256 } from '../../storage/bytes.ts';
import type { Lesson } from './memory-reply.ts';
import type { Known, LearnContext, Remembering, SynthesisTools } from './remembering.ts';
import {
  triggersInUnknownRoom,
  findTriggers,
  outcomeKey,
  startKey,
  type Occasion,
  type Trigger,
} from './synthesis-trigger.ts';

/** So many refusals are worth a question, even while the player stays. */
const ENOUGH = 4;

const LENGTH = 12;

/**
 * Counts since the manager was made. Turns worth a question, and of these: those whose outcome was judged already, and those
 * that wait to share a question. Then questions, lessons, claims of how a room starts, and those taken back.
 */
export const NO_SYNTHESIS = {
  triggered: 0,
  alreadyJudged: 0,
  kept: 0,
  asked: 0,
  failed: 0,
  remembered: 0,
  coreProposed: 0,
  coreValidationDowngrade: 0,
};

export type Count = (metric: keyof typeof NO_SYNTHESIS) => void;

/** Refused turns that no question was asked about yet, the oldest first. */
export type Refusals = readonly TurnRecord[];

/** A turn, and facts that its record does not hold. */
interface Seen {
  readonly record: TurnRecord;
  readonly context: LearnContext;
}

/** A turn that is worth a question, with those of the same room that share it. */
export interface Asked extends Seen {
  readonly refusals: Refusals;
  readonly openings: readonly TurnRecord[];
  /** Whether the start of the entered room has its own question. */
  readonly isEnteredAside: boolean;
}

interface Questions {
  /** The newest opening that nothing followed yet, with those before it. */
  readonly opened: Asked | null;
  /** Refusals in the room where the turn began that no other question shares. Empty if none are due. */
  readonly refusals: Refusals;
  readonly turn: Asked | null;
}

/**
 * Turns that wait for their question, and outcomes that are not asked about again. Refusals wait for the next question about
 * their room, until the player leaves it, or until enough have gathered. An opening waits for what it opens the way to.
 */
export class WaitingTurns {
  readonly #tools: SynthesisTools;
  readonly #count: Count;
  readonly #judged = new Set<string>();
  #kept: Refusals = [];
  #openings: readonly Seen[] = [];

  constructor(tools: SynthesisTools, count: Count) {
    this.#tools = tools;
    this.#count = count;
  }

  /** Takes all waiting turns, because later episodes would play again what is not kept. Nothing waits afterwards. */
  takeAll(): { readonly opened: Asked | null; readonly left: readonly Refusals[] } {
    const kept = this.#kept;
    this.#kept = [];
    const rooms = [...new Set(kept.map(({ before }) => before.location.id))];
    const left = rooms.map((room) => kept.filter(({ before }) => before.location.id === room));
    return { opened: this.#takeOpenings(), left };
  }

  forgetEpisode(): void {
    this.#judged.clear();
    this.takeAll();
  }

  judge(turns: readonly TurnRecord[], occasion: Occasion, { memory, invalidates }: Lesson): void {
    for (const turn of turns) {
      const outcome = outcomeKey(turn, occasion);
      this.#judged.add(outcome);
      const isNothing = memory === null && invalidates.length === 0;
      if (memory === null && !isNothing) continue;
      this.#tools.judged?.().keep(hashOf(outcome, memory?.title));
      if (isNothing && occasion.firstVisit) this.#tools.judged?.().keep(hashOf(startKey(turn)));
    }
  }

  /** Whether an earlier episode was asked what the room starts with, as printed now, and that taught nothing. */
  isStartJudged(record: TurnRecord): boolean {
    return this.#tools.judged?.().has(hashOf(startKey(record))) === true;
  }

  /** Whether the turn waits, opens a way or is asked about; and the same for the room that it enters. */
  #judge({ record, context }: Seen, known: Known & Pick<Remembering, 'isNews'>) {
    const isMisread = this.#tools.words?.isMisread(record) === true;
    const triggers = isMisread ? [] : findTriggers(record, { ...context, ...known });
    const enters =
      triggersInUnknownRoom(record, context, known.there) && !this.isStartJudged(record);
    if (triggers.length > 0 || enters) this.#count('triggered');
    const nothing = { waits: false, opens: false, isAsked: false, enters };
    if (triggers.length === 0) return nothing;
    const outcome = outcomeKey(record, context);
    if (this.#judged.has(outcome) || this.#wasJudged(outcome, known)) {
      this.#count('alreadyJudged');
      return nothing;
    }
    const waits = isMereRefusal(triggers, record);
    const opens = isMereOpening(triggers) && !moved(record);
    if (waits || opens) this.#count('kept');
    return { waits, opens, isAsked: !waits && !opens, enters };
  }

  /** Whether an earlier episode was asked about the outcome, and it taught nothing or what is still believed here. */
  #wasJudged(outcome: string, { here, there }: Known): boolean {
    const judged = this.#tools.judged?.();
    const believed = [...here, ...there].filter(({ status }) => status === 'ACTIVE');
    const titles = [undefined, ...believed.map(({ title }) => title)];
    return judged !== undefined && titles.some((title) => judged.has(hashOf(outcome, title)));
  }

  /** The questions to ask now. The others stay in their queue. */
  sort(seen: Seen, known: Known & Pick<Remembering, 'isNews'>): Questions {
    const { record } = seen;
    const { waits, opens, isAsked, enters } = this.#judge(seen, known);
    const { due, kept } = refusalsAfter(this.#kept, record, { waits, isAsked });
    this.#kept = kept;
    const opened = opens ? null : this.#takeOpenings();
    if (opens) this.#openings = [...this.#openings, seen];
    if (!isAsked) {
      const alone = { refusals: [], openings: [], isEnteredAside: false };
      return { opened, refusals: due, turn: enters ? { ...seen, ...alone } : null };
    }
    const openings = opened === null ? [] : [...opened.openings, opened.record];
    const turn = { ...seen, refusals: due, openings, isEnteredAside: enters };
    return { opened: null, refusals: [], turn };
  }

  #takeOpenings(): Asked | null {
    const openings = this.#openings;
    this.#openings = [];
    const last = openings.at(-1);
    if (last === undefined) return null;
    const before = openings.slice(0, -1).map(({ record }) => record);
    return { ...last, refusals: [], openings: before, isEnteredAside: false };
  }
}

/** `title` is that of the memory that an outcome taught. */
function hashOf(outcome: string, title = ''): string {
  return sha256(outcome + title.toLowerCase()).slice(0, LENGTH);
}

/** Whether only a refusal, with the little that the game said, makes the turn worth a question. */
function isMereRefusal(triggers: readonly Trigger[], record: TurnRecord): boolean {
  const isOnly = triggers.every((one) => one === 'failure' || one === 'news');
  const isShort = isRefusal(record) || !isLongText(record.after.text);
  return triggers.includes('failure') && isOnly && isShort;
}

/** Whether only an opening makes it so; what it opens the way to may follow at once. */
function isMereOpening(triggers: readonly Trigger[]): boolean {
  const others: readonly Trigger[] = ['gave-way', 'response', 'news'];
  return triggers.includes('gave-way') && triggers.every((one) => others.includes(one));
}

/**
 * Splits refusals into those to ask about after this turn and those that wait. Those of a room are due with the next
 * question about it, when the player leaves it, or when there are enough. Of one action only the newest is kept, and none
 * that works now.
 */
function refusalsAfter(
  kept: Refusals,
  record: TurnRecord,
  { waits, isAsked }: { readonly waits: boolean; readonly isAsked: boolean },
): { readonly due: Refusals; readonly kept: Refusals } {
  const isSame = gaveIn(record.before.location.id, record.decision.action);
  const others = kept.filter((one) => !isSame(one));
  const unasked = isFailure(record) ? kept : others;
  const left = waits ? [...others, record] : unasked;
  const room = record.before.location.id;
  const here = left.filter((one) => one.before.location.id === room);
  // Several refusals, or one that says more than "shut" or "no way".
  const isWorthIt = here.length > 1 || here.some(tellsMore);
  const isDue = isAsked || here.length >= ENOUGH || (moved(record) && isWorthIt);
  return isDue
    ? { due: here, kept: left.filter((one) => !here.includes(one)) }
    : { due: [], kept: left };
}

function tellsMore({ before, decision, after }: TurnRecord): boolean {
  const meant = thingsNamedByCommand(decision.action, before.objects);
  const isShut = meant.some(
    ({ traits }) =>
      !traits.includes('open') &&
      (['locked', 'door', 'openable'] as const).some((one) => traits.includes(one)),
  );
  // Parsers refuse in one sentence; an answer about the game takes more.
  const isSeveralSentences = /[.!?;]["”]?\s+\S/.test(after.text.trim());
  return isShut || isSeveralSentences || isLongText(after.text);
}
