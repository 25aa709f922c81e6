import * as z from 'zod';
import { locationId, type LocationId } from '../../domain/ids.ts';
import { printJsonLines, parsedJsonLines } from '../../domain/json.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';

const thing = z.object({
  /** Object number. */
  thing: z.int().min(0),
  name: z.string(),
  /** Where it was first seen, not held. Null if it was never seen so. */
  room: z.int().min(0).transform(locationId).nullable(),
  /** Whether a command named it, or changed its state (held, open, lit and so on). */
  tried: z.boolean(),
  /** Whether a command named it while it was held, and did more than take, drop or look. */
  used: z.boolean(),
  /** The verbs of these commands. Empty if an earlier version did not note them. */
  verbs: z.array(z.string()).default([]),
  /** Whether it only stands in the room's description, as far as the engine knows. */
  scenery: z.boolean().default(false),
  /** Whether it can be opened and was never seen open. */
  shut: z.boolean().default(false),
  /** Whether full hands kept the player from taking it, and nobody took it since. Absent if nobody tried in vain. */
  full: z.boolean().optional(),
  /** Whether it was taken from the player, and nobody has it again. */
  lost: z.boolean().optional(),
  /** Whether it paid, or changed something while it was held. Absent if an earlier version did not note it. */
  served: z.boolean().optional(),
  /** The commands that took it where it was first seen. Absent if there are none. */
  taken: z.array(z.string()).optional(),
  /** The commands that made it give light; empty if it was lit when first seen. Absent if it gives none. */
  lights: z.array(z.string()).optional(),
});

/** A stored line. `exact`: `used` leaves out what did nothing, which earlier versions counted as a use. */
const storedThing = thing.extend({ exact: z.literal(true).optional() });

/** The verbs of the story that were used, by the first word of each. */
const usedVerbs = z.strictObject({ verbs: z.array(z.string()) });

/** Outcomes of turns that taught nothing, by a short hash of each. */
const judgedOutcomes = z.strictObject({ judged: z.array(z.string()) });

const rooms = z.array(z.int().min(0).transform(locationId));

/** The rooms that a player entered: those that were seen, and those that were always dark. */
const enteredRooms = z.strictObject({ seen: rooms, dark: rooms });
/** What all episodes did with one thing: a line of `things.jsonl`. */
export type KnownThing = Readonly<z.infer<typeof thing>>;

/** The content of `things.jsonl`. */
export interface KnownThings {
  /** By object number. */
  readonly things: ReadonlyMap<number, KnownThing>;
  readonly verbs: ReadonlySet<string>;
  /** Outcomes that the memory role was asked about and that taught nothing. */
  readonly judged: ReadonlySet<string>;
  /** The rooms that a player entered, by number: whether it was always dark. */
  readonly dark: ReadonlyMap<LocationId, boolean>;
}

/** Verbs of holding and of looking. They are no use of a thing. */
const HOLDING = new Set('take get grab pick carry hold drop'.split(' '));
export const LOOKING = new Set('examine x look l search describe check watch'.split(' '));

export const LOCKING = new Set(['unlock', 'lock']);

/** Traits that make a thing more than scenery: it can be opened, hold something, be switched, eaten, spoken to. */
const OF_USE: ReadonlySet<string> = new Set(
  'animate container door edible light locked openable supporter switchable'.split(' '),
);

/** Only the newest commands for one deed are kept; more words for it tell nothing. */
const MOST_COMMANDS = 2;

/** Reads `things.jsonl`; null stands for no file. A damaged line, or one of another version, is skipped. */
export function parseThings(bytes: Uint8Array | null): KnownThings {
  return {
    things: new Map(parsedJsonLines(bytes, storedThing).map(thingIn).map(byNumber)),
    verbs: new Set(parsedJsonLines(bytes, usedVerbs).flatMap(({ verbs }) => verbs)),
    judged: new Set(parsedJsonLines(bytes, judgedOutcomes).flatMap(({ judged }) => judged)),
    dark: new Map(
      parsedJsonLines(bytes, enteredRooms).flatMap(({ seen, dark }) => [
        ...dark.map((room) => [room, true] as const),
        ...seen.map((room) => [room, false] as const),
      ]),
    ),
  };
}

/** The thing of a line. In a line of an earlier version, a "used" key may have failed in every lock. */
function thingIn({ exact, ...one }: z.infer<typeof storedThing>): KnownThing {
  const hasServed = one.verbs.some((verb) => usesKnownThing(verb) && !LOCKING.has(verb));
  return exact ? one : { ...one, used: one.used && hasServed };
}

export function printThings({ things, verbs, judged, dark }: KnownThings): Uint8Array {
  // In the next episode, a lost thing lies in its first place again.
  const kept = [...things.values()].map((one) => ({ ...one, lost: undefined, exact: true }));
  const lines = kept.sort((a, b) => a.thing - b.thing);
  const used = verbs.size === 0 ? [] : [{ verbs: [...verbs].sort() }];
  const nothing = judged.size === 0 ? [] : [{ judged: [...judged].sort() }];
  const entered = (isDark: boolean) =>
    [...dark].flatMap(([room, was]) => (was === isDark ? room : [])).sort((a, b) => a - b);
  const places = dark.size === 0 ? [] : [{ seen: entered(false), dark: entered(true) }];
  return printJsonLines([...lines, ...used, ...nothing, ...places]);
}

/** The union of both. Where a thing was first seen comes from `known`. */
export function mergeThings(known: KnownThings, found: KnownThings): KnownThings {
  const merged = new Map(known.things);
  for (const [id, one] of found.things) {
    const before = known.things.get(id) ?? one;
    merged.set(id, {
      ...before,
      room: before.room ?? one.room,
      tried: before.tried || one.tried,
      used: before.used || one.used,
      verbs: [...new Set([...before.verbs, ...one.verbs])],
      scenery: before.scenery || one.scenery,
      shut: before.shut && one.shut,
      ...markTooMuch(before.full, one.full),
      ...(one.served !== undefined && { served: before.served === true || one.served }),
      ...commandsKnownFor('taken', before.taken, one.taken),
      ...commandsKnownFor('lights', before.lights, one.lights),
    });
  }
  return {
    things: merged,
    verbs: new Set([...known.verbs, ...found.verbs]),
    judged: new Set([...known.judged, ...found.judged]),
    dark: new Map(
      [...known.dark, ...found.dark].map(([room]) => {
        return [room, known.dark.get(room) !== false && found.dark.get(room) !== false];
      }),
    ),
  };
}

/** Adds a look: things first seen or open, scenery of several rooms, and whether the room was seen. Pure. */
export function addSeenThings(before: KnownThings, now: Observation): KnownThings {
  const { location, objects } = now;
  const wasDark = before.dark.get(location.id);
  const isDark = now.isDark === true && wasDark !== false;
  const dark = isDark === wasDark ? before.dark : new Map(before.dark).set(location.id, isDark);
  const known = dark === before.dark ? before : { ...before, dark };
  const seen = objects.flatMap((object) => {
    const before = known.things.get(object.id);
    if (before === undefined) return object.held ? [] : [newThing(location.id, object)];
    const shut = before.shut && isShut(object);
    const room = before.room ?? (object.held ? null : location.id);
    const isElsewhere = object.isScenery === true && room !== location.id;
    const isBackdrop = isElsewhere || object.isBackdrop === true;
    const scenery = before.scenery || (isBackdrop && !isOfUse(object));
    const isAsBefore = room === before.room && shut === before.shut && scenery === before.scenery;
    return isAsBefore ? [] : [{ ...before, room, shut, scenery }];
  });
  if (seen.length === 0) return known;
  return { ...known, things: new Map([...known.things, ...seen.map(byNumber)]) };
}

export function knownDarkRooms({ dark }: KnownThings): ReadonlySet<LocationId> {
  return new Set([...dark].flatMap(([room, isDark]) => (isDark ? room : [])));
}

/** One player who took it settles the matter for all. */
export function markTooMuch(
  one: boolean | undefined,
  other: boolean | undefined,
): Pick<KnownThing, 'full'> {
  if (one === undefined && other === undefined) return {};
  return { full: one !== false && other !== false };
}

/** The commands that are known to have done something with a thing. Empty if no deed is known. */
export function commandsKnownFor<Deed extends 'taken' | 'lights'>(
  deed: Deed,
  before: readonly string[] | undefined,
  now: readonly string[] | undefined,
): { readonly [name in Deed]?: string[] } {
  if (before === undefined && now === undefined) return {};
  const newer = new Set(now);
  const all = [...(before ?? []).filter((one) => !newer.has(one)), ...newer];
  return { [deed]: all.slice(-MOST_COMMANDS) } as { readonly [name in Deed]?: string[] };
}

/** Whether a verb does more than hold or look. */
export function usesKnownThing(verb: string): boolean {
  return !HOLDING.has(verb) && !LOOKING.has(verb);
}

/** The verbs tried with a thing, without taking and dropping. */
export function verbsOnKnownThing(verbs: readonly string[]): readonly string[] {
  return verbs.filter((verb) => !HOLDING.has(verb));
}

function byNumber(one: KnownThing): readonly [number, KnownThing] {
  return [one.thing, one];
}

export type InView = Pick<VisibleObject, 'id' | 'name'> & Partial<VisibleObject>;

/** A thing that nobody has tried yet. */
export function newThing(room: KnownThing['room'], object: InView): KnownThing {
  const { id, name, isScenery = false, hasRoutine = false, isBackdrop = false } = object;
  const scenery = isScenery && (!hasRoutine || isBackdrop) && !isOfUse(object);
  const shut = isShut(object);
  const lights = object.traits?.includes('light') === true && { lights: [] };
  return { thing: id, name, room, tried: false, used: false, verbs: [], scenery, shut, ...lights };
}

function isOfUse({ traits = [] }: InView): boolean {
  return traits.some((trait) => OF_USE.has(trait));
}

function isShut({ traits = [] }: InView): boolean {
  const canOpen = (['door', 'locked', 'openable'] as const).some((trait) => traits.includes(trait));
  return canOpen && !traits.includes('open') && !traits.includes('animate');
}
