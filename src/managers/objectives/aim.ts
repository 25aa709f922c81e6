import { canonicalAction, normaliseAction } from '../../domain/command.ts';
import { isDeath, scoreChange } from '../../domain/turn-effect.ts';
import { locationId, type LocationId, locationIdsIn } from '../../domain/ids.ts';
import type { Objective } from '../../domain/objective.ts';
import type { Location } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { withoutRoomNames } from '../../prompts/room-wording.ts';
import { placesAskedFor, between } from './asked-place.ts';
import { demandForms, playedWords } from './demand-words.ts';
import { type Demand, demandsOf } from './demands.ts';

/** Any number, with the word before it. */
const NUMBER = /(?:([^ ]+) )?\b(\d{1,9})(?= )/g;

/** Words before a place where something is to be done. */
const WHERE =
  /\b(?:at|by|enter|explore|from|in|inside|into|near|of|on|outside|reach|to|via|visit)(?: the)?$/i;

/** `(east of the yard?)`. */
const GUESS = /\([^()]*\?\)/g;

/** `(e.g. the crack in the Hole)`, `perhaps in the mill`. */
const EXAMPLE = /\b(?:e\.?\s?g\b|for example|for instance|such as|perhaps|maybe|possibly)[^;]*/gi;

/** The purpose of something sought does not tell where it is: `find the key of the chest in the mill`. */
const SOUGHT_FOR =
  /^(.*?\b(?:find|locate|discover|look for|search for)\s(?:(?!\b(?:at|in|inside|on|near|under|behind)\b)[^,;:.()])*?)\s(?:of|for|to open|to unlock|that|which)\s(?:[^,;:.()]|\([^()]*\d+\))*/i;

/**
 * The place where an objective begins, by its own words: the first location id in it, or the exact name of a place to be at.
 * Null if there is none. Places named in passing, guesses, examples, and places after another act do
 * not count.
 */
export function startOfAim(text: string, places: readonly Location[]): LocationId | null {
  const said = firstAct(text).replaceAll(GUESS, ' ').replaceAll(EXAMPLE, ' ');
  const sure = said.replace(SOUGHT_FOR, '$1');
  const told = new Set(locationIdsIn(sure));
  const words = between(sure);
  const numbered = [...words.matchAll(NUMBER)].flatMap(({ index, 1: word = '', 2: digits }) => {
    const place = places.find(({ id }) => id === Number(digits));
    const isEnd = place && word !== '' && between(place.name).endsWith(` ${word} `);
    const isMeant = place !== undefined && (told.has(place.id) || isEnd === true);
    return isMeant ? [{ id: place.id, at: index }] : [];
  });
  const named = places.flatMap(({ id, name }) => {
    const isProper =
      /^\p{Lu}/u.test(name) && places.every((one) => one.id === id || one.name !== name);
    const at = isProper ? words.indexOf(between(name)) : -1;
    const isWhere = at === 0 || WHERE.test(words.slice(0, Math.max(at, 0)));
    return at < 0 || !isWhere ? [] : [{ id, at: at + 1 }];
  });
  const [first] = [...numbered, ...named].toSorted((a, b) => a.at - b.at);
  return first?.id ?? null;
}

/** The text before `then`, if it is an act of its own. */
function firstAct(text: string): string {
  const [first = ''] = text.split(/,? (?:and )?then\b/i);
  return demandsOf(first).length > 0 ? first : text;
}

/** An objective with its starting place, for comparison. */
export function beginning({ text, target }: Pick<Objective, 'text' | 'target'>): string {
  return `${target} ${text}`;
}

/** The starting place of an objective, and its location ids. */
export function placesOfAim({ text, target }: Pick<Objective, 'text' | 'target'>): LocationId[] {
  return [...(target === null ? [] : [target]), ...placesAskedFor(text).map(locationId)];
}

/** Whether a text has the id of a turn's room and its command as a part: `Score at Location 43: south`. */
export function isCommandOfAim(text: string, turn: TurnRecord): boolean {
  const isThere = locationIdsIn(text).includes(turn.before.location.id);
  return isThere && aimHasCommand(text, turn);
}

export function aimHasCommand(text: string, turn: TurnRecord): boolean {
  return withoutCommand(text, turn).length < partsOf(text).length;
}

function partsOf(text: string): readonly string[] {
  return text.split(/[:;,."()]/);
}

function withoutCommand(text: string, { decision }: TurnRecord): readonly string[] {
  const played = canonicalAction(decision.action);
  return partsOf(text).filter((part) => canonicalAction(part) !== played);
}

/** Whether a turn won points by the only command that an objective asks for, in its room. */
export function isAimWon(text: string, turn: TurnRecord): boolean {
  const said = withoutRoomNames(text);
  const isElsewhere = locationIdsIn(said).some((room) => room !== turn.before.location.id);
  if (isElsewhere || !isCommandOfAim(said, turn) || scoreChange(turn) <= 0) return false;
  return !isDeath(turn) && demandsOf(withoutCommand(said, turn).join('; ')).length === 0;
}

/** Words that do not change what an objective asks for. */
const FILLING = /(?<=^| )(?:a|an|the|some|my|your|its|at|in|on|of)(?= |$)/g;

/** The place of an act. Where a thing is to be laid down is part of the act, not its place. */
const PLACE = / (?:at|in|inside|on|from|near) (?:(?!(?:with|to|at|in|on|from|near)\b)\S+ ?)+/g;

/** Whether two objectives ask for the same: as `isSaidAgain`, or the same acts in no other place. */
export function isSameAim(one: string, other: string): boolean {
  const isSameAct = actsIn(one) !== '' && actsIn(one) === actsIn(other) && !areApart(one, other);
  return isSameAct || isSaidAgain(one, other);
}

/** Whether two objectives have the same words, or ask for the same place alone. What was done once may be sought again. */
export function isSaidAgain(one: string, other: string): boolean {
  const place = placeAlone(one);
  return wordsOf(one) === wordsOf(other) || (place !== null && place === placeAlone(other));
}

/** The only place of an objective that asks for no more: `Explore up from Location 28 to reach Location 51`. */
function placeAlone(text: string): number | null {
  const [whole, id] = /^.*\breach location (\d+)(?: \([^()]*\))?\.?$/i.exec(text) ?? [];
  return whole === undefined || demandsOf(text).length > 0 ? null : Number(id);
}

function wordsOf(text: string): string {
  const words = withoutRoomNames(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ');
  return normaliseAction(words.replaceAll(FILLING, '')) || normaliseAction(text);
}

function actsIn(text: string): string {
  return demandsOf(text).map(actOf).toSorted().join('; ');
}

/** `take casserole dish` for `get my casserole dish in the kitchen`. */
function actOf({ kind, text, instead }: Demand): string {
  const act = kind === 'gain' ? text.replace(/^\S+/, 'take') : text;
  const told = wordsOf(kind === 'place' ? act : act.replaceAll(PLACE, ' '));
  return instead === undefined ? told : `${told} or ${actOf(instead)}`;
}

/** Whether two texts name different places: by their ids, or if neither has one, by their words. */
function areApart(one: string, other: string): boolean {
  const [here, there] = [placesAskedFor(one), placesAskedFor(other)];
  if (here.length > 0 && there.length > 0) return !here.some((id) => there.includes(id));
  if (here.length > 0 || there.length > 0) return false;
  const [words, others] = [placeWords(one), placeWords(other)];
  return words.size > 0 && others.size > 0 && ![...words].some((word) => others.has(word));
}

function placeWords(text: string): ReadonlySet<string> {
  return demandForms((` ${text.toLowerCase()} `.match(PLACE) ?? []).join(' '));
}

/** The form for comparing a repeated objective: without the names of its rooms. */
export function saidOf(text: string): string {
  return normaliseAction(withoutRoomNames(text));
}

/** The player only repeats its words; the role of objectives says anew where its own begin. */
export function renewedTarget(
  known: Objective,
  { target, origin }: Pick<Objective, 'target' | 'origin'>,
): Objective['target'] {
  const isAgents = origin === 'agent' || known.origin === 'agent';
  return isAgents ? (target ?? known.target) : target;
}

/** `for +19`, `(+4, +6)`, `7 points`, but not `+6 each`. */
const POINTS =
  /\+(\d{1,4})\b(?!\s*(?:points? )?(?:each|apiece))|\b(\d{1,4}) points?\b(?! (?:each|apiece))/gi;
const EACH = /\b(?:each|apiece|per)\b/i;

/** The sum of the points that an objective is said to bring. Null if it names none, or points for each of several things. */
function pointsOfAim(text: string): number | null {
  const named = [...text.matchAll(POINTS)].map(([, plus, plain]) => Number(plus ?? plain));
  const sum = named.reduce((all, one) => all + one, 0);
  return sum === 0 || EACH.test(text) ? null : sum;
}

/** The last turn that won the points an objective names, by what it names or in its rooms. Undefined if they are fewer. */
export function turnOfAllPoints(
  text: string,
  since: readonly TurnRecord[],
): TurnRecord | undefined {
  const wanted = pointsOfAim(text);
  const words = demandForms(text);
  const places = locationIdsIn(text);
  const paid = since.filter((turn) => {
    const isThere = [turn.before, turn.after].some(({ location }) => places.includes(location.id));
    return scoreChange(turn) > 0 && (isThere || playedWords(turn).some((one) => words.has(one)));
  });
  const won = paid.reduce((sum, turn) => sum + scoreChange(turn), 0);
  return wanted === null || won < wanted ? undefined : paid.at(-1);
}
