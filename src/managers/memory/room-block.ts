import { locationId } from '../../domain/ids.ts';
import {
  type LinedBlock,
  type Span,
  isBlank,
  startsDocumentBlock,
  trimBlanks,
  withoutReturn,
} from '../../domain/lined-document.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import { fromLatin1 } from '../../domain/text.ts';
import { parseEntry } from './entry.ts';
import { looksLikeEntry } from './entry-header.ts';
import { unescapeInline } from './escape.ts';

export interface Visits {
  readonly count: number;
  /** The newest episodes by name; all of them in a file of an older version. */
  readonly episodes: readonly string[];
  /** The number of episodes before those. */
  readonly earlier: number;
}

interface PlacedMemory extends Span {
  readonly memory: Memory;
}

/** Lines that are kept but that the reader does not understand, and why. */
export interface Stray extends Span {
  readonly kind:
    | 'unreadable-entry'
    | 'unreadable-room'
    | 'entry-without-room'
    | 'ephemeral'
    | 'conflict'
    | 'text';
}

export interface RoomBlock extends LinedBlock {
  /** Null before the first room and under any other heading. */
  readonly room: Location | null;
  readonly visits: (Visits & Pick<Span, 'at'>) | null;
  readonly entries: readonly PlacedMemory[];
  readonly strays: readonly Stray[];
  readonly insertAt: number;
}

/** The name ends before a closing `##`, an anchor, and visits that an editor moved up. */
const ROOM =
  /^##[ \t]+Location[ \t]+(\d{1,9})[ \t]*:(.*?)(?:[ \t]+#+[ \t]*|[ \t]+\{#[^}]*\}[ \t]*|[ \t]+\*\*Visits:\*\*.*)?$/is;

/** A line meant as the heading of a room, readable or not. */
const LIKE_ROOM = /^##(?: Location|#*[ \t]+[*_]{0,3}location\W{0,4}\d)/i;

/** Such a heading in a quote, in a table, or after a byte order mark. */
const QUOTED_ROOM = /^(?:[ \t>|]|\xef\xbb\xbf)+#{1,6}[ \t]+[*_]{0,3}location\W{0,4}\d/i;

/** The marks of a git conflict. The middle one counts only after a first one. */
const CONFLICT = /^(?:<{7}|\|{7}|>{7})(?: |$)/;
const CONFLICT_MIDDLE = '=======';

/** Whether a line starts a new block. After a line of text only a room does: people begin lines of memories with `# `. */
export function startsRoomBlock(line: string, previous: string): boolean {
  if (!startsDocumentBlock(withoutMark(line))) return false;
  if (looksLikeEntry(line)) return false;
  const isApart = isBlank(previous) || standsAlone(withoutReturn(previous));
  return isApart || LIKE_ROOM.test(withoutMark(line));
}

/** Parses the lines of one block. A rule (`---`) closes the room; what follows belongs to no room. */
export function parseRoomBlock(lines: readonly string[]): RoomBlock {
  const plain = lines.map(withoutReturn);
  const heading = withoutMark(plain[0] ?? '');
  const [, id, name = ''] = ROOM.exec(heading) ?? [];
  const room =
    id === undefined
      ? null
      : { id: locationId(Number(id)), name: unescapeInline(fromLatin1(trimBlanks(name))) };
  const marks = readLines(plain, room);
  const strays =
    room === null && LIKE_ROOM.test(heading)
      ? [{ at: 0, length: 1, kind: 'unreadable-room' } as const, ...marks.strays]
      : marks.strays;
  return { lines, room, ...marks, strays };
}

function readLines(
  lines: readonly string[],
  room: Location | null,
): Omit<RoomBlock, 'lines' | 'room'> {
  const entries: PlacedMemory[] = [];
  const strays: Stray[] = [];
  let visits: RoomBlock['visits'] = null;
  let insertAt: number | null = null;
  let contentEnd = firstLine(lines);
  const marks = conflictsIn(lines);
  for (const span of parts(lines, marks)) {
    const text = lines.slice(span.at, span.at + span.length);
    const line = text[0] ?? '';
    const isOpen = room !== null && insertAt === null;
    const found: Visits | null = isOpen && visits === null ? parseVisits(line) : null;
    const memory = parseEntry(text);
    const kind = strayKind(line, memory, isOpen, marks.has(span.at));
    if (closesRoom(line)) insertAt ??= contentEnd;
    else if (found !== null) visits = { ...found, at: span.at };
    else if (memory !== null && kind === null) entries.push({ ...span, memory });
    else if (!line.startsWith('### Memories')) strays.push({ ...span, kind: kind ?? 'text' });
    contentEnd = span.at + span.length;
  }
  return { visits, entries, strays, insertAt: insertAt ?? contentEnd };
}

function firstLine(lines: readonly string[]): number {
  return startsDocumentBlock(withoutMark(lines[0] ?? '')) ? 1 : 0;
}

/** Splits the lines into memories with all their paragraphs, and other paragraphs. */
function* parts(lines: readonly string[], marks: ReadonlySet<number>): Generator<Span> {
  for (let at = firstLine(lines); at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isBlank(line) || isOrnament(line)) continue;
    const end = marks.has(at) ? at + 1 : endOfPart(lines, at, marks);
    yield { at, length: end - at };
    at = end - 1;
  }
}

/** The index after the last line that is not blank of the part that begins at `at`. */
function endOfPart(lines: readonly string[], at: number, marks: ReadonlySet<number>): number {
  const line = lines[at] ?? '';
  const isEntry = looksLikeEntry(line);
  if (!isEntry && standsAlone(line)) return at + 1;
  let end = at + 1;
  while (end < lines.length && !marks.has(end) && !endsPart(lines, end, isEntry)) end += 1;
  while (isBlank(lines[end - 1] ?? '')) end -= 1;
  return end;
}

/** A blank line does not end a memory. A heading ends any part, but only after a blank line. */
function endsPart(lines: readonly string[], at: number, isEntry: boolean): boolean {
  const line = lines[at] ?? '';
  if (isBlank(line)) return !isEntry;
  if (looksLikeEntry(line) || looksLikeVisits(line)) return true;
  if (isRule(line) || isOrnament(line) || QUOTED_ROOM.test(line)) return true;
  return line.startsWith('#') && isBlank(lines[at - 1] ?? '');
}

function standsAlone(line: string): boolean {
  return line.startsWith('###') || looksLikeVisits(line) || isRule(line) || isOrnament(line);
}

/** Whether a rule is decoration between memories, made by an editor or a person. It closes nothing. */
function isOrnament(line: string): boolean {
  return /^[ \t]{0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(line) && !isRule(line);
}

function conflictsIn(lines: readonly string[]): ReadonlySet<number> {
  if (!lines.some((line) => line.startsWith('<<<<<<<') && CONFLICT.test(line))) return NO_MARKS;
  const marks = lines.flatMap((line, at) =>
    line === CONFLICT_MIDDLE || CONFLICT.test(line) ? [at] : [],
  );
  return new Set(marks);
}

const NO_MARKS: ReadonlySet<number> = new Set();

/** Removes a byte order mark, which stays inside a file where files were joined. */
function withoutMark(line: string): string {
  return line.startsWith('\u00ef\u00bb\u00bf') ? line.slice(3) : line;
}

/** Why a paragraph is no memory of this room. Null if it is one. */
function strayKind(
  line: string,
  memory: Memory | null,
  isOpen: boolean,
  isMark: boolean,
): Stray['kind'] | null {
  if (isMark) return 'conflict';
  if (memory === null) return looksLikeEntry(line) ? 'unreadable-entry' : 'text';
  if (!isOpen) return 'entry-without-room';
  return memory.persistence === 'ephemeral' ? 'ephemeral' : null;
}

/** Whether a line closes the room: a rule, or an unreadable heading of another room. */
function closesRoom(line: string): boolean {
  return isRule(line) || (line.startsWith('#') ? LIKE_ROOM : QUOTED_ROOM).test(line);
}

function isRule(line: string): boolean {
  return line.startsWith('---') && /^---+[ \t]*$/.test(line);
}

const NAMED = 5;

const VISITS =
  /^[ \t>]{0,4}(?:\*\*|__)Visits:(?:\*\*|__)[ \t]+(\d{1,15})[ \t]+\\?\|[ \t]+(?:\*\*|__)Episodes:(?:\*\*|__)(.*)$/s;

/** The rest of the line if not all episodes are named. */
const EARLIER = /[ \t]+and[ \t]+(\d{1,9})[ \t]+earlier[ \t]*$/;

function looksLikeVisits(line: string): boolean {
  return /^[ \t>]{0,4}(?:\*\*|__)Visits:/.test(line);
}

/** Reads `**Visits:** 3 | **Episodes:** 1, 2` or `**Visits:** 90 | **Episodes:** 36, 37, 38, 39, 40 and 35 earlier`. */
export function parseVisits(line: string): Visits | null {
  const [, count, named] = VISITS.exec(line) ?? [];
  if (count === undefined || named === undefined) return null;
  const earlier = EARLIER.exec(named)?.[1] ?? '0';
  const episodes = named.replace(EARLIER, '').split(',').map(trimBlanks);
  return {
    count: Number(count),
    episodes: episodes.filter((episode) => episode !== ''),
    earlier: Number(earlier),
  };
}

/** Writes the line: the counts of visits and episodes, and the names of the newest episodes. */
export function renderVisits({ count, episodes, earlier }: Visits): string {
  return `**Visits:** ${count} | **Episodes:** ${episodesWords({ episodes, earlier })}`;
}

/** The newest episodes by name, and the number before them. */
export function episodesWords({ episodes, earlier }: Omit<Visits, 'count'>): string {
  const named = [...new Set(episodes)];
  if (named.every(isNumber)) named.sort((a, b) => Number(a) - Number(b));
  const more = earlier + Math.max(0, named.length - NAMED);
  return `${named.slice(-NAMED).join(', ')}${more === 0 ? '' : ` and ${more} earlier`}`;
}

/** Adds visits of an episode. If names are cut off, an episode older than all named ones counts as counted. */
export function withVisits(visits: Visits, more: number, episode: string): Visits {
  const { count, episodes, earlier } = visits;
  const isOlder = episodes.every((one) => isNumber(one) && Number(one) > Number(episode));
  const isKnown = episodes.includes(episode) || (earlier > 0 && isOlder);
  return { count: count + more, episodes: isKnown ? episodes : [...episodes, episode], earlier };
}

function isNumber(episode: string): boolean {
  return /^\d+$/.test(episode);
}
