import { moved, type TurnRecord } from '../../domain/turn-record.ts';
import {
  isMereOpening,
  isMereRefusal,
  refusalsAfter,
  refusalsLeft,
  type Refusals,
} from './refusals.ts';
import type { Known, LearnContext, Remembering } from './remembering.ts';
import type { SynthesisMetrics } from './synthesis-metrics.ts';
import { entersUnknown, findTriggers, outcomeKey, type Trigger } from './synthesis-trigger.ts';
import type { JudgedOutcomes } from './taught-nothing.ts';

/** A turn, and what its record does not say. */
interface Seen {
  readonly record: TurnRecord;
  readonly context: LearnContext;
}

/** A turn that is worth a question, with those of the same room that share it. */
export interface Asked extends Seen {
  readonly refusals: Refusals;
  /** Turns just before it that opened something, oldest first. */
  readonly openings: readonly TurnRecord[];
  /** Whether the room entered starts with has a question of its own. */
  readonly isEnteredAside: boolean;
}

/** What is to be asked after a turn, in this order. */
interface Questions {
  /** Openings that nothing followed: the last of them, with those before it. */
  readonly opened: Asked | null;
  /** Refusals of the room where the turn began that no other question shares; empty when none are due. */
  readonly refusals: Refusals;
  readonly turn: Asked | null;
  /** Whether the room that the turn entered has a question of its own. */
  readonly isEnteredAside: boolean;
}

interface WaitingPorts {
  readonly judged: JudgedOutcomes;
  /** Whether the game read nothing of a command, so that it taught nothing. */
  readonly isMisread: (record: TurnRecord) => boolean;
  readonly count: (metric: keyof SynthesisMetrics) => void;
}

/**
 * Turns whose question waits. Mere refusals wait for the next question about their room, or until the player leaves it, or
 * some have gathered; an opening waits for what it opens the way to.
 */
export class WaitingTurns {
  readonly #judged: JudgedOutcomes;
  readonly #isMisread: (record: TurnRecord) => boolean;
  readonly #count: (metric: keyof SynthesisMetrics) => void;
  #kept: Refusals = [];
  #openings: readonly Seen[] = [];

  constructor({ judged, isMisread, count }: WaitingPorts) {
    this.#judged = judged;
    this.#isMisread = isMisread;
    this.#count = count;
  }

  /** What still waits, as far as it is worth a question; nothing waits any more. */
  takeAll(): { readonly opened: Asked | null; readonly left: readonly Refusals[] } {
    const left = refusalsLeft(this.#kept);
    this.#kept = [];
    return { opened: this.#takeOpenings(), left };
  }

  /** The questions to ask now; what is put off stays in its queue. */
  sort(seen: Seen, known: Known & Pick<Remembering, 'isNews'>): Questions {
    const { record, context } = seen;
    const triggers = this.#triggers(seen, known);
    const enters = entersUnknown(record, context, known.there);
    const isNew = !this.#judged.has(outcomeKey(record, context));
    const waits = isNew && isMereRefusal(triggers, record);
    const opens = isNew && isMereOpening(triggers) && !moved(record);
    this.#countTurn({ triggers, enters, isNew, waits: waits || opens });
    const isAsked = isNew && triggers.length > 0 && !waits && !opens;
    const { due, kept } = refusalsAfter(this.#kept, record, { waits, isAsked });
    this.#kept = kept;
    const opened = opens ? null : this.#takeOpenings();
    if (opens) this.#openings = [...this.#openings, seen];
    const isEnteredAside = isAsked && enters;
    if (!isAsked) {
      const alone = { refusals: [], openings: [], isEnteredAside };
      return { opened, refusals: due, turn: enters ? { ...seen, ...alone } : null, isEnteredAside };
    }
    const openings = opened === null ? [] : [...opened.openings, opened.record];
    const turn = { ...seen, refusals: due, openings, isEnteredAside };
    return { opened: null, refusals: [], turn, isEnteredAside };
  }

  #triggers({ record, context }: Seen, known: Known & Pick<Remembering, 'isNews'>) {
    return this.#isMisread(record) ? [] : findTriggers(record, { ...context, ...known });
  }

  #takeOpenings(): Asked | null {
    const openings = this.#openings;
    this.#openings = [];
    const last = openings.at(-1);
    if (last === undefined) return null;
    const before = openings.slice(0, -1).map(({ record }) => record);
    return { ...last, refusals: [], openings: before, isEnteredAside: false };
  }

  #countTurn(turn: {
    readonly triggers: readonly Trigger[];
    readonly enters: boolean;
    readonly isNew: boolean;
    readonly waits: boolean;
  }): void {
    if (turn.triggers.length > 0 || turn.enters) this.#count('triggered');
    if (turn.triggers.length === 0) return;
    if (!turn.isNew) this.#count('alreadyJudged');
    if (turn.waits) this.#count('kept');
  }
}
