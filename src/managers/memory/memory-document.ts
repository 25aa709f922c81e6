import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { isBlockStart, parseBlock, type Block, type Room } from './room-block.ts';

/** Memories.md as it is, byte for byte, with what was understood of it. `print(parse(bytes))` equals `bytes`. */
export interface MemoryDocument {
  readonly byteOrderMark: string;
  /** What new lines end with before their line feed: a carriage return when most lines of the file do. */
  readonly lineEnd: '' | '\r';
  readonly blocks: readonly Block[];
}

/** What the file knows of one room; a room that has several sections is read as one. */
export interface RoomMemories extends Room {
  readonly visits: number;
  readonly episodes: readonly string[];
  readonly memories: readonly Memory[];
}

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** Reads the file's bytes; null stands for no file. Linear in their number; never fails. */
export function parseDocument(bytes: Uint8Array | null): MemoryDocument {
  const raw = Buffer.from(bytes ?? []).toString('latin1');
  const byteOrderMark = raw.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const lines = raw.slice(byteOrderMark.length).split('\n');
  const returns = lines.filter((line) => line.endsWith('\r')).length;
  return {
    byteOrderMark,
    lineEnd: returns > lines.length / 2 ? '\r' : '',
    blocks: splitBlocks(lines).map(parseBlock),
  };
}

/** The file's bytes. */
export function printDocument(document: MemoryDocument): Uint8Array {
  const lines = document.blocks.map((block) => block.lines.join('\n'));
  return Buffer.from(document.byteOrderMark + lines.join('\n'), 'latin1');
}

/** Every room of the file in the order of their first sections. */
export function roomsOf(document: MemoryDocument): ReadonlyMap<LocationId, RoomMemories> {
  const rooms = new Map<
    LocationId,
    { visits: number; episodes: string[]; memories: Memory[] } & Room
  >();
  for (const { room, visits, entries } of document.blocks) {
    if (room === null) continue;
    const known = rooms.get(room.id) ?? { ...room, visits: 0, episodes: [], memories: [] };
    rooms.set(room.id, known);
    known.visits += visits?.count ?? 0;
    for (const { memory } of entries) known.memories.push(memory);
    for (const episode of visits?.episodes ?? []) {
      if (!known.episodes.includes(episode)) known.episodes.push(episode);
    }
  }
  return rooms;
}

/** Memories of one room, oldest first. */
export function memoriesAt(document: MemoryDocument, id: LocationId): readonly Memory[] {
  return document.blocks
    .filter(({ room }) => room?.id === id)
    .flatMap(({ entries }) => entries.map(({ memory }) => memory));
}

function splitBlocks(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (isBlockStart(line)) blocks.push([line]);
    else blocks.at(-1)?.push(line);
  }
  return blocks[0]?.length === 0 && blocks.length > 1 ? blocks.slice(1) : blocks;
}
