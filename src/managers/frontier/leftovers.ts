import type { LocationId } from '../../domain/ids.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import { heldThings, type Observation } from '../../domain/observation.ts';
import { sideTripWords, type FrontierPlace } from '../../prompts/frontier-wording.ts';
import { thingWords } from '../../prompts/thing-wording.ts';
import { commandWords } from '../../prompts/wording.ts';
import { type KnownThing, LOCKING, LOOKING, verbsOnKnownThing } from './known-things.ts';
import type { Sightings } from './sightings.ts';

export interface PlacePorts {
  readonly map: {
    roomsWithWays(): readonly LocationId[];
    unexploredWays(
      room: LocationId,
    ): readonly { readonly action: string; readonly to: LocationId | null }[];
    routeTo(
      from: LocationId,
      to: LocationId,
    ): {
      readonly steps: readonly { readonly to: LocationId }[];
      /** Those that open exits included. */
      readonly commands: readonly string[];
      readonly isShut: boolean;
    } | null;
    roomName(room: LocationId): string;
  };
  readonly memory: {
    /** The remembered dangers of a room. Empty text if there are none. */
    dangersAt(room: LocationId): { readonly text: string };
  };
  /** Whether the player is told the first command of a route. */
  readonly tellsRoutes: boolean;
}

interface Left {
  readonly things: readonly Pick<KnownThing, 'name' | 'room' | 'scenery' | 'shut'>[];
  readonly dark: ReadonlySet<LocationId>;
  /** Whether the player was in a room in this episode. */
  readonly wasIn: (room: LocationId) => boolean;
}

/** Other places where something is left, the nearest first; of equal distance, those with untried exits. */
export function placesLeft(
  ports: PlacePorts,
  here: LocationId,
  left: Left,
): readonly FrontierPlace[] {
  const seen = left.things.flatMap(({ room }) => room ?? []);
  const rooms = new Set([...ports.map.roomsWithWays(), ...seen, ...left.dark]);
  rooms.delete(here);
  return [...rooms]
    .flatMap((id) => placeLeft(ports, { from: here, to: id }, left) ?? [])
    .sort((a, b) => a.steps - b.steps || Math.sign(b.ways) - Math.sign(a.ways) || a.id - b.id);
}

function placeLeft(
  { map, memory, tellsRoutes }: PlacePorts,
  { from, to }: { readonly from: LocationId; readonly to: LocationId },
  { things, dark, wasIn }: Left,
): FrontierPlace | null {
  const ways = waysLeft(map.unexploredWays(to)).length;
  const all = things.filter(({ room }) => room === to);
  const isDark = dark.has(to);
  const route = ways + all.length === 0 && !isDark ? null : map.routeTo(from, to);
  if (route === null) return null;
  const { steps, commands, isShut } = route;
  const loose = all.filter(({ scenery }) => !scenery);
  return {
    id: to,
    name: map.roomName(to),
    steps: commands.length,
    isShut,
    isDangerous: steps.some((step) => !wasIn(step.to) && memory.dangersAt(step.to).text !== ''),
    next: tellsRoutes && !isShut ? (commands[0] ?? null) : null,
    isDark,
    ways,
    things: loose.length,
    shut: loose.filter((one) => one.shut).map(({ name }) => name),
    hasScenery: loose.length < all.length,
  };
}

/** The fewest turns of a side trip: there, one command, and back. */
const SIDE_TRIP = 3;

/** The exits to unvisited rooms next door with more than scenery left, and with one command back. */
export function sideTripsLeft(
  { map }: Pick<PlacePorts, 'map'>,
  places: readonly FrontierPlace[],
  {
    here,
    turns,
    wasIn,
  }: Pick<Left, 'wasIn'> & { readonly here: LocationId; readonly turns: number },
): readonly string[] {
  return places.flatMap((place) => {
    const { id, next, steps, isDangerous, isDark, ways, things } = place;
    const isSafe = next !== null && steps === 1 && !isDangerous && isDark !== true;
    if (!isSafe || turns < SIDE_TRIP || ways + things === 0 || wasIn(id)) return [];
    const back = map.routeTo(id, here);
    const comesBack = back !== null && !back.isShut && back.commands.length === 1;
    return comesBack ? [sideTripWords(next, place)] : [];
  });
}

/** What is held, in closed things that are held, too, and was not put to use. Leaves out what is worn or holds something. */
export function unusedThings(
  now: Observation,
  seen: Pick<Sightings, 'heldNow' | 'holderOf'>,
  things: ReadonlyMap<number, KnownThing>,
) {
  const isHeld = seen.heldNow(now);
  const held = heldThings(now).map(({ id, name }) => ({ thing: Number(id), name }));
  const inView = new Set(held.map(({ thing }) => thing));
  const putAway = [...things.values()].filter(({ thing }) => isHeld(thing) && !inView.has(thing));
  const used = new Set<number>([
    ...putAway.flatMap(({ thing }) => seen.holderOf(thing) ?? []),
    ...now.objects.flatMap((one) => (one.held && one.inside !== null ? [one.inside] : [])),
    ...now.objects.flatMap(({ id, traits }) => (traits.includes('worn') ? [id] : [])),
  ]);
  return [...held, ...putAway]
    .filter(({ thing }) => !used.has(thing) && things.get(thing)?.used !== true)
    .map(({ thing, name }) => {
      // A key that did not fit one lock may fit another; the shut things tell which were tried.
      const verbs = verbsOnKnownThing(things.get(thing)?.verbs ?? []);
      return { thing, name, verbs: verbs.filter((verb) => !LOCKING.has(verb)) };
    });
}

/** The things left in view, and which are locked. Shut things come first (they may hide a room), the room's parts last. */
export function shutThingsLeft(things: readonly KnownThing[], { objects }: Observation) {
  const rank = ({ shut, scenery }: KnownThing) => Number(scenery) - 2 * Number(shut);
  return things
    .toSorted((a, b) => rank(a) - rank(b))
    .map((one) => {
      const object = objects.find(({ id }) => Number(id) === one.thing);
      const isLocked = object?.traits.includes('locked') === true && object.opensHere !== true;
      return { ...one, isLocked, isBarred: isLocked && object.isBarred === true };
    });
}

/** Scenery of this room alone that its description names. What has the name of a deadly exit's end is left out. */
export function partsLeft(
  { objects, exits }: Observation,
  description: string,
): ReadonlySet<number> {
  const deaths = exits.filter(({ deadly }) => deadly).map(({ to }) => to.name);
  const own = thingsNamed(description, objects).filter(
    (one) => one.isBackdrop !== true && !deaths.some((name) => thingsNamed(name, [one]).length > 0),
  );
  return new Set(own.map(({ id }) => Number(id)));
}

/** A lower promise means that two verbs or more were tried in vain. No episode begins for such a thing. */
const LEAST_PROMISE = 1 / 2;

/** What is left here beyond scenery, without things of little promise. */
export function looseEnds({
  ways,
  things,
}: {
  readonly ways: readonly { readonly action: string }[];
  readonly things: readonly KnownThing[];
}): readonly string[] {
  const loose = things.filter((one) => !one.scenery && promiseOfThing(one) >= LEAST_PROMISE);
  return [...ways.map(({ action }) => commandWords(action)), ...loose.map(thingWords)];
}

/** The untried exits with the first command of each. Exits to the same room count as one. */
export function waysLeft<T extends { readonly to: LocationId | null }>(
  ways: readonly T[],
): readonly T[] {
  return ways.filter(
    ({ to }, at) => to === null || ways.findIndex((other) => other.to === to) === at,
  );
}

/** Verbs that leave a thing as it is. A paper that was only read was never taken. */
const IDLE = new Set([...LOOKING, ...LOCKING, 'read']);

/** Whether a thing was only looked at, read or unlocked, never opened, too much to carry, or taken from the player. */
export function isUntouched({ tried, used, verbs, shut, full, lost }: KnownThing): boolean {
  if (shut || full === true || lost === true) return true;
  if (used) return false;
  return !tried || (verbs.length > 0 && verbs.every((verb) => IDLE.has(verb)));
}

/** Whether a thing can be taken along, and nobody found what it is good for. */
export function isOfUnknownUse({ served, taken = [], scenery }: KnownThing): boolean {
  return served === false && taken.length > 0 && !scenery;
}

/** A thing of unknown use promises so much of what an untouched one does. */
const UNKNOWN_USE = 1 / 4;

/** How much a thing that is left promises. The more verbs were tried in vain, looking aside, the less. */
export function promiseOfThing(one: KnownThing): number {
  const tries = one.verbs.filter((verb) => !IDLE.has(verb)).length;
  return (isUntouched(one) ? 1 : UNKNOWN_USE) / (1 + tries);
}

/** Things with the verbs tried in this episode apart from those that only earlier ones tried. */
export function verbsByEpisode<
  T extends { readonly thing: number; readonly verbs: readonly string[] },
>(things: readonly T[], ofThisEpisode: ReadonlyMap<number, Pick<KnownThing, 'verbs'>>) {
  return things.map((one) => {
    const now = new Set(ofThisEpisode.get(one.thing)?.verbs);
    const verbs = one.verbs.filter((verb) => now.has(verb));
    return { ...one, verbs, earlier: one.verbs.filter((verb) => !now.has(verb)) };
  });
}
