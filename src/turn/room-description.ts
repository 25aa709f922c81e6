import { normaliseAction } from '../domain/command.ts';
import { descriptionOf, type GameState, type RoomDescription } from '../domain/game-state.ts';
import { namesRoom } from '../domain/observation.ts';
import { moved, type TurnRecord } from '../domain/turn-record.ts';

/** Shorter texts say that the player arrived and no more. */
const LEAST_DOUBTFUL = 100;

/** A first line so much shorter than the known one is no description: stories print less on a return. */
const LEAST_SHARE = 0.5;

/**
 * The room's description when the text is certainly one: the player arrived or looked and a line starts with the room's
 * name, or a line is the name alone, as when a light goes on. Null also in the dark, and where nobody can tell.
 */
export function describedRoom(turn: TurnRecord): RoomDescription | null {
  const looked = /^(?:l|look)$/.test(normaliseAction(turn.decision.action));
  const { text, location, isDark } = turn.after;
  const name = location.name.toLowerCase();
  const isHeading = (line: string) => line.trim().toLowerCase() === name;
  const isSeen = isDark !== true && namesRoom(turn.after);
  const isOne = isSeen && (moved(turn) || looked || text.split('\n').some(isHeading));
  return isOne ? descriptionBy(turn) : null;
}

/** Whether only a reader can tell if the text describes the room: the player arrived, and it is long but names no room. */
export function mayDescribeRoom(turn: TurnRecord): boolean {
  const { after } = turn;
  const isDoubtful = !namesRoom(after) && after.text.length > LEAST_DOUBTFUL;
  return moved(turn) && after.isDark !== true && isDoubtful;
}

/** The text of a turn as the description of the room where the turn ended, from the line with its name on. */
export function descriptionBy(turn: TurnRecord): RoomDescription {
  return descriptionOf(turn.after, turn.turn);
}

/** The descriptions with a newer one; a shorter print of a room already described does not replace its description. */
export function addDescription(
  known: GameState['descriptions'],
  description: RoomDescription | null,
): GameState['descriptions'] {
  if (description === null) return known;
  const earlier = known.get(description.locationId);
  const isKept =
    earlier !== undefined &&
    (earlier.turn >= description.turn || isAbridged(description.text, earlier.text));
  return isKept ? known : new Map(known).set(description.locationId, description);
}

/** Compares what follows the name: the earlier text's first line is missing, and nothing like it stands in its place. */
function isAbridged(text: string, earlier: string): boolean {
  const [described = ''] = linesBelowName(earlier);
  if (text.includes(described)) return false;
  const [first = ''] = linesBelowName(text);
  return first.length < described.length * LEAST_SHARE;
}

function linesBelowName(text: string): readonly string[] {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.slice(1);
}
