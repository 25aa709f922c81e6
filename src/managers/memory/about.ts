import { looksOf } from '../../domain/turn-record.ts';
import { type LocationId, locationId, locationIdsIn } from '../../domain/ids.ts';
import { normaliseAction } from '../../domain/command.ts';
import type { GameState } from '../../domain/game-state.ts';
import { type Memory, isBelieved, isOpenNote } from '../../domain/memory.ts';
import { isNamedWhole } from '../../domain/named-things.ts';
import {
  type Location,
  type Observation,
  type VisibleObject,
  cameIntoReach,
  isAnimate,
} from '../../domain/observation.ts';
import { wordsIn } from '../../domain/text.ts';
import { cleanTitle } from './clean-text.ts';
import { thingsThatThreaten } from './threats.ts';

type PlaceAndThings = Pick<Observation, 'location' | 'objects' | 'inventory'>;

/** What a model may write to name no room. */
const NOWHERE =
  /^(?:no|any|every) (?:room|place|location)$|^(?:none|nowhere|everywhere|anywhere)$/i;
const HERE = /^(?:here|this (?:room|place)|null|)$/i;
const BY_ID = /^(?:(?:location|room)\s*#?)?(\d{1,5})\b|\((?:location |room )?(\d{1,5})\)\s*$/i;

/** Reads where a memory is of use: a room id, a name, or no room. Absent if it is the room that it is filed under. */
export function aboutIn(said: string): Memory['about'] | null {
  const about = cleanTitle(said).replace(/^the /i, '').replace(/\.$/, '');
  if (HERE.test(about)) return undefined;
  if (NOWHERE.test(about)) return null;
  const [, plain, inBrackets] = BY_ID.exec(about) ?? [];
  const id = plain ?? inBrackets;
  return id === undefined ? about : locationId(Number(id));
}

/** Tells which memories of other rooms are of use where the player is. A danger is so wherever one of the threats is. */
export function isAboutPlace(
  place: PlaceAndThings,
  threats: readonly VisibleObject[] = [],
): (memory: Memory) => boolean {
  const isOfUse = (memory: Memory) =>
    isAbout(memory, place) || thingsThatThreaten(memory, threats).length > 0;
  return (memory) => isBelieved(memory) && isOfUse(memory);
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
  // The story may call somebody by another name than the memory, whose title has it: `Corrow the bellman`.
  const isOfSomebody = lying.some((one) => isAnimate(one) && isAboutThing(memory, one));
  if (isOfSomebody || [location, ...lying].some(isIt)) return true;
  if (![...objects, ...inventory].some(isIt)) return false;
  // A note on a carried thing is of use if a locked thing, or a thing that it names, is in reach.
  return (
    !isOpenNote(memory) ||
    lying.some(({ traits }) => traits.includes('locked')) ||
    namesOther(memory, place)
  );
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

/** Whether it is about somebody in reach, or the use of a thing here. Refusals and points depend on their room. */
export function isAboutThing(
  { category, persistence, title, scoreChange }: Memory,
  thing: VisibleObject,
) {
  const { name, traits, isScenery } = thing;
  if (isScenery === true || persistence === 'core') return false;
  if (isAnimate(thing)) return isNamedWhole(title, name);
  if (traits.includes('door') || category === 'FAILURE' || (scoreChange ?? 0) !== 0) return false;
  const [, ...said] = wordsOf(title);
  const words = wordsOf(name);
  return words.length > 0 && words.every((word, at) => said[at] === word);
}

/** Somebody or something that an earlier episode met. */
export interface Met {
  readonly thing: number;
  readonly name: string;
}

/** Whether it is about somebody of its own room with the name of somebody here, by this episode's looks or by `met`. */
export function isOfNamesake(
  room: LocationId,
  { title }: Memory,
  { recent, observation }: Pick<GameState, 'recent' | 'observation'>,
  met: readonly Met[],
): boolean {
  const isSomebody = (one: VisibleObject) => isAnimate(one) && isNamedWhole(title, one.name);
  const here = observation.objects.filter(isSomebody);
  if (observation.location.id === room || here.length === 0) return false;
  const kinds = new Set(here.map(({ name }) => wordsOf(name).at(-1)));
  const there = looksOf(recent).filter(({ location }) => location.id === room);
  const known = met.filter(({ name }) => kinds.has(wordsOf(name).at(-1)));
  const meant = new Set<number>([
    ...there.flatMap(({ objects }) => objects.filter(isSomebody).map(({ id }) => id)),
    ...known.map(({ thing }) => thing),
  ]);
  return meant.size > 0 && !here.some(({ id }) => meant.has(id));
}

/** Whether the name that a memory is about means another room of that name: its own, or those whose ids it has. */
export function isOfRoomOfSameName(
  filed: LocationId,
  { about, title, text }: Memory,
  here: Location,
  nameOf: (room: LocationId) => string,
): boolean {
  if (typeof about !== 'string' || filed === here.id || plain(about) !== plain(here.name))
    return false;
  const told = locationIdsIn(`${title}\n${text}`);
  const meant = [filed, ...told].filter((id) => plain(nameOf(id)) === plain(about));
  return meant.length > 0 && !meant.includes(here.id);
}

/** Whether both are the same name, or one ends with the other and that has at least two words. */
export function isNamed({ name }: Pick<Location, 'name'>, about: string): boolean {
  const [whole, wanted] = [plain(name), plain(about)];
  if (whole === wanted) return true;
  const [short, long] = whole.length < wanted.length ? [whole, wanted] : [wanted, whole];
  return short.includes(' ') && long.endsWith(` ${short}`);
}

export function plain(name: string): string {
  return normaliseAction(name).replace(/^(?:the|a|an) /, '');
}

export function wordsOf(text: string): readonly string[] {
  return wordsIn(text).filter((word) => word !== 'the');
}
