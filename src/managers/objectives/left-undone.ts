import { locationIdsIn } from '../../domain/ids.ts';
import { walkingDirection } from '../../domain/command.ts';
import { thingsSeen } from '../../domain/observation.ts';
import { wordsIn } from '../../domain/text.ts';
import { moved } from '../../domain/turn-effect.ts';
import type { Objective } from '../../domain/objective.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { beginning } from './aim.ts';
import { asksToCarry } from './asked-act.ts';
import { shownOf } from './objective-evidence.ts';
import { demandsOf } from './demands.ts';

/** Passing through a place once is not yet leaving it. */
const MOST_PASSES = 1;

/** The objectives whose place the player left after an act there or a second visit. Being sent back would be a circle. */
export class LeftUndone {
  readonly #turnsThere = new Map<string, number>();
  readonly #left = new Set<string>();
  readonly #started = new Set<string>();

  has(objective: Objective): boolean {
    return this.#left.has(beginning(objective));
  }

  /** Whether the player was at the place since the objective was set. */
  wasThere(objective: Objective): boolean {
    return this.#turnsThere.has(beginning(objective));
  }

  /** Whether the first act of the objective was done since it was set. */
  hasStarted(objective: Objective): boolean {
    return this.#started.has(beginning(objective));
  }

  see(turn: TurnRecord, open: readonly Objective[]): void {
    for (const one of open) if (isStartDone(one, turn)) this.#started.add(beginning(one));
    for (const one of open.filter(({ target }) => target === turn.before.location.id)) {
      const turns = (this.#turnsThere.get(beginning(one)) ?? 0) + 1;
      this.#turnsThere.set(beginning(one), turns);
      if (moved(turn) && turns > MOST_PASSES) this.#left.add(beginning(one));
    }
  }

  /** The objective is set anew. */
  forget(objective: Objective): void {
    this.#turnsThere.delete(beginning(objective));
    this.#left.delete(beginning(objective));
    this.#started.delete(beginning(objective));
  }
}

/**
 * Whether a turn did the first act of an objective: its thing was taken, or its way was walked from the start. `Ring the bell
 * at Location 7` has not begun where the bell is taken.
 */
export function isStartDone({ text, target }: Objective, turn: TurnRecord): boolean {
  const [first] = demandsOf(text);
  if (first === undefined) return isWayTaken(text, target, turn);
  const isThere = [turn.before, turn.after].some(({ location }) => location.id === target);
  if (target !== null && locationIdsIn(text).includes(target) && !isThere) return false;
  // `Find the bell and ring it` is one demand; finding comes first.
  const [act = first] = demandsOf(first.about.split(';').at(-1) ?? '');
  if (act.count > 1 || asksToCarry(act)) return false;
  const seen = thingsSeen(turn.before, turn.after);
  return shownOf(act, { turn, seen, whole: text }).length > 0;
}

function isWayTaken(text: string, from: Objective['target'], turn: TurnRecord): boolean {
  if (turn.before.location.id !== from || !moved(turn)) return false;
  const walked = walkingDirection(turn.decision.action);
  const isAsked =
    walked !== null && wordsIn(text).some((word) => walkingDirection(word) === walked);
  return isAsked || locationIdsIn(text).includes(turn.after.location.id);
}
