import { isBlank, trimBlanks } from '../../domain/lined-document.ts';
import {
  MEMORY_STATUSES,
  type Memory,
  type MemoryStatus,
  PERSISTENCES,
} from '../../domain/memory.ts';
import { fromLatin1, toLatin1 } from '../../domain/text.ts';
import { looksLoose, looseHeaderQuote, readLoose } from './loose-header.ts';
import { escapeCategory, escapeInline, knownCategory, unescapeInline } from './escape.ts';

/** The first line of a memory: `**[CATEGORY - PERSISTENCE - STATUS] Title** *(Ep7, T48, +5)*`. */
type EntryHeader = Pick<
  Memory,
  'category' | 'persistence' | 'status' | 'title' | 'episode' | 'turns' | 'scoreChange'
>;

/** In a list or not, with either mark for strong text. */
const START = /^([ \t]{0,3}(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(\*\*|__)(?=\\?\[)/;

/** A line that begins otherwise is no header. This test alone settles most lines. */
const MARKED = /^[^A-Za-z"']/;

/** The bracketed fields. A formatter may have escaped the first bracket, or both. */
const FIELDS = /^(?:(\[)((?:[^\]\\]|\\[^])*)(\])|(\\\[)((?:[^\]\\]|\\(?!\])[^])*)(\\?\]))[ \t]*/;

/** The fields and the title are marked strong separately. */
const APART = /^[^\]]*\](?:\*\*[ \t]+\*\*|__[ \t]+__)(?=[^\s*_])/;

const MOST_HEADER_LINES = 5;

const NAMES = [...PERSISTENCES.map((one) => one.toUpperCase()), ...MEMORY_STATUSES].join('|');
const DASH = String.raw`(?:-|\xe2\x80[\x90-\x95])`;

/** The dash between two fields, and what editors make of it before a persistence or status. */
const BETWEEN_FIELDS = new RegExp(
  String.raw` - |(?:\xc2\xa0${DASH}\xc2\xa0|[ \t]*(?<!\\)${DASH}[ \t]*)(?=(?:${NAMES})(?![\p{L}\p{N}]))`,
  'iu',
);

const METADATA = /^Ep(\d{1,15}), ?T((?:[^,\\]|\\[^])*)(?:, ?([+-]?\d{1,15}))?$/;

/** `*(Ep7, T48, +5)*`, with any emphasis that an editor makes of it; it may be absent. Text may follow. */
const AFTER_TITLE = /^[ \t]*([*_]?)\((Ep[^)\\]*(?:\\[^][^)\\]*)*)\)\1[ \t]*/;

/** Writes the header line, in latin1. The status is left out if it is ACTIVE. */
export function renderHeader(memory: EntryHeader): string {
  const { category, persistence, status, title, episode, turns, scoreChange } = memory;
  const fields = [escapeCategory(category), persistence.toUpperCase()];
  if (status !== 'ACTIVE') fields.push(status);
  const points = scoreChange === null ? '' : `, ${scoreChange < 0 ? '' : '+'}${scoreChange}`;
  const metadata = `Ep${episode}, T${escapeInline(turns).replace(/,/g, '\\,')}${points}`;
  return toLatin1(`**[${fields.join(' - ')}] ${escapeInline(title)}** *(${metadata})*`);
}

/** Whether a line is meant as the first line of a memory, readable or not. */
export function looksLikeEntry(line: string): boolean {
  if (line.startsWith('**[')) return true;
  if (!MARKED.test(line) || !(line.includes('[') || line.includes('&#91;'))) return false;
  return START.test(line) || looksLoose(fromLatin1(line));
}

/** The indent of the further lines of a list entry; 0 outside a list. */
export function entryIndent(line: string): number {
  const prefix = START.exec(line)?.[1] ?? leadOf(line);
  return prefix.length - looseHeaderQuote(prefix).length;
}

export interface ReadHeader extends EntryHeader {
  readonly text: string;
  readonly hasMetadata: boolean;
}

/** Reads a header line in any form that the program or an editor gave it, with the text after it, in latin1. Else null. */
export function parseHeader(line: string): ReadHeader | null {
  const strict = parseStrict(line);
  if (strict?.hasMetadata === true && !APART.test(line)) return strict;
  if (!looksLikeEntry(line)) return null;
  return parseLoose(line, strict === null && !START.test(line)) ?? strict;
}

function parseStrict(line: string): ReadHeader | null {
  const start = START.exec(line);
  if (start === null) return null;
  const fields = readFields(line.slice(start[0].length));
  if (fields === null) return null;
  const rest = trimBlanks(line.slice(start[0].length + fields.length));
  const parts = splitTitle(rest, start[2] ?? '');
  if (parts === null) return null;
  const { category, persistence, status } = parseFields(fields.inner);
  return {
    category,
    persistence,
    status,
    title: unescapeInline(fromLatin1(trimBlanks(parts.title))),
    episode: parts.episode,
    turns: parts.turns,
    scoreChange: parts.scoreChange,
    // A lone backslash is the rest of a line break that an editor marked.
    text: parts.text === '\\' ? '' : parts.text,
    hasMetadata: parts.hasMetadata,
  };
}

/** Reads a header in another form. Episode and turns may be absent only if that is allowed. */
function parseLoose(line: string, mayLackMetadata: boolean): ReadHeader | null {
  const loose = readLoose(fromLatin1(line));
  if (loose === null || (loose.metadata === null && !mayLackMetadata)) return null;
  const { episode, turns, score } = loose.metadata ?? { episode: 0, turns: '0', score: null };
  return {
    ...parseFields(toLatin1(loose.fields)),
    title: unescapeInline(loose.title),
    episode,
    turns: unescapeInline(turns),
    scoreChange: score,
    text: toLatin1(loose.text),
    hasMetadata: loose.metadata !== null,
  };
}

function splitTitle(rest: string, strong: string) {
  // Titles of older files may hold anything, so the metadata is searched from the end first.
  for (const mark of ['*', '_', '']) {
    const end = rest.lastIndexOf(`${strong} ${mark}(`);
    if (end < 0 || !rest.endsWith(`)${mark}`)) continue;
    const read = readMetadata(rest.slice(end + strong.length + mark.length + 2, -1 - mark.length));
    if (read !== null) return { title: rest.slice(0, end), ...read, text: '', hasMetadata: true };
  }
  const end = endOfTitle(rest, strong);
  if (end === null) return null;
  const title = rest.slice(0, end);
  const after = rest.slice(end + strong.length);
  const [whole = '', , inner = ''] = AFTER_TITLE.exec(after) ?? [];
  if (whole === '') {
    const text = trimBlanks(after);
    // A text that begins like metadata and is none is not understood.
    return /^[*_]?\(/.test(text)
      ? null
      : { title, episode: 0, turns: '0', scoreChange: null, text, hasMetadata: false };
  }
  const read = readMetadata(inner);
  return read === null
    ? null
    : { title, ...read, text: after.slice(whole.length), hasMetadata: true };
}

function readMetadata(inner: string): Pick<Memory, 'episode' | 'turns' | 'scoreChange'> | null {
  const [, episode, turns, points] = METADATA.exec(inner) ?? [];
  if (episode === undefined) return null;
  return {
    episode: Number(episode),
    turns: unescapeInline(fromLatin1(turns ?? '')),
    scoreChange: points === undefined ? null : Number(points),
  };
}

/** The end of the strong text: the first mark that is not escaped. */
function endOfTitle(rest: string, strong: string): number | null {
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] === '\\') at += 1;
    else if (rest.startsWith(strong, at)) return at;
  }
  return null;
}

/** The header line with another status. All else stays byte for byte if the line is in our form. */
export function restateHeader(line: string, status: MemoryStatus): string {
  const strict = parseStrict(line);
  const header = parseHeader(line);
  if (header !== null && header.title !== strict?.title) {
    return `${leadOf(line)}${renderHeader({ ...header, status })}${header.text === '' ? '' : ` ${header.text}`}`;
  }
  const [start = ''] = START.exec(line) ?? [];
  const read = readFields(line.slice(start.length));
  if (read === null) return line;
  const { open, inner, close } = read;
  const statuses: readonly string[] = MEMORY_STATUSES;
  const kept = inner
    .split(BETWEEN_FIELDS)
    .filter((field, at) => at === 0 || !statuses.includes(trimBlanks(field).toUpperCase()));
  const rest = line.slice(start.length + open.length + inner.length + close.length);
  const fields = [...kept, ...(status === 'ACTIVE' ? [] : [status])].join(' - ');
  return `${start}${open}${fields}${close}${rest}`;
}

/** The text before a header that is not in our form. */
function leadOf(line: string): string {
  return toLatin1(readLoose(fromLatin1(line))?.lead ?? '');
}

/** The content of the brackets, the brackets as written, and the length of both. */
function readFields(line: string) {
  const [whole, ...found] = FIELDS.exec(line) ?? [];
  if (whole === undefined) return null;
  const [open = '', inner = '', close = ''] = found[0] === undefined ? found.slice(3) : found;
  return { open, inner, close, length: whole.length };
}

function parseFields(inner: string): Pick<EntryHeader, 'category' | 'persistence' | 'status'> {
  const plain = inner.split(' - ');
  const isDashed = /[-\xe2]/.test(plain[0] ?? '');
  const [category = '', ...marks] = isDashed ? inner.split(BETWEEN_FIELDS) : plain;
  const named = marks.map((mark) => trimBlanks(mark).toUpperCase());
  return {
    category:
      knownCategory(trimBlanks(category)) ?? unescapeInline(fromLatin1(trimBlanks(category))),
    persistence: PERSISTENCES.find((one) => named.includes(one.toUpperCase())) ?? 'permanent',
    status: MEMORY_STATUSES.find((one) => named.includes(one)) ?? 'ACTIVE',
  };
}

/** The number of lines of a header: several if an editor broke it, else one. */
export function headerLength(lines: readonly string[]): number {
  const [first = ''] = lines;
  if (!looksLikeEntry(first)) return 1;
  const header = parseHeader(first);
  if (header !== null && (header.hasMetadata || header.text !== '')) return 1;
  for (let length = 2; length <= Math.min(lines.length, MOST_HEADER_LINES); length += 1) {
    if (isBlank(lines[length - 1] ?? '')) break;
    if (parseStrict(lines.slice(0, length).join(' '))?.hasMetadata === true) return length;
  }
  return 1;
}
