import type { LocationId } from '../../domain/ids.ts';
import {
  endLastLine,
  endLines,
  replaceBlock,
  toLatin1,
  withoutReturn,
} from '../../domain/lined-document.ts';
import { isBelieved, type Memory } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import { renderEntry, supersedeEntry, type Supersession } from './entry.ts';
import { escapeInline } from './escape.ts';
import type { MemoryDocument, RoomMemories } from './memory-document.ts';
import { parseRoomBlock, type RoomBlock } from './room-block.ts';

/** Appends a memory to its room, making the room's section when there is none. Nothing else changes. */
export function insertMemory(
  document: MemoryDocument,
  room: Location,
  memory: Memory,
): MemoryDocument {
  const index = lastBlockOf(document, room.id);
  const block = document.blocks[index];
  if (block === undefined) return insertRoom(document, room, memory);
  const heading = block.hasMemoriesHeading ? [] : ['', '### Memories'];
  const added = endLines(document, [...heading, '', ...renderEntry(memory)]);
  if (block.insertAt < block.lines.length) {
    return withLines(document, index, splice(block, block.insertAt, 0, added));
  }
  const isLast = index === document.blocks.length - 1;
  const before = endLastLine(document, block.lines);
  return withLines(document, index, [...before, ...added, isLast ? '' : document.lineEnd]);
}

/** Strikes a memory out: the last one of that exact title that is still believed. Null when there is none. */
export function supersedeMemory(
  document: MemoryDocument,
  id: LocationId,
  title: string,
  supersession: Supersession,
): MemoryDocument | null {
  const isMeant = (memory: Memory) => memory.title === title && isBelieved(memory);
  return rewriteMemory(document, id, isMeant, (lines) => supersedeEntry(lines, supersession));
}

/** Replaces the lines of the last memory of a room that is meant; null when there is none. */
export function rewriteMemory(
  document: MemoryDocument,
  id: LocationId,
  isMeant: (memory: Memory) => boolean,
  rewrite: (lines: readonly string[]) => readonly string[],
): MemoryDocument | null {
  for (let index = document.blocks.length - 1; index >= 0; index -= 1) {
    const block = document.blocks[index];
    if (block?.room?.id !== id) continue;
    const entry = block.entries.findLast(({ memory }) => isMeant(memory));
    if (entry === undefined) continue;
    const { at, length } = entry;
    const lines = block.lines.slice(at, at + length);
    const written = keepingReturns(lines, rewrite(lines.map(withoutReturn)));
    return withLines(document, index, splice(block, at, length, written));
  }
  return null;
}

/** Counts visits and the episode they happened in. Null when the file has no section or no such line for the room. */
export function countVisits(
  document: MemoryDocument,
  id: LocationId,
  count: number,
  episode: number,
): MemoryDocument | null {
  const index = lastBlockOf(document, id);
  const block = document.blocks[index];
  if (block === undefined || block.visits === null) return null;
  const { at, episodes } = block.visits;
  if (count === 0 && episodes.includes(String(episode))) return document;
  const line = renderVisits(block.visits.count + count, [...episodes, String(episode)]);
  const old = block.lines.slice(at, at + 1);
  return withLines(document, index, splice(block, at, 1, keepingReturns(old, [line])));
}

/** The lines of a new section, up to and with its closing rule. */
export function renderRoom(
  room: Pick<RoomMemories, 'id' | 'name' | 'visits' | 'episodes'>,
  entries: readonly (readonly string[])[],
): string[] {
  const name = escapeInline(room.name).replace(/#+$/, '\\$&');
  const heading = toLatin1(`## Location ${room.id}: ${name}`);
  const visits = renderVisits(room.visits, room.episodes);
  const memories = entries.flatMap((lines) => ['', ...lines]);
  return [heading, visits, '', '### Memories', ...memories, '', '---'];
}

function renderVisits(count: number, episodes: readonly string[]): string {
  const named = [...new Set(episodes)];
  if (named.every((episode) => /^\d+$/.test(episode))) named.sort((a, b) => Number(a) - Number(b));
  return `**Visits:** ${count} | **Episodes:** ${named.join(', ')}`;
}

function insertRoom(document: MemoryDocument, room: Location, memory: Memory): MemoryDocument {
  const described = { ...room, visits: 0, episodes: [String(memory.episode)] };
  const lines = endLines(document, [...renderRoom(described, [renderEntry(memory)]), '']);
  const next = firstLargerRoom(document, room.id);
  if (next !== null) {
    return { ...document, blocks: document.blocks.toSpliced(next, 0, parseRoomBlock(lines)) };
  }
  const last = terminated(document, document.blocks.at(-1)?.lines ?? []);
  // The file's last line is empty: its line feed, not a line of its own, so no carriage return.
  const closing = [...lines.slice(0, -1), ''];
  return {
    ...document,
    blocks: [...document.blocks.slice(0, -1), ...last, parseRoomBlock(closing)],
  };
}

/** The last block with a blank line at its end, so that a section can follow; a heading where there was no file. */
function terminated(document: MemoryDocument, lines: readonly string[]): RoomBlock[] {
  if (lines.every((line) => line === '')) {
    return [parseRoomBlock(endLines(document, ['# Location Memories', '']))];
  }
  const body = lines.at(-1) === '' ? lines.slice(0, -1) : endLastLine(document, lines);
  const isOpen = withoutReturn(body.at(-1) ?? '') !== '';
  return [parseRoomBlock(isOpen ? [...body, document.lineEnd] : body)];
}

/** New lines for old ones, each with the line end of the old line in its place counted from the end. */
function keepingReturns(old: readonly string[], lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const before = old.at(Math.max(index - lines.length, -old.length)) ?? '';
    return before.endsWith('\r') ? `${line}\r` : line;
  });
}

/** Index of the block before which a room goes when the file is sorted; null for the end. */
function firstLargerRoom(document: MemoryDocument, id: LocationId): number | null {
  const ids = document.blocks.map(({ room }) => room?.id ?? null);
  const known = ids.filter((known) => known !== null);
  const isSorted = known.every((one, index) => index === 0 || (known[index - 1] ?? one) <= one);
  const index = ids.findIndex((one) => one !== null && one > id);
  return isSorted && index >= 0 ? index : null;
}

function lastBlockOf(document: MemoryDocument, id: LocationId): number {
  return document.blocks.findLastIndex(({ room }) => room?.id === id);
}

function withLines(document: MemoryDocument, index: number, lines: string[]): MemoryDocument {
  return replaceBlock(document, index, parseRoomBlock(lines));
}

function splice(block: RoomBlock, at: number, removed: number, added: readonly string[]): string[] {
  return [...block.lines.slice(0, at), ...added, ...block.lines.slice(at + removed)];
}
