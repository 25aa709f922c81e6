import type { LocationId } from './ids.ts';
import type { Observation } from './observation.ts';

/** Whether a line of the newest text starts with the name of the room, as descriptions do. */
export function namesItsRoom({ text, location }: Pick<Observation, 'text' | 'location'>): boolean {
  return textFromRoomName(text, location.name) !== null;
}

/** The text from the first line that starts with a room's name, also within marks: `<< Hall >>`. Null if no line does. */
export function textFromRoomName(text: string, name: string): string | null {
  const plainName = withoutMarks(name);
  if (plainName === '') return null;
  const lines = text.split('\n');
  const at = lines.findIndex((line) => withoutMarks(line).startsWith(plainName));
  return at === -1 ? null : lines.slice(at).join('\n').trim();
}

/** Whether a line is a room's name and nothing else. */
export function isRoomHeading(line: string, name: string): boolean {
  return withoutMarks(line) === withoutMarks(name);
}

const MARKS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

function withoutMarks(line: string): string {
  return line.replaceAll(MARKS, '').toLowerCase();
}

/** The last text that described a room in full, as the game printed it. */
export interface RoomDescription {
  readonly text: string;
  readonly turn: number;
  readonly locationId: LocationId;
}

/** A line in brackets in which a story speaks for itself, for example about the score. */
const REMARK = /\n+[ \t]*\[[^\n]*\][ \t]*(?=\n|$)/g;

/** The newest text as the room's description, from the line with its name on, without remarks in brackets. */
export function descriptionOfRoom(
  { text, location }: Pick<Observation, 'text' | 'location'>,
  turn: number,
): RoomDescription {
  const told = (textFromRoomName(text, location.name) ?? text).replaceAll(REMARK, '');
  return { text: told, turn, locationId: location.id };
}

/** A first line shorter than this share of the known one is no description: stories print less on a return. */
const LEAST_SHARE = 0.5;

/** Adds a newer description. A shorter print of a described room does not replace its description. */
export function addDescription(
  known: ReadonlyMap<LocationId, RoomDescription>,
  description: RoomDescription | null,
): ReadonlyMap<LocationId, RoomDescription> {
  if (description === null) return known;
  const earlier = known.get(description.locationId);
  const isKept =
    earlier !== undefined &&
    (earlier.turn >= description.turn || isAbridged(description.text, earlier.text));
  return isKept ? known : new Map(known).set(description.locationId, description);
}

/** Compares the texts after the name: the first line of the earlier text is missing, and no like line replaces it. */
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
