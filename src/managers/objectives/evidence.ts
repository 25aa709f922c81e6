import { walkingDirection } from '../../domain/command.ts';
import { wordForms } from '../../domain/word-forms.ts';
import { moved, scoreChange, type TurnRecord } from '../../domain/turn-record.ts';
import { signed } from '../../domain/words.ts';
import { roomWords, thingWords } from '../../prompts/wording.ts';
import { changedThings } from './changed-things.ts';

/** How much a turn shows for an objective. Points for a thing that it names are the most. */
export const NO_EVIDENCE = 0;
const NOTHING_NAMED = 1;
const NAMED = 2;
const NAMED_WITH_POINTS = 3;

const NAMES_NOTHING = new Set(
  'about all and behind for from her his into its off onto out over that the then this through under with your'.split(
    ' ',
  ),
);

/** A place that is named by its number. */
const NUMBERED = /\b(?:location|room|place|l) ?#?(\d{1,9})\b/gi;

/**
 * What the engine saw in a turn that has to do with an objective. Something happened to a thing that the text names, or
 * the command named such a thing and brought points or opened a way. Where the text names nothing that was in reach
 * then, or is when it is claimed, points, a way that opened or a room that it names will do, in the rooms that it
 * numbers: what it is about may have another name in the game.
 */
export function evidenceFor(text: string, turn: TurnRecord, claimed: TurnRecord): number {
  if (turn.after.died || turn.after.ended === 'death') return NO_EVIDENCE;
  const words = new Set([...wordsIn(text)].flatMap(wordForms));
  const isNamed = (name: string) => [...wordsIn(name)].some((word) => words.has(word));
  const hasPoints = scoreChange(turn) > 0;
  const isWon = hasPoints || opensWay(turn);
  const changed = changedThings(turn).some((names) => names.every(isNamed));
  if (changed || (isWon && isNamed(objectOf(turn)))) return hasPoints ? NAMED_WITH_POINTS : NAMED;
  const isAboutThing = inReach(turn, claimed).some(isNamed);
  return !isAboutThing && (isWon || entersNamed(text, turn, isNamed)) && isInNumbered(text, turn)
    ? NOTHING_NAMED
    : NO_EVIDENCE;
}

function inReach(...turns: readonly TurnRecord[]): readonly string[] {
  return turns
    .flatMap((turn) => [...(moved(turn) ? [] : turn.before.objects), ...turn.after.objects])
    .map(({ name }) => name);
}

function entersNamed(text: string, turn: TurnRecord, isNamed: (name: string) => boolean): boolean {
  const { id, name } = turn.after.location;
  return moved(turn) && (isNamed(name) || numberedIn(text).includes(id));
}

/** Whether a turn was played in, or led to, one of the rooms that a text numbers; also where it numbers none. */
function isInNumbered(text: string, { before, after }: TurnRecord): boolean {
  const numbered = numberedIn(text);
  const rooms = [before.location.id, after.location.id];
  return numbered.length === 0 || rooms.some((id) => numbered.includes(id));
}

function numberedIn(text: string): readonly number[] {
  return [...text.matchAll(NUMBERED)].map(([, id]) => Number(id));
}

/** What a turn brought, in a few words. */
export function broughtWords(turn: TurnRecord): string {
  const points = scoreChange(turn);
  const things = changedThings(turn).map(([name = '']) => thingWords({ name }));
  const parts = [
    ...(points === 0 ? [] : [`${signed(points)} points`]),
    ...(moved(turn) ? [`now at ${roomWords(turn.after.location)}`] : []),
    ...(things.length === 0 ? [] : [`changed: ${[...new Set(things)].join(', ')}`]),
    ...(opensWay(turn) ? ['a way out opened'] : []),
  ];
  return parts.join('; ') || 'nothing that the engine sees';
}

/** The words of a text that may name a thing or a room, numbers among them. */
function wordsIn(text: string): ReadonlySet<string> {
  const all = text.toLowerCase().match(/\d+|\p{L}{3,}/gu) ?? [];
  return new Set(all.filter((word) => !NAMES_NOTHING.has(word)).flatMap(wordForms));
}

/** What a command is about: its words without the verb; a walk is about nothing. */
function objectOf({ decision: { action } }: TurnRecord): string {
  return walkingDirection(action) === null ? action.trim().replace(/^\S+/, '') : '';
}

/** Whether a way out is there that was not there before, in the same room. */
function opensWay(turn: TurnRecord): boolean {
  const before = new Set(turn.before.exits.map(({ direction }) => direction));
  return !moved(turn) && turn.after.exits.some(({ direction }) => !before.has(direction));
}
