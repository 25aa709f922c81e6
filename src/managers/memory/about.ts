import { hadNoEffect, tookNoMove } from '../../domain/turn-effect.ts';
import { type LocationId, locationId } from '../../domain/ids.ts';
import { isPassive, normaliseAction, walkingDirection } from '../../domain/command.ts';
import type { GameState } from '../../domain/game-state.ts';
import { type Memory, isBelieved } from '../../domain/memory.ts';
import { isNamedToPlay, isNamedWhole } from '../../domain/named-things.ts';
import {
  type Location,
  type Observation,
  type VisibleObject,
  cameIntoReach,
  thingsSeen,
} from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { wordsIn } from '../../domain/text.ts';
import { cleanTitle } from './clean-text.ts';
import { eachCommand } from './gain.ts';

type PlaceAndThings = Pick<Observation, 'location' | 'objects' | 'inventory'>;

/** What a model may write to name no room. */
const NOWHERE =
  /^(?:no|any|every) (?:room|place|location)$|^(?:none|nowhere|everywhere|anywhere)$/i;
const HERE = /^(?:here|this (?:room|place)|null|)$/i;
const BY_ID = /^(?:(?:location|room)\s*#?)?(\d{1,5})\b|\((?:location |room )?(\d{1,5})\)\s*$/i;
const SENTENCE_GAP = /(?<=[.!?;]['"”’)]*)\s+/;
const BETWEEN =
  /\s(?:in|into|inside|on|onto|with|using|to|under|behind|at|from|off|about|over)\s(?:the\s)?/;

/** Reads where a memory is of use: a room id, a name, or no room. Absent if it is the room that it is filed under. */
export function aboutIn(said: string): Memory['about'] | null {
  const about = cleanTitle(said).replace(/^the /i, '').replace(/\.$/, '');
  if (HERE.test(about)) return undefined;
  if (NOWHERE.test(about)) return null;
  const [, plain, inBrackets] = BY_ID.exec(about) ?? [];
  const id = plain ?? inBrackets;
  return id === undefined ? about : locationId(Number(id));
}

/** Tells which memories of other rooms are of use where the player is. */
export function isAboutPlace(place: PlaceAndThings): (memory: Memory) => boolean {
  return (memory) => isBelieved(memory) && isAbout(memory, place);
}

/** Tells which memories are about one of these things, wherever they are filed. */
export function isAboutMovers(things: readonly VisibleObject[]): (memory: Memory) => boolean {
  return (memory) =>
    isBelieved(memory) &&
    memory.about === undefined &&
    things.some((one) => isAboutThing(memory, one));
}

function isAbout(memory: Memory, place: PlaceAndThings): boolean {
  const { about } = memory;
  const { location, objects, inventory } = place;
  if (about === undefined) return objects.some((one) => isAboutThing(memory, one));
  if (typeof about === 'number') return about === location.id;
  const isIt = (one: Pick<Location, 'name'>) => isNamed(one, about);
  const lying = objects.filter(({ held }) => !held);
  if ([location, ...lying].some(isIt)) return true;
  if (![...objects, ...inventory].some(isIt)) return false;
  // A note on a carried thing is of use if a locked thing, or a thing that it names, is in reach.
  return (
    !isOpen(memory) ||
    lying.some(({ traits }) => traits.includes('locked')) ||
    namesOther(memory, place)
  );
}

/** Whether a note about a thing tells of something that could not be tried yet. */
export function isOpen({ category, status }: Memory): boolean {
  return category === 'NOTE' && status === 'TENTATIVE';
}

function namesOther(
  { title, text, about }: Memory,
  { objects, inventory }: PlaceAndThings,
): boolean {
  const others = [...objects, ...inventory].filter((one) => !isNamed(one, `${about}`));
  return others.some(({ name }) => isNamedWhole(`${title}\n${text}`, name));
}

/** Whether a memory is about a thing that the newest turn brought into reach. */
export function isAboutNewThing(
  { about }: Memory,
  { recent, observation }: Pick<GameState, 'recent' | 'observation'>,
): boolean {
  const before = recent.at(-1)?.before;
  if (typeof about !== 'string' || before === undefined) return false;
  return cameIntoReach(before, observation).some((one) => isNamed(one, about));
}

/**
 * Whether a memory of another room is about somebody in reach, or about the use of a thing carried there. Refusals and
 * points are left out, because they depend on the room.
 */
export function isAboutThing(
  { category, persistence, title, scoreChange }: Memory,
  thing: VisibleObject,
) {
  const { name, traits, isScenery } = thing;
  if (isScenery === true || persistence === 'core') return false;
  if (traits.includes('animate')) return isNamedWhole(title, name);
  if (traits.includes('door') || category === 'FAILURE' || (scoreChange ?? 0) !== 0) return false;
  const [, ...said] = wordsOf(title);
  const words = wordsOf(name);
  return words.length > 0 && words.every((word, at) => said[at] === word);
}

/** Whether a memory is about somebody in its own room who has the same name as somebody here, as seen in this episode. */
export function isOfNamesake(
  room: LocationId,
  { title }: Memory,
  { recent, observation }: Pick<GameState, 'recent' | 'observation'>,
): boolean {
  const looks = recent.flatMap(({ before, after }) => [before, after]);
  const there = looks.filter(({ location }) => location.id === room);
  const isSomebody = ({ traits, name }: VisibleObject) =>
    traits.includes('animate') && isNamedWhole(title, name);
  const meant = there.flatMap(({ objects }) => objects.filter(isSomebody));
  const here = observation.objects.filter(isSomebody);
  const isMet = here.some(({ id }) => meant.some((one) => one.id === id));
  return observation.location.id !== room && here.length > 0 && meant.length > 0 && !isMet;
}

/** Whether both are the same name, or one ends with the other and that has at least two words. */
function isNamed({ name }: Pick<Location, 'name'>, about: string): boolean {
  const [whole, wanted] = [plain(name), plain(about)];
  if (whole === wanted) return true;
  const [short, long] = whole.length < wanted.length ? [whole, wanted] : [wanted, whole];
  return short.includes(' ') && long.endsWith(` ${short}`);
}

function plain(name: string): string {
  return normaliseAction(name).replace(/^(?:the|a|an) /, '');
}

/** Words for something that nobody found yet. */
const UNFOUND = /\b(?:(?:not|never)(?: yet)?(?: been)? (?:found|seen|located)|unfound|nowhere)\b/i;

/** Words for a key without a known lock, or a thing without a known use. */
const WITHOUT_USE =
  /\b(?:lock|door|chest|use|purpose|keyhole)\b[^.;!?]*\b(?:(?:still|yet) to be (?:found|seen)|(?:not|never)(?: yet)?(?: been)? (?:found|known|seen)|unknown)\b/i;
/** A sentence saying that nobody knows what a key opens, without naming what it may be. */
const UNKNOWN_LOCK =
  /\bwhat (?:it|this|that|the \S+(?: \S+)?) (?:opens|fits|unlocks|is for)\b[^.;!?]*\b(?:not|un\w+)\b/i;
const KEYS =
  /\b(?:unlock|open)s? [^.,;:!?]+? (?:with|using) (?:the )?([\p{L}' -]+?)(?=[.,;:!?)]|$|\s(?:and|then|in|at|from)\b)/giu;

/** The keys that opened something, according to memories of successes. */
export function keysTalkedAbout(memories: readonly Memory[]): readonly string[] {
  const works = memories.filter((one) => one.category === 'SUCCESS' && isBelieved(one));
  return works.flatMap(({ title, text }) =>
    [...`${title}. ${text}`.matchAll(KEYS)].map(([, key = '']) => key.trim()),
  );
}

/** A memory without the sentences that ask what one of these keys opens. */
export function withoutAnswered<M extends Memory>(memory: M, keys: readonly string[]): M {
  const isOfKey = keys.some(
    (key) => key !== '' && isNamedWhole(`${memory.title}. ${memory.text}`, key),
  );
  if (!isOfKey) return memory;
  const left = memory.text
    .split(SENTENCE_GAP)
    .filter((one) => !WITHOUT_USE.test(one) && !UNKNOWN_LOCK.test(one));
  return left.length === 0 ? memory : { ...memory, text: left.join(' ') };
}

/** Words for something that was not tried yet. */
const UNTRIED =
  /\b(?:(?:not|never)(?: yet)?(?: been)? (?:tried|used|said|played|spoken|tested)|untried|untested)\b/i;
const OPENING = /^(?:unlock|open) .+ (?:with|using) (.+)$/;

/**
 * Whether a turn answers what a NOTE leaves open. It brought the thing that was not found into reach, it played the command
 * that was not tried, it opened something with the key of the note, or it used the thing with another that the note names.
 * The result may be good or bad.
 */
export function isAnswered(memory: Memory, record: TurnRecord): boolean {
  const { category, about, title, text } = memory;
  if (category === 'NOTE' && isFound(`${title}. ${text}`, record)) return true;
  if (!isOpen(memory)) return false;
  if (saysUntried(`${title}. ${text}`, record)) return true;
  const isLeftOpen = [WITHOUT_USE, UNTRIED].some((open) => open.test(`${title}. ${text}`));
  if (isLeftOpen && isOpenedWith(typeof about === 'string' ? about : title, record)) return true;
  if (typeof about !== 'string') return false;
  const { before, decision, after } = record;
  const played = { prior: before, moment: after, response: after.text };
  const commands = eachCommand(normaliseAction(decision.action), played);
  return commands.some((command) => isUsedOn(command, { title, text, about }, record));
}

/** Whether a command used the thing of a note with another thing that the note names. */
function isUsedOn(
  command: string,
  { title, text, about }: Pick<Memory, 'title' | 'text'> & { readonly about: string },
  record: TurnRecord,
): boolean {
  const [first = '', ...others] = command.split(BETWEEN);
  if (others.length === 0) return false;
  // A text in brackets only says where or what a thing is.
  const said = wordsOf(`${about} ${title} ${text}`.replaceAll(/\([^()]*\)/g, ' '));
  const things = [first.split(' ').slice(1).join(' '), ...others].map(wordsOf);
  const isTold = things.every(
    (words) => words.length > 0 && words.every((one) => said.includes(one)),
  );
  const isPlayed = !hadNoEffect(record) || things.every((words) => isInReach(words, record));
  return isTold && isPlayed && things.some((words) => wordsOf(about).at(-1) === words.at(-1));
}

/** Whether a clause says that the command of this turn, which the game took, was not tried yet. */
function saysUntried(said: string, record: TurnRecord): boolean {
  const action = normaliseAction(record.decision.action);
  const isTaken = !hadNoEffect(record) || !tookNoMove(record);
  if (!isTaken || isPassive(action) || walkingDirection(action) !== null) return false;
  return said
    .split(/[.!?;]/)
    .some((clause) => UNTRIED.test(clause) && isNamedToPlay(clause, action));
}

/** Whether the turn opened something with a key that the text is or names. */
function isOpenedWith(said: string, record: TurnRecord): boolean {
  const [, key] = OPENING.exec(normaliseAction(record.decision.action)) ?? [];
  if (key === undefined || hadNoEffect(record)) return false;
  return isNamed({ name: key }, said) || isNamedWhole(said, key);
}

/** Whether a turn brought into reach what this clause, or the whole clause before it, calls not found. */
function isFound(said: string, { before, after }: TurnRecord): boolean {
  const clauses = said.split(/[.!?;:,]/);
  const open = clauses.flatMap((clause, at) => {
    if (!UNFOUND.test(clause)) return [];
    const isBare = clause.replace(UNFOUND, '').trim() === '';
    return isBare ? [plain(clauses[at - 1] ?? '')] : [clause];
  });
  return cameIntoReach(before, after).some(({ name }) =>
    open.some((part) => isNamedWhole(part, name) && (UNFOUND.test(part) || part === plain(name))),
  );
}

/** Whether the name of something in reach or held ends with these words. */
function isInReach(words: readonly string[], { before }: TurnRecord): boolean {
  return thingsSeen(before).some(({ name }) => wordsOf(name).at(-1) === words.at(-1));
}

function wordsOf(text: string): readonly string[] {
  return wordsIn(text).filter((word) => word !== 'the');
}
