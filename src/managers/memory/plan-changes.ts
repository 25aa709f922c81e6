import type { LocationId } from '../../domain/ids.ts';
import { isSameMemoryClaim, isBelieved, type Memory } from '../../domain/memory.ts';
import type { Location, VisibleObject } from '../../domain/observation.ts';
import { wordsIn } from '../../domain/text.ts';
import { isAboutMovers, isAboutPlace } from './about.ts';
import { cleanTitle } from './clean-text.ts';
import { editMemoryDocument } from './edit-document.ts';
import {
  isChangeKnown,
  lastTurnOfMemory,
  type MemoryChange,
  editsOfChange,
  type ChangeResult,
} from './memory-changes.ts';
import type { RoomMemories } from './memory-document.ts';

/** A wanted change, before the cache of each named memory is known. */
export interface Wish {
  /** The room of the memory, in which titles are superseded. */
  readonly room: Location;
  readonly memory: Memory | null;
  /** Exact titles that the memory replaces. */
  readonly supersedes: readonly string[];
  /** Exact titles that were found wrong, here or in `otherRoom`. */
  readonly invalidates: readonly string[];
  readonly invalidationReason: string;
  readonly turn: number;
  readonly otherRoom: Location;
  /** The moving things and creatures that the turn concerned. Memories about them count wherever they are filed. */
  readonly movers: readonly VisibleObject[];
}

/** Memories of this episode alone, by room. Never written to the file. */
export type EphemeralCache = ReadonlyMap<LocationId, readonly Memory[]>;

interface Caches {
  readonly persistent: ReadonlyMap<LocationId, RoomMemories>;
  readonly ephemeral: EphemeralCache;
}

export interface Refusal {
  readonly locationId: LocationId;
  readonly title: string;
  readonly reason: 'downgrade' | 'not-found';
  /** Persistence of the memory that would have been lost. Null for other refusals. */
  readonly kept: Memory['persistence'] | null;
}

/** Changes by cache. A change that cannot be made is refused and does not stop the others. */
export interface Plan extends Readonly<Record<keyof Caches, readonly MemoryChange[]>> {
  readonly refused: readonly Refusal[];
}

type Routed = { readonly to: keyof Caches; readonly change: MemoryChange } | Refusal;

/** Routes a wish by persistence: ephemeral memories to the cache, all others to the file. */
export function planChanges(wish: Wish, caches: Caches): Plan {
  const { memory, supersedes, invalidates } = wish;
  const to = memory?.persistence === 'ephemeral' ? 'ephemeral' : 'persistent';
  const wanted: readonly Routed[] = [
    ...supersedes.flatMap((title) => planSupersession(wish, title, caches)),
    ...invalidates.map((title) => planInvalidation(wish, title, caches)),
    ...(memory === null
      ? []
      : [{ to, change: { kind: 'add', room: homeOf(memory, wish, caches), memory } } as const]),
  ];
  const sent = (cache: keyof Caches) =>
    wanted.flatMap((one) => ('change' in one && one.to === cache ? [one.change] : []));
  const refused = wanted.flatMap((one) => ('reason' in one ? [one] : []));
  return { persistent: sent('persistent'), ephemeral: sent('ephemeral'), refused };
}

/** Nothing if the memory would replace one that says the very same. */
function planSupersession(wish: Wish, title: string, caches: Caches): readonly Routed[] {
  const { room, memory } = wish;
  if (memory === null) return [];
  const isPassing = memory.persistence === 'ephemeral';
  const found = findFor({ ...wish, title }, caches, isPassing ? 'ephemeral' : 'persistent');
  if (found === null) return [notFound(room, title)];
  const { to, at, memory: gone } = found;
  const isAsSure = gone.status === memory.status && gone.persistence === memory.persistence;
  if (isAsSure && isSameMemoryClaim(gone, memory)) return [];
  if (to === 'persistent' && isPassing) {
    return [{ locationId: room.id, title, reason: 'downgrade', kept: gone.persistence }];
  }
  const turn = lastTurnOfMemory(memory.turns) ?? wish.turn;
  const named = { locationId: at, title: gone.title };
  return [{ to, change: { kind: 'supersede', ...named, by: memory.title, turn } }];
}

function planInvalidation(wish: Wish, title: string, caches: Caches): Routed {
  const { room, otherRoom, movers, invalidationReason: reason, turn } = wish;
  const found =
    findFor({ room, title, movers }, caches, 'persistent') ??
    findFor({ room: otherRoom, title, movers }, caches, 'persistent');
  if (found === null) return notFound(room, title);
  const named = { locationId: found.at, title: found.memory.title };
  return { to: found.to, change: { kind: 'invalidate', ...named, reason, turn } };
}

function notFound(room: Location, title: string): Refusal {
  return { locationId: room.id, title, reason: 'not-found', kept: null };
}

/** A title of so many words is more than a command and names one memory, wherever it is filed. */
const OWN_WORDS = 4;

/** The memory of a title in a room, else one about the room or these things, else the only one with a long title. */
function findFor(
  { room, title, movers }: Pick<Wish, 'room' | 'movers'> & { readonly title: string },
  caches: Caches,
  first: keyof Caches,
) {
  const isOfRoom = isAboutPlace({ location: room, objects: [], inventory: [] });
  const isOfMovers = isAboutMovers(movers);
  const isAbout = (memory: Memory) => isOfRoom(memory) || isOfMovers(memory);
  const all = roomsFrom(room, caches).flatMap((at) => {
    const found = find(at, title, caches, first);
    return found === null ? [] : [{ ...found, at }];
  });
  const near = all.find(({ at, memory }) => at === room.id || isAbout(memory));
  const isOwn = all.length === 1 && wordsIn(title).length >= OWN_WORDS;
  return near ?? (isOwn ? (all[0] ?? null) : null);
}

function roomsFrom({ id }: Location, { persistent, ephemeral }: Caches): readonly LocationId[] {
  return [...new Set([id, ...persistent.keys(), ...ephemeral.keys()])];
}

/** The room that has the same memory about a moving thing or creature already, else its own room. */
function homeOf(memory: Memory, { room, movers }: Wish, caches: Caches): Location {
  const isAbout = isAboutMovers(movers);
  const isKnownIn = (id: LocationId) => {
    const held = caches.persistent.get(id)?.memories ?? [];
    return isChangeKnown(held.filter(isAbout), memory);
  };
  const other = roomsFrom(room, caches).find((id) => id !== room.id && isKnownIn(id));
  return other === undefined ? room : { id: other, name: '' };
}

/** The believed memory of a title, as written or normalised. `first` is the cache that is searched first. */
function find(id: LocationId, title: string, caches: Caches, first: keyof Caches) {
  const held = {
    persistent: caches.persistent.get(id)?.memories ?? [],
    ephemeral: caches.ephemeral.get(id) ?? [],
  };
  const order = (['persistent', 'ephemeral'] as const).toSorted(
    (a, b) => Number(b === first) - Number(a === first),
  );
  for (const to of order) {
    const believed = held[to].filter(isBelieved);
    const memory =
      believed.findLast((one) => one.title === title) ??
      believed.findLast((one) => cleanTitle(one.title) === cleanTitle(title));
    if (memory !== undefined) return { to, memory };
  }
  return null;
}

/** Applies changes in order, by the rules of the file. A refused change does nothing and does not stop the others. */
export function planIntoCache(
  cache: EphemeralCache,
  changes: readonly MemoryChange[],
): { readonly cache: EphemeralCache; readonly results: readonly ChangeResult[] } {
  const next = new Map(cache);
  const results = changes.map((change) => {
    const id = change.kind === 'add' ? change.room.id : change.locationId;
    const memories = next.get(id) ?? [];
    const edits = editsOfChange(memories, change);
    if (typeof edits === 'string') return { change, outcome: edits };
    next.set(id, editMemoryDocument(memories, edits));
    return { change, outcome: 'applied' as const };
  });
  return { cache: next, results };
}
