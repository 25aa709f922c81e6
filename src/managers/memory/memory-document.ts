import type { LocationId } from '../../domain/ids.ts';
import { parseLines, type LinedDocument } from '../../domain/lined-document.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import { parseRoomBlock, startsBlock, type RoomBlock } from './room-block.ts';
import type { Visits } from './visits-line.ts';

/** Memories.md as it is, byte for byte, with what was understood of it. `print(parse(bytes))` equals `bytes`. */
export type MemoryDocument = LinedDocument<RoomBlock>;

/** What the file knows of one room; a room that has several sections is read as one. */
export interface RoomMemories extends Location {
  readonly visits: Visits;
  readonly memories: readonly Memory[];
}

/** Reads the file's bytes; null stands for no file. Linear in their number; never fails. */
export function parseDocument(bytes: Uint8Array | null): MemoryDocument {
  return parseLines(bytes, parseRoomBlock, startsBlock);
}

/** Every room of the file in the order of their first sections. */
export function roomsOf(document: MemoryDocument): ReadonlyMap<LocationId, RoomMemories> {
  const rooms = new Map<LocationId, RoomMemories>();
  for (const { room, visits, entries } of document.blocks) {
    if (room === null) continue;
    const known = rooms.get(room.id) ?? { ...room, visits: NO_VISITS, memories: [] };
    rooms.set(room.id, {
      ...known,
      visits: visits === null ? known.visits : joined(known.visits, visits),
      memories: [...known.memories, ...entries.map(({ memory }) => memory)],
    });
  }
  return rooms;
}

const NO_VISITS: Visits = { count: 0, episodes: [], earlier: 0 };

function joined(one: Visits, other: Visits): Visits {
  return {
    count: one.count + other.count,
    episodes: [...new Set([...one.episodes, ...other.episodes])],
    earlier: one.earlier + other.earlier,
  };
}

/** Memories of one room, oldest first. */
export function memoriesAt(document: MemoryDocument, id: LocationId): readonly Memory[] {
  return document.blocks
    .filter(({ room }) => room?.id === id)
    .flatMap(({ entries }) => entries.map(({ memory }) => memory));
}

/** How many headings look like memories or rooms and could not be understood, or are memories of no room. */
export function countUnread({ blocks }: MemoryDocument): number {
  const kinds = blocks.flatMap(({ strays }) => strays.map(({ kind }) => kind));
  return kinds.filter((kind) => kind !== 'text' && kind !== 'ephemeral').length;
}
