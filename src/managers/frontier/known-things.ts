import * as z from 'zod';
import { locationId, type LocationId } from '../../domain/ids.ts';
import { printJsonLines, parsedJsonLines } from '../../domain/json.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';

const thing = z.object({
  /** Object number. */
  thing: z.int().min(0),
  name: z.string(),
  /** Where it was seen first, not held; null where it was never seen so. */
  room: z.int().min(0).transform(locationId).nullable(),
  /** Whether a command named it, or changed whether it is held, open, lit and so on. */
  tried: z.boolean(),
  /** Whether a command named it while it was held, for more than to take, drop or look at it. */
  used: z.boolean(),
  /** The verbs of these commands; none where an earlier version did not note them. */
  verbs: z.array(z.string()).default([]),
  /** Whether it only stands in the room's description, as far as the engine knows. */
  scenery: z.boolean().default(false),
  /** Whether it can be opened and nobody has seen it open yet. */
  shut: z.boolean().default(false),
  /** Whether it could not be taken for what else was held, and nobody took it since; absent where nobody tried in vain. */
  full: z.boolean().optional(),
  /** Whether it was taken from the player, and nobody has it again. */
  lost: z.boolean().optional(),
  /** The commands that brought it into the hands where it was seen first; absent where none did. */
  taken: z.array(z.string()).optional(),
  /** The commands that made it give light, none where it was first seen with the trait; absent in what gave none. */
  lights: z.array(z.string()).optional(),
});

/** A line as it is stored: whether `used` leaves out what did nothing, which earlier versions took for a use. */
const storedThing = thing.extend({ exact: z.literal(true).optional() });

/** Verbs of the story that were used, by the first word of each. */
const usedVerbs = z.strictObject({ verbs: z.array(z.string()) });

/** Outcomes of turns that taught nothing, by a short hash of each. */
const judgedOutcomes = z.strictObject({ judged: z.array(z.string()) });

const rooms = z.array(z.int().min(0).transform(locationId));

/** Rooms that somebody was in: those that were seen, and those that were dark each time. */
const enteredRooms = z.strictObject({ seen: rooms, dark: rooms });
/** What all episodes came to with one thing: a line of `things.jsonl`. */
export type KnownThing = Readonly<z.infer<typeof thing>>;

/** What `things.jsonl` holds. */
export interface KnownThings {
  /** By object number. */
  readonly things: ReadonlyMap<number, KnownThing>;
  readonly verbs: ReadonlySet<string>;
  /** Outcomes that the memory role was asked about and that taught nothing. */
  readonly judged: ReadonlySet<string>;
  /** Rooms that somebody was in, by number: whether in the dark only. */
  readonly dark: ReadonlyMap<LocationId, boolean>;
}

/** Verbs that only hold, and verbs that only look: they use nothing. */
const HOLDING = new Set('take get grab pick carry hold drop'.split(' '));
const LOOKING = new Set('examine x look l search describe check watch'.split(' '));

const LOCKING = new Set(['unlock', 'lock']);

/** Verbs that leave a thing as it is: whoever only read a paper never took it. */
const IDLE = new Set([...LOOKING, ...LOCKING, 'read']);

/** What makes more of a thing than scenery: it can be opened, hold something, be switched, eaten, spoken to. */
const OF_USE: ReadonlySet<string> = new Set(
  'animate container door edible light locked openable supporter switchable'.split(' '),
);

/** The newest few of the commands that did the same: more words for one deed tell nothing. */
const MOST_COMMANDS = 2;

/** Reads `things.jsonl`; null stands for no file. A line that is damaged or of another version tells nothing. */
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

/** A thing of a line. Of an earlier version a key may have failed in every lock, whatever the line says. */
function thingIn({ exact, ...one }: z.infer<typeof storedThing>): KnownThing {
  const hasServed = one.verbs.some((verb) => isUsing(verb) && !LOCKING.has(verb));
  return exact ? one : { ...one, used: one.used && hasServed };
}

export function printThings({ things, verbs, judged, dark }: KnownThings): Uint8Array {
  // What was lost lies where it was when the next episode starts.
  const kept = [...things.values()].map((one) => ({ ...one, lost: undefined, exact: true }));
  const lines = kept.sort((a, b) => a.thing - b.thing);
  const used = verbs.size === 0 ? [] : [{ verbs: [...verbs].sort() }];
  const nothing = judged.size === 0 ? [] : [{ judged: [...judged].sort() }];
  const entered = (isDark: boolean) =>
    [...dark].flatMap(([room, was]) => (was === isDark ? room : [])).sort((a, b) => a - b);
  const places = dark.size === 0 ? [] : [{ seen: entered(false), dark: entered(true) }];
  return printJsonLines([...lines, ...used, ...nothing, ...places]);
}

/** What either knows; where a thing was seen first is as the former has it. */
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
      ...fullKnownThing(before.full, one.full),
      ...commandsOf('taken', before.taken, one.taken),
      ...commandsOf('lights', before.lights, one.lights),
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

/** What is known after a look: things seen first or open, scenery of several rooms, and whether the room was seen. Pure. */
export function seeKnownThings(before: KnownThings, now: Observation): KnownThings {
  const { location, objects } = now;
  const wasDark = before.dark.get(location.id);
  const isDark = now.isDark === true && wasDark !== false;
  const dark = isDark === wasDark ? before.dark : new Map(before.dark).set(location.id, isDark);
  const known = dark === before.dark ? before : { ...before, dark };
  const seen = objects.flatMap((object) => {
    const before = known.things.get(object.id);
    if (before === undefined) return object.held ? [] : [newKnownThing(location.id, object)];
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

/** The rooms that were only entered in the dark. */
export function knownDarkRooms({ dark }: KnownThings): ReadonlySet<LocationId> {
  return new Set([...dark].flatMap(([room, isDark]) => (isDark ? room : [])));
}

/** Who took it ends the matter for all. */
export function fullKnownThing(
  one: boolean | undefined,
  other: boolean | undefined,
): Pick<KnownThing, 'full'> {
  if (one === undefined && other === undefined) return {};
  return { full: one !== false && other !== false };
}

/** The commands that are known to have done something with a thing; nothing where nobody knows of any deed. */
export function commandsOf<Deed extends 'taken' | 'lights'>(
  deed: Deed,
  before: readonly string[] | undefined,
  now: readonly string[] | undefined,
): { readonly [name in Deed]?: string[] } {
  if (before === undefined && now === undefined) return {};
  const newer = new Set(now);
  const all = [...(before ?? []).filter((one) => !newer.has(one)), ...newer];
  return { [deed]: all.slice(-MOST_COMMANDS) } as { readonly [name in Deed]?: string[] };
}

/** Whether a verb does more than to hold or to look. */
export function isUsing(verb: string): boolean {
  return !HOLDING.has(verb) && !LOOKING.has(verb);
}

/** What was tried with a thing beside taking and dropping it. */
export function withoutHolding(verbs: readonly string[]): readonly string[] {
  return verbs.filter((verb) => !HOLDING.has(verb));
}

/** Whether a thing was only looked at, read or unlocked, never opened, too much to carry, or taken from the player. */
export function isUntouched({ tried, used, verbs, shut, full, lost }: KnownThing): boolean {
  if (shut || full === true || lost === true) return true;
  if (used) return false;
  return !tried || (verbs.length > 0 && verbs.every((verb) => IDLE.has(verb)));
}

/** How much an untouched thing promises: the less, the more was tried with it in vain beside looking. */
export function promiseOfKnownThing({ verbs }: KnownThing): number {
  return 1 / (1 + verbs.filter((verb) => !IDLE.has(verb)).length);
}

function byNumber(one: KnownThing): readonly [number, KnownThing] {
  return [one.thing, one];
}

export type InView = Pick<VisibleObject, 'id' | 'name'> & Partial<VisibleObject>;

/** A thing that nobody has tried yet. */
export function newKnownThing(room: KnownThing['room'], object: InView): KnownThing {
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
