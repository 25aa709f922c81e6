import { canonicalAction, nounsInCommand } from '../../domain/command.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/observation.ts';
import type { RecipePlan, TakenAlong } from '../../domain/recipe.ts';
import { type Standing, standingOf } from '../../domain/standing.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';

/** The state after a command that was tried ahead. */
export interface Ahead extends Standing {
  /** Equal if everything in reach is unchanged; see Observation. */
  readonly scene: string;
}

export interface WayPorts {
  /** Null if no way is known. */
  routeTo(
    from: LocationId,
    to: LocationId,
  ): { readonly commands: readonly string[]; readonly isShut: boolean } | null;
  /** The commands of each memory that tells of points in a room or next door, won or not. */
  knownToPay(room: LocationId): readonly (readonly string[])[];
  /** The state after each of these commands, tried ahead while the player lives. `game` chooses the random numbers. */
  tryAhead(commands: readonly string[], game: number): readonly Ahead[];
}

/** Points that a command of the way earns. */
export interface Gain {
  readonly at: number;
  readonly points: number;
  /** Where the player is after it. */
  readonly room: number | null;
}

/** Points that a command can still earn. */
export interface OpenGain {
  readonly command: string;
  /** Where the command is given. */
  readonly room: number | null;
  readonly points: number;
}

/** The plan without things to take along that the way itself takes later. */
export function wayWithoutOwnTakings(plan: RecipePlan): RecipePlan {
  if (plan.along === undefined) return plan;
  const isOwn = ({ after, command }: TakenAlong) =>
    plan.commands.slice(after).some((own) => isCommandOfWay(own, command));
  return { ...plan, along: plan.along.filter((one) => !isOwn(one)) };
}

/** The points that the commands of a checked way earn. */
export function gainsOfWay(standings: readonly Standing[]): readonly Gain[] {
  let [score] = standings.map((one) => one.score);
  return standings.slice(1).flatMap(({ score: next, room }, at): readonly Gain[] => {
    const points = next === null ? 0 : next - (score ?? next);
    score = next ?? score;
    return points > 0 ? [{ at, points, room }] : [];
  });
}

/** A command of the way with the ids of the things that it lays down or gives away. */
export interface PayingCommand {
  readonly command: string;
  readonly laid: readonly string[];
}

/**
 * Whether a turn may have earned the points of a command of the way. If it names another thing, it may not while that one's is
 * still held, nor if it did not lay down all that the command lays down.
 */
export function wayMayHaveEarned(
  turn: Pick<TurnRecord, 'decision' | 'before' | 'after'>,
  { command, laid }: PayingCommand,
) {
  const [own] = nounsInCommand(turn.decision.action);
  const [thing] = nounsInCommand(command);
  if (thing === undefined || own === thing) return true;
  const isHeld = ({ inventory }: Observation) =>
    inventory.some(({ name }) => name.toLowerCase().split(' ').at(-1) === thing);
  if (isHeld(turn.before) && isHeld(turn.after)) return false;
  const [before, after] = [turn.before, turn.after].map((one) => heldIds(standingOf(one)));
  return laid.every((id) => before?.includes(id) === true && after?.includes(id) !== true);
}

/** A command of the way. Empty behind its end. */
export function payingCommand(
  { commands, standings }: Pick<RecipePlan, 'commands' | 'standings'>,
  at: number,
): PayingCommand {
  const [before, after] = [standings[at], standings[at + 1]];
  const kept = after === undefined || after.held === null ? null : heldIds(after);
  const laid = before === undefined || kept === null ? [] : heldIds(before);
  return { command: commands[at] ?? '', laid: laid.filter((id) => kept?.includes(id) !== true) };
}

function heldIds({ held }: Standing): readonly string[] {
  return held === null || held === '' ? [] : held.split(',');
}

export function isCommandOfWay(action: string, command: string): boolean {
  return canonicalAction(action) === canonicalAction(command);
}

export function sumOfGains(gains: readonly Gain[]): number {
  return gains.reduce((sum, { points }) => sum + points, 0);
}

/** The next things that a command takes along; one command may take several. None if `asked` has all that it takes. */
export function takingsBy(
  { along = [] }: Pick<RecipePlan, 'along'>,
  asked: ReadonlySet<TakenAlong>,
  action: string,
): readonly TakenAlong[] {
  const next = along.find((one) => !asked.has(one) && isCommandOfWay(action, one.command));
  return along.filter(({ command, after }) => command === next?.command && after === next.after);
}
