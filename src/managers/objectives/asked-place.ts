import { walkingDirection } from '../../domain/command.ts';
import { isDeath, moved } from '../../domain/turn-effect.ts';
import { locationId, type LocationId } from '../../domain/ids.ts';
import type { Location } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { type Demand, demandsOf, TIME_OR_POINTS } from './demands.ts';

/** Words that only say that somebody goes somewhere. */
const WALKING = new Set(
  `a again along an and another arrive at away back by come direction enter exit exits explore first from get go head in
  inside into lead leading leads location locations make move nearby nearest new next now of on one open out passage path
  place places please proceed reach return room rooms that the then there this through to travel two three four five six
  unexplored unvisited untried up via visit
  walk way ways which with hop hops step steps`.split(/\s+/),
);

/** A distance is no place: `2 hops away`. */
const DISTANCE = / \d+ (?=hops? |steps? )/g;
const PLACE = /( (?:from|of)(?: the)?)?(?: location| room| place)? (?:l ?)?(\d{1,9})(?= )/g;

/** Text that only describes a place: `(the cellar)`, but not its id; `, an unexplored exit behind the house,`. */
const ASIDE =
  /\((?! *(?:(?:location|room|place) *)?l? *#?\d+ *\))[^()]*\)|, *(?:an?|the|one|two|\d+) (?:(?!\b(?:and|then|to)\b)[^,;:.()])*(?=[,;:.(]|\bto\b|$)/gi;

/** A reason for going there, at the end: `, on the way to the mill`. */
const REASON =
  /, *(?:on (?:the|my|your) way|perhaps|maybe|probably|possibly|likely|where|which|towards?)\b[^;:.]*$/i;

/** The name before a location id: `into the old mill, Location 7`. */
const CALLED =
  /\b(explore|enter|reach|visit|to|into|in|at|of|through)(?: (?!(?:and|or|then|from)\b)[\p{L}'’-]+){1,4},? (?=\(?(?:location|room|place) \d)/giu;

/** A heading before the way: `Explore the mill: east from Location 3 to Location 7`. */
const TITLED = /^(explore|visit|reach|enter) [^:;.]{1,60}: (?=.*\blocation \d)/i;

export type NameOf = (id: LocationId) => string;

/** Whether a turn walked to the last of the places that an objective asks for, and it asks for nothing else. */
export function isPlaceReached(
  text: string,
  turn: TurnRecord,
  nameOf: NameOf,
  since: readonly TurnRecord[] = [],
): boolean {
  const visited = new Set([...since, turn].map(({ after }) => Number(after.location.id)));
  return isEndOfWalk(text, turn, nameOf, visited) || isWayWalked(text, since);
}

/** Words between directions. */
const STEPPING = /^(?:go|walk|head|move|then|and|again)$/;

/** Whether the newest walks are those that a text lists, and it asks for no act at their end: `go e, then n to the barn`. */
function isWayWalked(text: string, turns: readonly TurnRecord[]): boolean {
  const words = plain(text).trim().split(' ');
  const isStep = (word: string) => STEPPING.test(word) || walkingDirection(word) !== null;
  const end = words.findIndex((word) => !isStep(word));
  const [way, rest] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)];
  const asked = way.flatMap((word) => walkingDirection(word) ?? []);
  const isPlaceAlone = rest[0] === undefined || rest[0] === 'to';
  const newest = turns.at(-1);
  if (asked.length < 2 || !isPlaceAlone || demandsOf(rest.slice(1).join(' ')).length > 0)
    return false;
  const walked = turns.filter(moved).map(({ decision }) => walkingDirection(decision.action));
  return (
    newest !== undefined && isArrival(newest) && walked.slice(-asked.length).join() === asked.join()
  );
}

/** Whether a turn walked to the one place that an objective asks to go to first, whatever it asks for there. */
export function isPlaceEntered(text: string, turn: TurnRecord, nameOf: NameOf): boolean {
  return isEndOfWalk(text, turn, nameOf, null);
}

/** A request to go somewhere, whatever the place is called. */
const GOING =
  /\b(?:(?:get|way|path|passage|entrance|route) (?:in|into|inside|to|past|through|up|down|out)|enter|reach|explore|go|walk|climb|cross|visit|return|head|scout|look (?:in|into|inside|around|round))\b/i;

/** The one location id that an objective asks to go to. Null if it has none, or several. */
export function numberedPlace(text: string): number | null {
  const [id, ...others] = placesAskedFor(text);
  return id === undefined || others.length > 0 || !GOING.test(text) ? null : id;
}

/** Whether an objective asks for nothing behind the one place that it names by number. */
export function endsAtPlace(text: string): boolean {
  return numberedPlace(text) !== null && / \d+ $/.test(withoutAsides(text));
}

/**
 * The proof of a claim: the newest turn that walked to the last location id of an objective, if the player was at the others.
 * A room that the objective names and that has the name of that location counts, too: a story may show one place as two
 * rooms. If it asks to go somewhere without an id, the newest that walked into a new room, as far as the `recent` turns tell.
 */
export function arrivalAt(
  text: string,
  since: readonly TurnRecord[],
  recent: readonly TurnRecord[],
  nameOf: NameOf,
): TurnRecord | undefined {
  if (!GOING.test(text)) return undefined;
  const places = placesAskedFor(text);
  const numbered = places.at(-1);
  const rooms = since.flatMap(({ before, after }) => [before.location.id, after.location.id]);
  if (places.slice(0, -1).some((id) => !rooms.includes(locationId(id)))) return undefined;
  const name = numbered === undefined ? '' : nameOf(locationId(numbered));
  const isMeant = ({ id, name: own }: Location) =>
    id === numbered || (own === name && plain(text).includes(plain(name)));
  return since.findLast((turn) =>
    numbered === undefined
      ? isFirstArrival(turn, recent)
      : isArrival(turn) && isMeant(turn.after.location),
  );
}

function isArrival(turn: TurnRecord): boolean {
  return moved(turn) && !isDeath(turn);
}

/** Whether a turn walked into a room that is new, as far as the `recent` turns tell. */
function isFirstArrival(turn: TurnRecord, recent: readonly TurnRecord[]): boolean {
  const { id } = turn.after.location;
  const earlier = recent.filter((one) => one.turn <= turn.turn);
  return isArrival(turn) && earlier.every(({ before }) => before.location.id !== id);
}

const EXPLORING = /^explore\b/i;

/** The proof of exploring: the arrival in a new room by a direction in the text, else the newest arrival. */
export function exploringTurn(
  text: string,
  proof: TurnRecord,
  since: readonly TurnRecord[],
  recent: readonly TurnRecord[],
): TurnRecord {
  const arrivals = since.filter((turn) => isFirstArrival(turn, recent));
  if (!EXPLORING.test(text) || endsAtPlace(text) || arrivals.includes(proof)) return proof;
  const ways = new Set(plain(text).split(' ').map(walkingDirection));
  ways.delete(null);
  const isNamed = ({ decision }: TurnRecord) => ways.has(walkingDirection(decision.action));
  return arrivals.findLast(isNamed) ?? arrivals.at(-1) ?? proof;
}

/** The location ids in a text, without those to start from: `north of Location 7`. */
export function placesAskedFor(text: string): readonly number[] {
  const to = [...withoutAsides(text).matchAll(PLACE)].filter(([, from]) => from === undefined);
  return [...new Set(to.map(([, , id]) => Number(id)))];
}

/** `visited` holds the places that were reached. Null if the objective may ask for more there. */
function isEndOfWalk(
  text: string,
  turn: TurnRecord,
  nameOf: NameOf,
  visited: ReadonlySet<number> | null,
): boolean {
  const { before, after } = turn;
  if (!isArrival(turn)) return false;
  let rest = withoutAsides(text);
  const ids = [...rest.matchAll(PLACE)].map(([, , id]) => locationId(Number(id)));
  for (const id of ids) rest = withName(rest, { id, name: nameOf(id) });
  for (const room of [before.location, after.location]) rest = withName(rest, room);
  const named = [...rest.matchAll(PLACE)];
  const to = named.filter(([, from]) => from === undefined);
  const ends = new Set(to.map(([, , id]) => Number(id)));
  const starts = named.filter(([, from]) => from !== undefined).map(([, , id]) => Number(id));
  const [first] = to;
  const end =
    visited === null && first !== undefined ? first.index + first[0].length + 1 : undefined;
  const left = rest.slice(0, end).replaceAll(PLACE, ' ').trim().split(' ').filter(Boolean);
  const isThere = (id: number) => visited?.has(id) ?? ends.size === 1;
  const isWalk = left.every((word) => WALKING.has(word) || walkingDirection(word) !== null);
  if (!isWalk) return false;
  if (ends.size > 0) return ends.has(after.location.id) && [...ends].every((id) => isThere(id));
  const directions = left.flatMap((word) => walkingDirection(word) ?? []);
  const walked = walkingDirection(turn.decision.action);
  return directions.length === 1 && walked === directions[0] && starts.includes(before.location.id);
}

function withoutAsides(text: string): string {
  const timeless = text.replaceAll(TIME_OR_POINTS, ' ');
  const untitled = timeless.replace(TITLED, (title, verb: string) => {
    return demandsOf(timeless.slice(title.length)).length === 0 ? `${verb} ` : title;
  });
  const asked = untitled.replaceAll(CALLED, '$1 ').replace(REASON, (reason) => {
    return demandsOf(reason).length === 0 ? '' : reason;
  });
  return plain(asked.replaceAll(ASIDE, ' ')).replaceAll(DISTANCE, ' ');
}

/** A text as words between single blanks, without its punctuation. */
function plain(text: string): string {
  return between(text.toLowerCase());
}

/** The words between blanks, in their own spelling. */
export function between(text: string): string {
  return ` ${text.replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ')} `.replaceAll(/ +/g, ' ');
}

/** The text with the id in place of a room's name, and only once if both stand together. */
function withName(text: string, { id, name }: Location): string {
  const words = plain(name).trim();
  if (words === '') return text;
  return text.replaceAll(` ${words} `, ` ${id} `).replaceAll(` ${id} ${id} `, ` ${id} `);
}

const LEAVING = /^(?:leave|escape|exit)\b/;

export function isAskedToLeave(demand: Demand | undefined): boolean {
  return LEAVING.test(demand?.text ?? '');
}
