import type { FileEntry } from '../../domain/entry-changes.ts';
import { insertEntries, rewriteEntries } from '../../domain/entry-edits.ts';
import type { LocationId } from '../../domain/ids.ts';
import { printDocumentLines, withoutReturn } from '../../domain/lined-document.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import { toLatin1 } from '../../domain/text.ts';
import { renderEntry, restateEntry } from './entry.ts';
import { escapeInline } from './escape.ts';
import {
  MEMORY_ENTRIES,
  type MemoryDocument,
  type RoomMemories,
  parseDocument,
  documentRoomHeading,
  roomsOf,
} from './memory-document.ts';
import { renderVisits, withVisits } from './room-block.ts';

/** Changes to the memories of one room: replacements, restated memories and added ones. */
export interface RoomEdits {
  readonly replace: ReadonlyMap<Memory, Memory>;
  readonly add: readonly Memory[];
}

export function editMemoryDocument(
  memories: readonly Memory[],
  { replace, add }: RoomEdits,
): readonly Memory[] {
  return [...memories.map((memory) => replace.get(memory) ?? memory), ...add];
}

/** Applies the changes to the file. A replaced memory is one of this document. All other bytes stay. */
export function editRoom(
  document: MemoryDocument,
  room: Location,
  { replace, add }: RoomEdits,
): MemoryDocument {
  const blocks = document.blocks.map((block) => {
    const changed = block.entries.flatMap(({ at, length, memory }) => {
      const state = replace.get(memory);
      if (state === undefined) return [];
      const lines = block.lines.slice(at, at + length).map(withoutReturn);
      return [{ at, length, to: restateEntry(lines, state) }];
    });
    return rewriteEntries(block, changed, MEMORY_ENTRIES);
  });
  const edited: MemoryDocument = { ...document, blocks };
  return add.reduce((grown, memory) => insertMemory(grown, room, memory), edited);
}

/** Appends a memory to its room, and makes the room's section if there is none. Nothing else changes. */
export function insertMemory(
  document: MemoryDocument,
  room: Location,
  memory: Memory,
): MemoryDocument {
  const [heading, visits] = documentEntriesOfRoom({
    ...room,
    visits: { count: 0, episodes: [String(memory.episode)], earlier: 0 },
  });
  const { place } = visits;
  const text = renderEntry(memory).join('\n');
  const isThere = document.blocks.some((block) => block.room?.id === room.id);
  const entry = { place, heading, name: memory.title, text };
  return insertEntries(document, isThere ? [entry] : [visits, entry], MEMORY_ENTRIES);
}

/** Adds visits, and the episode of these visits. Null if the file has no section or no such line for the room. */
export function countDocumentVisits(
  document: MemoryDocument,
  id: LocationId,
  count: number,
  episode: number,
): MemoryDocument | null {
  const index = document.blocks.findLastIndex(({ room }) => room?.id === id);
  const block = document.blocks[index];
  if (block === undefined || block.visits === null) return null;
  const { at } = block.visits;
  const counted = withVisits(block.visits, count, String(episode));
  if (count === 0 && counted.episodes === block.visits.episodes) return document;
  const to = [renderVisits(counted)];
  const rewritten = rewriteEntries(block, [{ at, length: 1, to }], MEMORY_ENTRIES);
  return { ...document, blocks: document.blocks.with(index, rewritten) };
}

export function documentEntriesOfRoom({
  id,
  name,
  visits,
}: Omit<RoomMemories, 'memories'>): readonly [string, FileEntry] {
  const escaped = escapeInline(name).replace(/#+$/, '\\$&');
  const heading = toLatin1(`## Location ${id}: ${escaped}`);
  const text = renderVisits(visits);
  return [
    heading,
    { place: documentRoomHeading(id), heading, name: '**Visits:**', text, isCount: true },
  ];
}

/** Merges the visits of two files: adds to `theirs` what `mine` counted since `base`. Pure. */
export function mergeDocumentVisits(
  joined: Uint8Array,
  {
    base,
    mine,
    theirs,
  }: { readonly base: Uint8Array | null; readonly mine: Uint8Array; readonly theirs: Uint8Array },
): Uint8Array {
  const [before, here, there] = [base, mine, theirs].map((one) => roomsOf(parseDocument(one)));
  const parsed = parseDocument(joined);
  let document = parsed;
  for (const room of here?.values() ?? []) {
    // A room that only `mine` has brings its own count.
    if (there?.get(room.id) === undefined) continue;
    const { more, episode } = countedSince(room, before?.get(room.id));
    document = countDocumentVisits(document, room.id, more, episode) ?? document;
  }
  return document === parsed ? joined : printDocumentLines(document);
}

function countedSince({ visits }: RoomMemories, before: RoomMemories | undefined) {
  const known = before?.visits.episodes ?? [];
  const fresh = visits.episodes.filter((episode) => !known.includes(episode));
  return {
    more: Math.max(0, visits.count - (before?.visits.count ?? 0)),
    episode: Number(fresh.at(-1) ?? visits.episodes.at(-1) ?? 0),
  };
}
