import { fromLatin1, toLatin1 } from '../../domain/lined-document.ts';
import { MEMORY_STATUSES, PERSISTENCES, type Memory } from '../../domain/memory.ts';
import { escapeCategory, escapeInline, trimBlanks, unescapeInline } from './escape.ts';

/** What the first line of a memory says: `**[CATEGORY - PERSISTENCE - STATUS] Title** *(Ep7, T48, +5)*`. */
export type EntryHeader = Pick<
  Memory,
  'category' | 'persistence' | 'status' | 'title' | 'episode' | 'turns' | 'scoreChange'
>;

/** As part of a list or not, and with the strong mark that an editor prefers. */
const START = /^([ \t]{0,3}(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(\*\*|__)(?=\[)/;

const FIELDS = /^\[((?:[^\]\\]|\\[^])*)\][ \t]*/;

const METADATA = /^Ep(\d{1,15}), ?T((?:[^,\\]|\\[^])*)(?:, ?([+-]?\d{1,15}))?$/;

/** `*(Ep7, T48, +5)*`, with whatever an editor makes of the emphasis; it may be left out. Then the text may follow. */
const AFTER_TITLE = /^[ \t]*([*_]?)\((Ep[^)\\]*(?:\\[^][^)\\]*)*)\)\1[ \t]*/;

/** Writes the header line, in latin1; the status is named unless it is ACTIVE. */
export function renderHeader(memory: EntryHeader): string {
  const { category, persistence, status, title, episode, turns, scoreChange } = memory;
  const fields = [escapeCategory(category), persistence.toUpperCase()];
  if (status !== 'ACTIVE') fields.push(status);
  const points = scoreChange === null ? '' : `, ${scoreChange < 0 ? '' : '+'}${scoreChange}`;
  const metadata = `Ep${episode}, T${escapeInline(turns).replace(/,/g, '\\,')}${points}`;
  return toLatin1(`**[${fields.join(' - ')}] ${escapeInline(title)}** *(${metadata})*`);
}

/** Whether a line is meant as the first one of a memory, readable or not. */
export function looksLikeEntry(line: string): boolean {
  return line.startsWith('**[') || START.test(line);
}

/** How many blanks the further lines of a list entry begin with; 0 outside a list. */
export function indentOf(line: string): number {
  const [, prefix = ''] = START.exec(line) ?? [];
  return prefix.length;
}

/**
 * Reads a header line in any form the file ever had, or that an editor makes of it, with the text that follows it on the
 * same line, in latin1; null when it is none.
 */
export function parseHeader(line: string): (EntryHeader & { readonly text: string }) | null {
  const start = START.exec(line);
  if (start === null) return null;
  const fields = FIELDS.exec(line.slice(start[0].length));
  if (fields === null) return null;
  const rest = trimBlanks(line.slice(start[0].length + fields[0].length));
  const parts = splitTitle(rest, start[2] ?? '');
  if (parts === null) return null;
  const { category, persistence, status } = parseFields(fields[1] ?? '');
  return {
    category,
    persistence,
    status,
    title: unescapeInline(fromLatin1(trimBlanks(parts.title))),
    episode: parts.episode,
    turns: parts.turns,
    scoreChange: parts.scoreChange,
    text: parts.text,
  };
}

interface TitleParts extends Pick<Memory, 'episode' | 'turns' | 'scoreChange'> {
  readonly title: string;
  readonly text: string;
}

/** Title, metadata and text of what follows the fields. */
function splitTitle(rest: string, strong: string): TitleParts | null {
  // Titles of older files may hold anything, so the metadata is looked for from the end first.
  for (const mark of ['*', '_', '']) {
    const end = rest.lastIndexOf(`${strong} ${mark}(`);
    if (end < 0 || !rest.endsWith(`)${mark}`)) continue;
    const read = readMetadata(rest.slice(end + strong.length + mark.length + 2, -1 - mark.length));
    if (read !== null) return { title: rest.slice(0, end), ...read, text: '' };
  }
  const end = endOfTitle(rest, strong);
  if (end === null) return null;
  const title = rest.slice(0, end);
  const after = rest.slice(end + strong.length);
  const [whole = '', , inner = ''] = AFTER_TITLE.exec(after) ?? [];
  if (whole === '') {
    const text = trimBlanks(after);
    // What begins like metadata and is none is not understood.
    return /^[*_]?\(/.test(text)
      ? null
      : { title, episode: 0, turns: '0', scoreChange: null, text };
  }
  const read = readMetadata(inner);
  return read === null ? null : { title, ...read, text: after.slice(whole.length) };
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

/** Where the strong text ends: at the first mark that is not escaped. */
function endOfTitle(rest: string, strong: string): number | null {
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] === '\\') at += 1;
    else if (rest.startsWith(strong, at)) return at;
  }
  return null;
}

/** The same header line with another status and everything else byte for byte as it was. */
export function restateHeader(line: string, status: 'SUPERSEDED' | 'TENTATIVE'): string {
  const [start = ''] = START.exec(line) ?? [];
  const inner = FIELDS.exec(line.slice(start.length))?.[1];
  if (inner === undefined) return line;
  const kept = inner.split(' - ').filter((field, index) => index === 0 || !isStatus(field));
  const rest = line.slice(start.length + inner.length + 2);
  return `${start}[${[...kept, status].join(' - ')}]${rest}`;
}

function parseFields(inner: string): Pick<EntryHeader, 'category' | 'persistence' | 'status'> {
  const [category = '', ...marks] = inner.split(' - ');
  const named = marks.map((mark) => trimBlanks(mark).toUpperCase());
  return {
    category: unescapeInline(fromLatin1(trimBlanks(category))),
    persistence: PERSISTENCES.find((one) => named.includes(one.toUpperCase())) ?? 'permanent',
    status: MEMORY_STATUSES.find((one) => named.includes(one)) ?? 'ACTIVE',
  };
}

function isStatus(field: string): boolean {
  return (MEMORY_STATUSES as readonly string[]).includes(trimBlanks(field).toUpperCase());
}
