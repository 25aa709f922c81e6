import { group } from 'd3-array';
import type { LocationId } from '../../domain/ids.ts';
import { plainWords } from '../../domain/text.ts';
import { startsDocumentBlock, trimBlanks } from '../../domain/lined-document.ts';
import { isBelieved, isSameMemoryClaim, superseded, type Memory } from '../../domain/memory.ts';
import { documentEntriesOfRoom } from './edit-document.ts';
import { restateEntry } from './entry.ts';
import { looksLikeEntry } from './entry-header.ts';
import { lastTurnOfMemory } from './memory-changes.ts';
import { MEMORY_ENTRIES, parseDocument } from './memory-document.ts';
import type { RoomBlock } from './room-block.ts';

const TITLE = '# Location Memories';

/** A memory with its lines in latin1, so that bytes which are no UTF-8 survive. */
interface Kept {
  readonly lines: readonly string[];
  readonly memory: Memory;
}

interface MergedRoom {
  readonly names: Set<string>;
  readonly episodes: Set<string>;
  visits: number;
  /** The most episodes that any file counts. */
  mostEpisodes: number;
  readonly entries: Kept[];
  readonly strays: Set<string>;
}

/** Text that belongs to no room. `sections` stand under other headings. */
type Outside = Readonly<Record<'paragraphs' | 'sections', Set<string>>>;

/**
 * Merges files that learnt apart, in any order; merging again changes nothing. A memory is kept once, superseded if any file
 * says so. Of several believed ones with one title, the newest supersedes those of other content. Visits are the highest
 * count. Rooms and memories keep the order of `own`, one of the files.
 */
export function mergeMemories(
  files: readonly Uint8Array[],
  own: Uint8Array | null = null,
): Uint8Array {
  const all = own === null ? files : [...files, own];
  const order = orderOf(own);
  const rooms = new Map<LocationId, MergedRoom>();
  const outside: Outside = { paragraphs: new Set(), sections: new Set() };
  for (const block of all.flatMap((bytes) => parseDocument(withoutReturns(bytes)).blocks)) {
    collect(block, rooms, outside);
  }
  const sections = [...rooms]
    .sort(([a], [b]) => order.room(a) - order.room(b) || a - b)
    .map(([id, room]) => renderMerged(id, room, order.entry).join('\n'));
  const { texts, unread } = textsFirst(outside.paragraphs);
  const parts = [TITLE, ...texts, ...unread, ...sections, ...sorted(outside.sections)];
  return Buffer.from(`${parts.join('\n\n')}\n`, 'latin1');
}

interface Order {
  readonly room: (id: LocationId) => number;
  readonly entry: (memory: Memory) => number;
}

/** The order of rooms, unless they stand by number, and of memories in a file. New ones come last. */
function orderOf(own: Uint8Array | null): Order {
  const { blocks } = parseDocument(own);
  const rooms = blocks.flatMap(({ room }) => (room === null ? [] : [room.id]));
  const isSorted = rooms.every((id, index) => (rooms[index - 1] ?? id) <= id);
  const lessons = blocks.flatMap(({ entries }) => entries.map(({ memory }) => lessonKey(memory)));
  const places = new Map(lessons.map((key, index) => [key, index] as const).toReversed());
  const roomPlaces = new Map(rooms.map((id, index) => [id, index] as const).toReversed());
  return {
    room: (id) => (isSorted ? 0 : (roomPlaces.get(id) ?? rooms.length)),
    entry: (memory) => places.get(lessonKey(memory)) ?? lessons.length,
  };
}

function collect(block: RoomBlock, rooms: Map<LocationId, MergedRoom>, outside: Outside): void {
  const { lines } = block;
  const heading = lines[0] ?? '';
  if (block.room === null && startsDocumentBlock(heading) && !isTitle(heading)) {
    const last = lines.findLastIndex((line) => !/^[ \t]*$|^---+[ \t]*$/.test(line));
    outside.sections.add(lines.slice(0, last + 1).join('\n'));
    return;
  }
  const room = block.room === null ? null : roomOf(block, rooms);
  for (const { at, length } of block.strays) {
    const stray = lines.slice(at, at + length);
    const isOutside = room === null || at >= block.insertAt;
    // The title of the file is written again at the top.
    const text = stray.filter((line) => !isOutside || !isTitle(line)).join('\n');
    if (text !== '') (isOutside ? outside.paragraphs : room.strays).add(text);
  }
  for (const { at, length, memory } of block.entries) {
    room?.entries.push({ lines: lines.slice(at, at + length), memory });
  }
}

function roomOf(
  { room, visits }: RoomBlock,
  rooms: Map<LocationId, MergedRoom>,
): MergedRoom | null {
  if (room === null) return null;
  const fresh = { visits: 0, mostEpisodes: 0, entries: [], strays: new Set<string>() };
  const merged = rooms.get(room.id) ?? { ...fresh, names: new Set(), episodes: new Set() };
  rooms.set(room.id, merged);
  if (room.name !== '') merged.names.add(room.name);
  for (const episode of visits?.episodes ?? []) merged.episodes.add(episode);
  merged.visits = Math.max(merged.visits, visits?.count ?? 0);
  const counted = (visits?.episodes.length ?? 0) + (visits?.earlier ?? 0);
  merged.mostEpisodes = Math.max(merged.mostEpisodes, counted);
  return merged;
}

function renderMerged(id: LocationId, room: MergedRoom, rank: Order['entry']): readonly string[] {
  const [name = ''] = sorted(room.names);
  const { texts, unread } = textsFirst(room.strays);
  const entries = joinEntries(room.entries)
    .toSorted((a, b) => rank(a.memory) - rank(b.memory))
    .map(({ lines }) => lines.join('\n'));
  const episodes = sorted(room.episodes);
  const earlier = Math.max(0, room.mostEpisodes - episodes.length);
  const counted = { count: room.visits, episodes, earlier };
  const [heading, visits] = documentEntriesOfRoom({ id, name, visits: counted });
  const { place } = visits;
  const all = [...texts, ...entries, ...unread];
  const kept = all.map((text) => ({ place, heading, name: null, text }));
  return MEMORY_ENTRIES.openPlace(heading, [visits, ...kept]);
}

/** Text that belongs to no memory comes first, because text after a memory belongs to it. */
function textsFirst(strays: ReadonlySet<string>) {
  const isUnread = (stray: string) => looksLikeEntry(stray.split('\n', 1).join());
  const all = sorted(strays);
  return { texts: all.filter((one) => !isUnread(one)), unread: all.filter(isUnread) };
}

/** Each lesson once, and at most one believed of each title; the oldest first. */
function joinEntries(entries: readonly Kept[]): readonly Kept[] {
  // Of several versions of a lesson the superseded one wins, else the active one.
  const doubt = ({ memory }: Kept) => ['SUPERSEDED', 'ACTIVE', 'TENTATIVE'].indexOf(memory.status);
  const lessons = groupBy(entries, ({ memory }) => lessonKey(memory)).map((accounts) =>
    least(accounts, (a, b) => doubt(a) - doubt(b) || byBytes(a, b)),
  );
  const superseded = lessons.filter(({ memory }) => !isBelieved(memory));
  const believed = lessons.filter(({ memory }) => isBelieved(memory));
  const joined = groupBy(believed, ({ memory }) => plainWords(memory.title)).flatMap(settle);
  return [...superseded, ...joined].sort(byAge);
}

/** Of several believed memories of one title, the newest active one supersedes those of other content. */
function settle(rivals: readonly Kept[]): readonly Kept[] {
  const doubt = ({ memory }: Kept) => Number(memory.status === 'TENTATIVE');
  const winner = least(rivals, (a, b) => doubt(a) - doubt(b) || -byAge(a, b));
  const others = rivals.filter(
    (one) => one !== winner && !isSameMemoryClaim(one.memory, winner.memory),
  );
  const { title, turns } = winner.memory;
  const gone = others.map(({ lines, memory }) => {
    const state = superseded(memory, title, lastTurnOfMemory(turns));
    return { lines: restateEntry(lines, state), memory: state };
  });
  return [winner, ...gone];
}

function lessonKey(memory: Memory): string {
  const { category, title, text, persistence, episode, turns, scoreChange } = memory;
  return JSON.stringify([category, title, text, persistence, episode, turns, scoreChange]);
}

function byAge(a: Kept, b: Kept): number {
  const turn = ({ memory }: Kept) => lastTurnOfMemory(memory.turns) ?? 0;
  return a.memory.episode - b.memory.episode || turn(a) - turn(b) || byBytes(a, b);
}

function byBytes(a: Kept, b: Kept): number {
  return byCode(a.lines.join('\n'), b.lines.join('\n'));
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function least(all: readonly Kept[], order: (a: Kept, b: Kept) => number): Kept {
  return all.reduce((best, one) => (order(one, best) < 0 ? one : best));
}

function groupBy(all: readonly Kept[], key: (one: Kept) => string): readonly (readonly Kept[])[] {
  return [...group(all, key).values()];
}

function sorted(texts: ReadonlySet<string>): string[] {
  return [...texts].sort(byCode);
}

/** Reads CR LF as LF: files that differ only in line ends are equal. */
function withoutReturns(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  return Buffer.from(lines.map((line) => line.replace(/(?<!\r)\r+$/, '')).join('\n'), 'latin1');
}

function isTitle(line: string): boolean {
  return trimBlanks(line) === TITLE;
}
