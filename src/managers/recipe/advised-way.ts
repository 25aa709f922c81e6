import { canonicalAction } from '../../domain/command.ts';
import type { Observation } from '../../domain/observation.ts';
import {
  standingOf,
  standsAtLeastAs,
  type RecipePlan,
  type TakenAlong,
} from '../../domain/recipe.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';

/** Where somebody is on a way. */
export interface Step {
  /** Commands of the way that were played in their order and came out as they should. */
  readonly done: number;
  /** What is to be taken along before the next command and was not tried for; null where nothing is. */
  readonly along: TakenAlong | null;
}

/** A way that the player is told of, and how far it has come on it. */
export class AdvisedWay {
  readonly plan: RecipePlan;
  #done = 0;
  /** Things to take along that were tried for, whatever came of it. */
  readonly #asked = new Set<TakenAlong>();

  constructor(plan: RecipePlan) {
    this.plan = plan;
  }

  /** Where the player is while things stand as they do on the way, or better; null where they do not. */
  step(now: Observation): Step | null {
    const { commands, standings } = this.plan;
    const expected = standings[this.#done];
    const held = now.inventory.map(({ name }) => name);
    const along = this.#along().find(({ thing }) => !held.includes(thing)) ?? null;
    if (expected === undefined || (this.#done >= commands.length && along === null)) return null;
    return standsAtLeastAs(expected, standingOf(now)) ? { done: this.#done, along } : null;
  }

  /** What comes next, what is taken along first; none where `step` is null. */
  nextCommands(now: Observation): readonly string[] {
    const step = this.step(now);
    if (step === null) return [];
    const next = this.plan.commands[step.done];
    return [
      ...(step.along === null ? [] : [step.along.command]),
      ...(next === undefined ? [] : [next]),
    ];
  }

  #along(): readonly TakenAlong[] {
    const { along = [] } = this.plan;
    return along.filter((one) => one.after === this.#done && !this.#asked.has(one));
  }

  /**
   * Takes in a turn: the next command, come out as it should, is one step on the way. Where luck is needed, a later one
   * is, too: what lay between was not needed this time, a third blow at an enemy who fell at the second, say.
   */
  record({ decision: { action }, after }: Pick<TurnRecord, 'decision' | 'after'>): void {
    const along = this.#along().find((one) => isSame(action, one.command));
    if (along !== undefined) {
      this.#asked.add(along);
      return;
    }
    const { commands, standings, triedSeeds } = this.plan;
    const last = triedSeeds === undefined ? this.#done : commands.length - 1;
    for (let at = this.#done; at <= last; at += 1) {
      const [command, expected] = [commands[at], standings[at + 1]];
      if (command === undefined || expected === undefined) return;
      if (!isSame(action, command) || !standsAtLeastAs(expected, standingOf(after))) continue;
      this.#done = at + 1;
      return;
    }
  }
}

export function isSame(action: string, command: string): boolean {
  return canonicalAction(action) === canonicalAction(command);
}
