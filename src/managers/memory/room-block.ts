import { locationId, type LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { parseEntry } from './entry.ts';
import { fromLatin1, trimBlanks, unescapeInline } from './escape.ts';

/** Where in a block a memory stands. */
export interface Entry {
  readonly at: number;
  readonly length: number;
  readonly memory: Memory;
}

/** Lines that are kept but mean nothing to the reader, and why. */
export interface Stray {
  readonly at: number;
  readonly length: number;
  readonly kind:
    'unreadable-entry' | 'unreadable-room' | 'entry-without-room' | 'ephemeral' | 'text';
}

/** The line `**Visits:** 3 | **Episodes:** 1, 2`. */
export interface Visits {
  readonly at: number;
  readonly count: number;
  readonly episodes: readonly string[];
}

export interface Room {
  readonly id: LocationId;
  readonly name: string;
}

/** A stretch of the file from one heading of level 1 or 2 to the next: raw lines, and what was understood of them. */
export interface Block {
  /** Latin1, one character per byte; a carriage return stays at the end of its line. */
  readonly lines: readonly string[];
  /** Null before the first room and under any other heading. */
  readonly room: Room | null;
  readonly visits: Visits | null;
  readonly entries: readonly Entry[];
  readonly strays: readonly Stray[];
  /** Index of the line before which a new memory goes. */
  readonly insertAt: number;
  readonly hasMemoriesHeading: boolean;
}

const ROOM = /^## Location (\d{1,9}):(.*)$/s;

const VISITS = /^\*\*Visits:\*\* (\d{1,15}) \| \*\*Episodes:\*\*(.*)$/s;

/** Whether a line starts a new block. */
export function isBlockStart(line: string): boolean {
  return line.startsWith('#') && /^##?(?:[ \t]|\r?$)/.test(line);
}

/** Understands the lines of one block. A rule (`---`) closes the room: what follows it belongs to no room. */
export function parseBlock(lines: readonly string[]): Block {
  const plain = lines.map(withoutReturn);
  const heading = plain[0] ?? '';
  const room = parseRoom(heading);
  const marks = readLines(plain, room);
  const strays =
    room === null && heading.startsWith('## Location')
      ? [{ at: 0, length: 1, kind: 'unreadable-room' } as const, ...marks.strays]
      : marks.strays;
  return { lines, room, ...marks, strays };
}

export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function parseRoom(line: string): Room | null {
  const [, id, name] = ROOM.exec(line) ?? [];
  if (id === undefined || name === undefined) return null;
  return { id: locationId(Number(id)), name: unescapeInline(fromLatin1(trimBlanks(name))) };
}

function parseVisits(line: string, at: number): Visits | null {
  if (!line.startsWith('**Visits:**')) return null;
  const [, count, episodes] = VISITS.exec(line) ?? [];
  if (count === undefined || episodes === undefined) return null;
  const named = episodes.split(',').map(trimBlanks);
  return { at, count: Number(count), episodes: named.filter((episode) => episode !== '') };
}

function readLines(lines: readonly string[], room: Room | null): Omit<Block, 'lines' | 'room'> {
  const entries: Entry[] = [];
  const strays: Stray[] = [];
  let visits: Visits | null = null;
  let hasMemoriesHeading = false;
  let insertAt: number | null = null;
  let contentEnd = 1;
  for (const { at, length } of paragraphs(lines)) {
    const text = lines.slice(at, at + length);
    const line = text[0] ?? '';
    const isOpen = room !== null && insertAt === null;
    const found: Visits | null = isOpen && visits === null ? parseVisits(line, at) : null;
    const memory = parseEntry(text);
    const kind = strayKind(line, memory, isOpen);
    if (isRule(line)) insertAt ??= contentEnd;
    else if (found !== null) visits = found;
    else if (line.startsWith('### Memories')) hasMemoriesHeading = true;
    else if (memory !== null && kind === null) entries.push({ at, length, memory });
    else strays.push({ at, length, kind: kind ?? 'text' });
    contentEnd = at + length;
  }
  return { visits, entries, strays, hasMemoriesHeading, insertAt: insertAt ?? contentEnd };
}

/** Everything between blank lines after the block's heading; headings, rules and the visits line stand alone. */
function* paragraphs(lines: readonly string[]): Generator<{ at: number; length: number }> {
  let at = isBlockStart(lines[0] ?? '') ? 1 : 0;
  while (at < lines.length) {
    const length = paragraphLength(lines, at);
    if (length > 0) yield { at, length };
    at += Math.max(length, 1);
  }
}

/** Why a paragraph is no memory of this room; null when it is one. */
function strayKind(line: string, memory: Memory | null, isOpen: boolean): Stray['kind'] | null {
  if (memory === null) return line.startsWith('**[') ? 'unreadable-entry' : 'text';
  if (!isOpen) return 'entry-without-room';
  return memory.persistence === 'ephemeral' ? 'ephemeral' : null;
}

/** How many lines from here belong together; 0 for a blank line. */
function paragraphLength(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  if (isBlank(line)) return 0;
  if (line.startsWith('#') || line.startsWith('**Visits:**') || isRule(line)) return 1;
  let end = at + 1;
  while (end < lines.length && !endsParagraph(lines[end] ?? '')) end += 1;
  return end - at;
}

function endsParagraph(line: string): boolean {
  return isBlank(line) || isRule(line) || line.startsWith('#') || line.startsWith('**[');
}

function isBlank(line: string): boolean {
  return line === '' || /^[ \t]*$/.test(line);
}

function isRule(line: string): boolean {
  return line.startsWith('---') && /^---+[ \t]*$/.test(line);
}
