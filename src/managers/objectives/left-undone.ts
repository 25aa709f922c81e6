import { moved } from '../../domain/turn-effect.ts';
import type { Objective } from '../../domain/objective.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { beginning } from './aim.ts';
import { isStartDone } from './start-done.ts';

/** Passing through a place once is not yet leaving it. */
const MOST_PASSES = 1;

/**
 * The objectives whose place the player left undone: after doing something there, or going through it again. Being sent there
 * once more would lead in circles.
 */
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

  /** Takes in a turn for the objectives that are open. */
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
