import { normaliseAction } from '../domain/command.ts';
import type { RoomDescription } from '../domain/game-state.ts';
import { moved, type TurnRecord } from '../domain/turn-record.ts';

/** Shorter texts say that the player arrived and no more. */
const LEAST_DOUBTFUL = 100;

/**
 * The room's description when the text is certainly one: the player arrived or looked, and a line of it starts with the
 * room's name, as such texts do. Null otherwise, which is no proof that it is none.
 */
export function describedRoom(turn: TurnRecord): RoomDescription | null {
  const looked = /^(?:l|look)$/.test(normaliseAction(turn.decision.action));
  return namesRoom(turn) && (moved(turn) || looked) ? descriptionBy(turn) : null;
}

/** Whether only a reader can tell if the text describes the room: the player arrived, and it is long but names no room. */
export function mayDescribeRoom(turn: TurnRecord): boolean {
  return moved(turn) && !namesRoom(turn) && turn.after.text.length > LEAST_DOUBTFUL;
}

/** The text of a turn as the description of the room where the turn ended. */
export function descriptionBy({ turn, after }: TurnRecord): RoomDescription {
  return { text: after.text, turn, locationId: after.location.id };
}

function namesRoom({ after: { text, location } }: TurnRecord): boolean {
  const name = location.name.toLowerCase();
  return name !== '' && text.split('\n').some((line) => line.trim().toLowerCase().startsWith(name));
}
