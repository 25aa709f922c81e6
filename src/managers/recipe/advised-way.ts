import { canonicalAction } from '../../domain/command.ts';
import type { Observation } from '../../domain/observation.ts';
import {
  standingOf,
  standsAtLeastAs,
  type RecipePlan,
  type Standing,
  type TakenAlong,
} from '../../domain/recipe.ts';
import { scoreChange, type TurnRecord } from '../../domain/turn-record.ts';

/** Where somebody is on a way. */
export interface Step {
  /** Commands of the way that come before. */
  readonly done: number;
  /** Commands of the way up to the last of its points that are still to earn. */
  readonly end: number;
  /** The points still to earn. */
  readonly pays: number;
  /** What is to be taken along before the next command and was not tried for; null where nothing is. */
  readonly along: TakenAlong | null;
}

/** Points that a command of the way earns. */
interface Gain {
  /** Index of the command. */
  readonly at: number;
  readonly points: number;
  readonly room: number | null;
}

/** A way that the player is told of, and how far it has come on it: matched by what is earned and held. */
export class AdvisedWay {
  readonly plan: RecipePlan;
  readonly #gains: readonly Gain[];
  readonly #earned = new Set<Gain>();
  /** Commands of the way that were played in their order and came out as they should. */
  #done = 0;
  /** Things to take along that were tried for, whatever came of it. */
  readonly #asked = new Set<TakenAlong>();

  constructor(plan: RecipePlan) {
    this.plan = withoutOwn(plan);
    this.#gains = gainsOf(plan.standings);
  }

  /**
   * Where the player can go on with the way: at its latest moment at which no more was held and earned than now, if points
   * are still to earn from there; null where there is no such moment.
   */
  step(now: Observation): Step | null {
    const done = this.#position(now);
    if (done === null) return null;
    const ahead = this.#gains.filter((gain) => gain.at >= done && !this.#earned.has(gain));
    const along = this.#alongAt(done, now);
    const end = (ahead.at(-1)?.at ?? done - 1) + 1;
    if (end === done && along === null) return null;
    return { done, end, pays: ahead.reduce((sum, { points }) => sum + points, 0), along };
  }

  /** What comes next, what is taken along first; none where `step` is null. */
  nextCommands(now: Observation): readonly string[] {
    const step = this.step(now);
    if (step === null) return [];
    const next = step.done < step.end ? this.plan.commands[step.done] : undefined;
    return [step.along?.command, next].filter((command) => command !== undefined);
  }

  /** Takes in a turn: what it earned, what it tried to take along, and whether it was a step on the way. */
  record(turn: Pick<TurnRecord, 'decision' | 'before' | 'after'>): void {
    const { decision, before, after } = turn;
    const from = this.#position(before) ?? this.#done;
    const gain = this.#gains.find(
      (one) =>
        !this.#earned.has(one) &&
        one.points === scoreChange(turn) &&
        one.room === after.location.id,
    );
    if (gain !== undefined) this.#earned.add(gain);
    const along = (this.plan.along ?? []).find(
      (one) =>
        one.after === from && !this.#asked.has(one) && isSameCommand(decision.action, one.command),
    );
    if (along !== undefined) this.#asked.add(along);
    else this.#done = this.#after(from, decision.action, after) ?? this.#done;
  }

  /**
   * The moment of the way that a command led to; null where it was no step on it. Where luck is needed, a later command is
   * one, too: what lay between was not needed this time, a third blow at an enemy who fell at the second, say.
   */
  #after(from: number, action: string, after: Observation): number | null {
    const { commands, standings, triedSeeds } = this.plan;
    const last = triedSeeds === undefined ? from : commands.length - 1;
    for (let at = from; at <= last; at += 1) {
      const [command, expected] = [commands[at], standings[at + 1]];
      if (command === undefined || expected === undefined) return null;
      if (isSameCommand(action, command) && standsAtLeastAs(expected, standingOf(after)))
        return at + 1;
    }
    return null;
  }

  /**
   * The moment that was reached in order, where things stand so. After a shortcut to points the latest moment that fits, and
   * of those that are alike in room, things and points the first: what was done between them may be needed.
   */
  #position(now: Observation): number | null {
    const { standings } = this.plan;
    const standing = standingOf(now);
    const fits = standings.flatMap((expected, at) =>
      standsAtLeastAs(expected, standing) && this.#isEarnedBefore(at) && this.#leadsOn(at, now)
        ? [{ at, like: JSON.stringify(expected) }]
        : [],
    );
    const isAhead = this.#gains.some((gain) => gain.at >= this.#done && this.#earned.has(gain));
    if (!isAhead) return fits.some(({ at }) => at === this.#done) ? this.#done : null;
    const latest = fits.at(-1);
    if (latest === undefined) return null;
    const alike = fits.filter(({ like }) => like === latest.like);
    return (alike[0] ?? latest).at;
  }

  #isEarnedBefore(moment: number): boolean {
    return this.#gains.every((gain) => gain.at >= moment || this.#earned.has(gain));
  }

  #leadsOn(moment: number, now: Observation): boolean {
    const isAhead = this.#gains.some((gain) => gain.at >= moment && !this.#earned.has(gain));
    return isAhead || (moment === this.#done && this.#alongAt(moment, now) !== null);
  }

  #alongAt(moment: number, { inventory }: Observation): TakenAlong | null {
    const held = new Set(inventory.map(({ name }) => name));
    const wanted = (this.plan.along ?? []).filter(
      (one) => one.after === moment && !this.#asked.has(one) && !held.has(one.thing),
    );
    return wanted[0] ?? null;
  }
}

/** The plan without what is taken along although the way itself takes it later. */
function withoutOwn(plan: RecipePlan): RecipePlan {
  if (plan.along === undefined) return plan;
  const isOwn = ({ after, command }: TakenAlong) =>
    plan.commands.slice(after).some((own) => isSameCommand(own, command));
  return { ...plan, along: plan.along.filter((one) => !isOwn(one)) };
}

/** What each command of a way earns, where the score is known. */
function gainsOf(standings: readonly Standing[]): readonly Gain[] {
  let [score] = standings.map((one) => one.score);
  return standings.slice(1).flatMap(({ score: next, room }, at): readonly Gain[] => {
    const points = next === null ? 0 : next - (score ?? next);
    score = next ?? score;
    return points > 0 ? [{ at, points, room }] : [];
  });
}

export function isSameCommand(action: string, command: string): boolean {
  return canonicalAction(action) === canonicalAction(command);
}
