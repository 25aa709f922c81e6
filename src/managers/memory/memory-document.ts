import type { EntryFormat } from '../../domain/entry-edits.ts';
import type { LocationId } from '../../domain/ids.ts';
import { documentHeading, parseLines, type LinedDocument } from '../../domain/lined-document.ts';
import { type Memory, isLasting } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import { looksLikeEntry } from './entry-header.ts';
import { parseRoomBlock, startsRoomBlock, type RoomBlock, type Visits } from './room-block.ts';

/** Memories.md byte for byte, with its meaning. `print(parse(bytes))` equals `bytes`. */
export type MemoryDocument = LinedDocument<RoomBlock>;

/** The memories and visits of one room. Several sections of a room are read as one. */
export interface RoomMemories extends Location {
  readonly visits: Visits;
  readonly memories: readonly Memory[];
}

export type Filed = readonly [LocationId, Memory];

/** Parses the file's bytes; null stands for no file. Linear in their number; never fails. */
export function parseDocument(bytes: Uint8Array | null): MemoryDocument {
  return parseLines(bytes, parseRoomBlock, startsRoomBlock);
}

/** Every room of the file, in the order of their first sections. */
export function roomsOf(document: MemoryDocument): ReadonlyMap<LocationId, RoomMemories> {
  const known = ROOMS.get(document);
  if (known !== undefined) return known;
  const rooms = new Map<LocationId, RoomMemories>();
  ROOMS.set(document, rooms);
  for (const { room, visits, entries } of document.blocks) {
    if (room === null) continue;
    const before = rooms.get(room.id) ?? { ...room, visits: NO_VISITS, memories: [] };
    rooms.set(room.id, {
      ...before,
      visits: visits === null ? before.visits : joined(before.visits, visits),
      memories: [...before.memories, ...entries.map(({ memory }) => memory)],
    });
  }
  return rooms;
}

export function roomsInDocument(bytes: Uint8Array | null): readonly RoomMemories[] {
  return [...roomsOf(parseDocument(bytes)).values()];
}

/** Rooms by document. Documents never change. */
const ROOMS = new WeakMap<MemoryDocument, ReadonlyMap<LocationId, RoomMemories>>();

const NO_VISITS: Visits = { count: 0, episodes: [], earlier: 0 };

function joined(one: Visits, other: Visits): Visits {
  return {
    count: one.count + other.count,
    episodes: [...new Set([...one.episodes, ...other.episodes])],
    earlier: one.earlier + other.earlier,
  };
}

/** The memories of one room, the oldest first. */
export function memoriesAt(document: MemoryDocument, id: LocationId): readonly Memory[] {
  return document.blocks
    .filter(({ room }) => room?.id === id)
    .flatMap(({ entries }) => entries.map(({ memory }) => memory));
}

/** How many headings look like memories or rooms but cannot be read, or are memories of no room. */
export function countUnread({ blocks }: MemoryDocument): number {
  const kinds = blocks.flatMap(({ strays }) => strays.map(({ kind }) => kind));
  return kinds.filter((kind) => kind !== 'text' && kind !== 'ephemeral').length;
}

export function documentRoomHeading(id: LocationId): string {
  return `Location ${id}`;
}

/** The entries of Memories.md: memories by title, the visits of a room, and text of people. */
export const MEMORY_ENTRIES: EntryFormat<RoomBlock> = {
  parseBlock: parseRoomBlock,
  startsBlock: startsRoomBlock,
  placeOf: (block) =>
    block.room === null ? documentHeading(block) : documentRoomHeading(block.room.id),
  spansOf({ entries, strays, visits, room }) {
    const title = room === null ? strays.filter(({ at }) => at > 0) : strays;
    return [
      ...entries.map(({ at, length, memory }) => ({ at, length, name: memory.title })),
      ...title.map(({ at, length }) => ({ at, length, name: null })),
      ...(visits === null
        ? []
        : [{ at: visits.at, length: 1, name: '**Visits:**', isCount: true as const }]),
    ].sort((a, b) => a.at - b.at);
  },
  insertAt({ entries, strays, insertAt }, { text }) {
    if (looksLikeEntry(text)) return insertAt;
    // Below a memory it would be read as part of the memory.
    const unread = strays.filter(({ kind }) => kind !== 'text' && kind !== 'unreadable-room');
    return Math.min(insertAt, ...[...entries, ...unread].map(({ at }) => at));
  },
  title: ['# Location Memories'],
  openPlace(heading, entries) {
    const lines = (isCount: boolean) =>
      entries
        .filter((one) => (one.isCount === true) === isCount)
        .map(({ text }) => text.split('\n'));
    const memories = lines(false)
      .toSorted(([a], [b]) => Number(looksLikeEntry(a ?? '')) - Number(looksLikeEntry(b ?? '')))
      .flatMap((text) => ['', ...text]);
    if (!heading.startsWith('## Location')) return [heading, ...memories];
    return [heading, ...lines(true).flat(), '', '### Memories', ...memories, '', '---'];
  },
  orderOf(place) {
    const [, id] = /^Location (\d+)$/.exec(place) ?? [];
    return id === undefined ? null : Number(id);
  },
};

export interface KeptLesson {
  readonly room: Location;
  readonly memory: Memory;
}

/** The lessons of the episodes that are believed and hold beyond them. Every count of new memories counts these. */
export function keptLessons(
  file: Uint8Array | null,
  episodes: ReadonlySet<number>,
): readonly KeptLesson[] {
  return roomsInDocument(file).flatMap(({ id, name, memories }) =>
    memories.flatMap((memory) =>
      episodes.has(memory.episode) && isLasting(memory) ? [{ room: { id, name }, memory }] : [],
    ),
  );
}
