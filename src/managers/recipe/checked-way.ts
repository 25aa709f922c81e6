import { canonicalAction, nounsInCommand } from '../../domain/command.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/observation.ts';
import type { RecipePlan, TakenAlong } from '../../domain/recipe.ts';
import type { Standing } from '../../domain/standing.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';

/** The state after a command that was tried ahead. */
export interface Ahead extends Standing {
  /** Equal if everything in reach is unchanged; see Observation. */
  readonly scene: string;
}

/** What a way asks of the map and the engine. */
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
  /** The index of the command. */
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

/** Whether a turn may have earned another command's points. Not if it names another thing and that one's is still held. */
export function wayMayHaveEarned(
  turn: Pick<TurnRecord, 'decision' | 'before' | 'after'>,
  command: string,
) {
  const [own] = nounsInCommand(turn.decision.action);
  const [thing] = nounsInCommand(command);
  if (thing === undefined || own === thing) return true;
  const isHeld = ({ inventory }: Observation) =>
    inventory.some(({ name }) => name.toLowerCase().split(' ').at(-1) === thing);
  return !(isHeld(turn.before) && isHeld(turn.after));
}

export function isCommandOfWay(action: string, command: string): boolean {
  return canonicalAction(action) === canonicalAction(command);
}
