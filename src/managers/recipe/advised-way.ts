import { takenNouns } from '../../domain/command.ts';
import { standingOf, standsAtLeastAs } from '../../domain/standing.ts';
import { scoreChange } from '../../domain/turn-effect.ts';
import { locationId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/observation.ts';
import { type RecipePlan, type TakenAlong } from '../../domain/recipe.ts';
import { wordsIn } from '../../domain/text.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import { recipeStepCommands, type Step } from '../../prompts/recipe-wording.ts';
import {
  gainsOfWay,
  isCommandOfWay,
  payingCommand,
  sumOfGains,
  wayMayHaveEarned,
  wayWithoutOwnTakings,
  type Gain,
  type OpenGain,
  type WayPorts,
  takingsBy,
} from './checked-way.ts';
import { pointsFirst } from './points-first.ts';
import { followCourse, isAdvisedStep, rejoin, type Course } from './rejoin.ts';

/** The next step. `stuck` if the way cannot go on from here, null if nothing is left. */
type Onward = Step | 'stuck' | null;

/** A way that the player is advised, and the progress on it, as the engine's facts show. */
export class AdvisedWay {
  readonly plan: RecipePlan;
  readonly #gains: readonly Gain[];
  readonly #earned = new Set<Gain>();
  /** Commands of the way that were played, or skipped because their effect was there. */
  #done = 0;
  /** Things to take along that were tried for, with any result. */
  readonly #asked = new Set<TakenAlong>();
  readonly #ports: WayPorts;
  /** Whether the player changed anything in another way. From then on the engine finds how the way goes on. */
  #isAside = false;
  /** The rest that the engine found, as long as it comes out the same. */
  #course: Course | null = null;
  #found: {
    readonly at: Observation;
    readonly turnsLeft: number;
    readonly step: Onward;
  } | null = null;

  constructor(plan: RecipePlan, ports: WayPorts) {
    this.plan = wayWithoutOwnTakings(plan);
    this.#ports = ports;
    this.#gains = gainsOfWay(plan.standings);
  }

  /**
   * The next step from here. Null if the way has nothing left to earn. After the player left it, a sure way goes on where
   * the engine finds that the rest pays most; a lucky one where the map leads back.
   */
  step(now: Observation, turnsLeft: number): Onward {
    if (this.#found?.at !== now || this.#found.turnsLeft !== turnsLeft)
      this.#found = { at: now, turnsLeft, step: this.#withPoints(now, turnsLeft) };
    return this.#found.step;
  }

  /** A sure way, after the points that this room or one next door pays first. */
  #withPoints(now: Observation, turnsLeft: number): Onward {
    const found = this.#look(now, turnsLeft);
    if (!isAdvisedStep(found) || this.plan.triedSeeds !== undefined) return found;
    const alongLater = Math.min(
      this.#alongLater(found, now),
      Math.max(0, turnsLeft - recipeStepCommands(found).length),
    );
    const step = alongLater === 0 ? found : { ...found, alongLater };
    const here = pointsFirst(step, { now, turnsLeft, ports: this.#ports });
    return here === null ? step : { ...step, here };
  }

  /** How many commands for things to take along the rest of the way has later, if it is told in the recorded order. */
  #alongLater({ done, rest, along: next }: Step, { inventory }: Observation): number {
    const isInOrder = rest.every((command, at) => command === this.plan.commands[done + at]);
    const held = new Set(inventory.map(({ name }) => name));
    const taken = new Set(rest.flatMap(takenNouns));
    const isTaken = ({ thing }: TakenAlong) =>
      held.has(thing) || taken.has(wordsIn(thing).at(-1) ?? '');
    const { along = [] } = this.plan;
    const isLeft = (one: TakenAlong) =>
      one !== next &&
      one.after >= done &&
      one.after < done + rest.length &&
      !this.#asked.has(one) &&
      !(this.#isTaking(one) && isTaken(one));
    return isInOrder ? new Set(along.filter(isLeft).map(({ command }) => command)).size : 0;
  }

  #look(now: Observation, turnsLeft: number): Onward {
    if (now.waitsFor === 'key') return null;
    const open = this.#gains.filter((gain) => !this.#earned.has(gain));
    const ahead = open.filter(({ at }) => at >= this.#done);
    const along = this.#alongAt(this.#done, now);
    const expected = this.plan.standings[this.#done];
    const isThere = expected !== undefined && standsAtLeastAs(expected, standingOf(now));
    if (ahead.length === 0 && isThere && along !== null)
      return { done: this.#done, back: [], rest: [], pays: 0, along };
    if (this.plan.triedSeeds !== undefined) return this.#lucky(now, turnsLeft, isThere);
    const isInOrder = isThere && !this.#isAside;
    const inOrder = isInOrder ? this.#stepFrom(this.#done, [], { now, turnsLeft }) : null;
    const isWhole = isAdvisedStep(inOrder) && inOrder.pays === sumOfGains(open);
    return open.length === 0 || isWhole ? inOrder : this.#rejoined(inOrder, open, now, turnsLeft);
  }

  /** The rest that the engine finds, if it pays more than following the way in order. */
  #rejoined(inOrder: Onward, open: readonly Gain[], now: Observation, turnsLeft: number): Onward {
    const course = this.#course?.from === now.scene ? this.#course : null;
    const found = course ?? rejoin({ plan: this.plan, open, now, turnsLeft, ports: this.#ports });
    this.#course = isAdvisedStep(found) ? found : null;
    if (isAdvisedStep(inOrder) && !(isAdvisedStep(found) && found.pays > inOrder.pays))
      return inOrder;
    if (!isAdvisedStep(found)) return inOrder ?? 'stuck';
    const { done, back, rest } = found;
    const hasTime = back.length === 0 && rest.length < turnsLeft;
    return { ...found, along: hasTime ? this.#alongAt(done, now) : null };
  }

  /** A way that needs luck. Nothing of it is tried ahead. */
  #lucky(now: Observation, turnsLeft: number, isThere: boolean): Onward {
    const held = new Set(now.inventory.map(({ id }) => String(id)));
    const expected = this.plan.standings[this.#done]?.held || null;
    const holdsAll = expected?.split(',').every((id) => held.has(id)) !== false;
    const back = isThere ? [] : this.#wayBack(now);
    if (back === null || !(isThere || holdsAll)) return 'stuck';
    return this.#stepFrom(this.#done, back, { now, turnsLeft });
  }

  /** What is still to earn from there in the turns that are left. Null if there is nothing. */
  #stepFrom(
    done: number,
    back: readonly string[],
    { now, turnsLeft }: { readonly now: Observation; readonly turnsLeft: number },
  ): Onward {
    const ahead = this.#gains.filter((gain) => gain.at >= done && !this.#earned.has(gain));
    if (ahead.length === 0) return null;
    const along = back.length === 0 ? this.#alongAt(done, now) : null;
    const spent = back.length + (along === null ? 0 : 1);
    const fits = ahead.filter(({ at }) => spent + at + 1 - done <= turnsLeft);
    const last = fits.at(-1);
    if (last === undefined) return 'stuck';
    const rest = this.plan.commands.slice(done, last.at + 1);
    return { done, back, rest, pays: sumOfGains(fits), along };
  }

  /** The commands back to where the player left the way. Null if no open way is known. */
  #wayBack({ location }: Observation): readonly string[] | null {
    const room = this.plan.standings[this.#done]?.room ?? null;
    if (room === null) return null;
    if (room === Number(location.id)) return [];
    const route = this.#ports.routeTo(location.id, locationId(room));
    return route === null || route.isShut ? null : route.commands;
  }

  open(): readonly OpenGain[] {
    return this.#gains
      .filter((gain) => !this.#earned.has(gain))
      .map(({ at, points }) => ({
        command: this.plan.commands[at] ?? '',
        room: this.plan.standings[at]?.room ?? null,
        points,
      }));
  }

  /** The next commands; things to take along come first. None if there is no step. */
  nextCommands(now: Observation, turnsLeft: number): readonly string[] {
    const step = this.step(now, turnsLeft);
    if (!isAdvisedStep(step)) return [];
    const [first] = [...step.back, ...step.rest];
    return [step.here?.commands[0], step.along?.command, first].filter(
      (command) => command !== undefined,
    );
  }

  /** Takes in a turn: its gains, its try to take something along, and its progress on the way. */
  record(turn: Pick<TurnRecord, 'decision' | 'before' | 'after'>): void {
    const { decision, before, after } = turn;
    this.#leadOn(before, decision.action);
    this.#course = this.#course && followCourse(this.#course, decision.action, after);
    const gain = this.#gains.find(
      (one) =>
        !this.#earned.has(one) &&
        one.points === scoreChange(turn) &&
        one.room === after.location.id &&
        wayMayHaveEarned(turn, payingCommand(this.plan, one.at)),
    );
    if (gain !== undefined) this.#earned.add(gain);
    const next = this.#after(decision.action, after) ?? this.#beyond(gain, after);
    const taken = takingsBy(this.plan, this.#asked, decision.action);
    for (const one of taken) this.#asked.add(one);
    const isOff = next === null && taken.length === 0;
    this.#isAside ||= isOff && (before.scene !== after.scene || scoreChange(turn) !== 0);
    this.#done = next ?? this.#done;
  }

  /** Adopts the shortened rest of the newest prompt, if the player followed it. */
  #leadOn(before: Observation, action: string): void {
    const step = this.#found?.at === before ? this.#found.step : null;
    if (!isAdvisedStep(step) || step.back.length > 0) return;
    const told = [step.rest[0], step.along?.command].filter((one) => one !== undefined);
    if (told.some((one) => isCommandOfWay(action, one))) this.#done = step.done;
  }

  /**
   * The moment of the way that a command led to. Null if it was no step on it. A lucky way may skip a command that only
   * repeats the one before: a third blow at an enemy who fell at the second. No other command is skipped, because it
   * prepares something.
   */
  #after(action: string, after: Observation): number | null {
    const { commands, standings, triedSeeds } = this.plan;
    for (let at = this.#done; ; at += 1) {
      const [command, expected] = [commands[at], standings[at + 1]];
      if (command === undefined || expected === undefined) return null;
      if (isCommandOfWay(action, command) && standsAtLeastAs(expected, standingOf(after)))
        return at + 1;
      const isRepeated = isCommandOfWay(command, commands[at - 1] ?? '');
      if (triedSeeds === undefined || !isRepeated) return null;
    }
  }

  /** The moment after a gain that the player won, having come to it in other words. The engine finds that of a sure way. */
  #beyond(gain: Gain | undefined, after: Observation): number | null {
    const [at = 0, expected] = gain ? [gain.at + 1, this.plan.standings[gain.at + 1]] : [];
    if (this.plan.triedSeeds === undefined || expected === undefined || at <= this.#done)
      return null;
    return standsAtLeastAs(expected, standingOf(after)) ? at : null;
  }

  /** The first command for a thing takes it; a later one uses it, as to light it. */
  #isTaking(one: TakenAlong): boolean {
    return this.plan.along?.find(({ thing }) => thing === one.thing) === one;
  }

  /** The next thing to take along that was not tried for. A thing that the player passed counts while it is in reach. */
  #alongAt(moment: number, { inventory, objects }: Observation): TakenAlong | null {
    const held = new Set(inventory.map(({ name }) => name));
    const near = new Set(objects.map(({ name }) => name));
    const { along = [] } = this.plan;
    const isPassed = ({ after, thing }: TakenAlong) => after < moment && near.has(thing);
    const isDue = (one: TakenAlong) =>
      (one.after === moment || isPassed(one)) && !this.#asked.has(one);
    return along.find((one) => isDue(one) && this.#isTaking(one) !== held.has(one.thing)) ?? null;
  }
}
