import { fromLatin1, toLatin1 } from '../../domain/lined-document.ts';
import { MEMORY_STATUSES, PERSISTENCES, type Memory } from '../../domain/memory.ts';
import { escapeCategory, escapeInline, trimBlanks, unescapeInline } from './escape.ts';

/** What the first line of a memory says: `**[CATEGORY - PERSISTENCE - STATUS] Title** *(Ep7, T48, +5)*`. */
export type EntryHeader = Pick<
  Memory,
  'category' | 'persistence' | 'status' | 'title' | 'episode' | 'turns' | 'scoreChange'
>;

const FIELDS = /^\*\*\[((?:[^\]\\]|\\[^])*)\][ \t]*/;

const METADATA = /^Ep(\d{1,15}), ?T((?:[^,\\]|\\[^])*)(?:, ?([+-]?\d{1,15}))?$/;

/** Writes the header line, in latin1; the status is named unless it is ACTIVE. */
export function renderHeader(memory: EntryHeader): string {
  const { category, persistence, status, title, episode, turns, scoreChange } = memory;
  const fields = [escapeCategory(category), persistence.toUpperCase()];
  if (status !== 'ACTIVE') fields.push(status);
  const points = scoreChange === null ? '' : `, ${scoreChange < 0 ? '' : '+'}${scoreChange}`;
  const metadata = `Ep${episode}, T${escapeInline(turns).replace(/,/g, '\\,')}${points}`;
  return toLatin1(`**[${fields.join(' - ')}] ${escapeInline(title)}** *(${metadata})*`);
}

/** Reads a header line in any form the file ever had; null when it is none. */
export function parseHeader(line: string): EntryHeader | null {
  const fields = FIELDS.exec(line);
  if (fields === null) return null;
  const rest = trimBlanks(line.slice(fields[0].length));
  const end = rest.lastIndexOf('** *(');
  if (end < 0 || !rest.endsWith(')*')) return null;
  const metadata = METADATA.exec(rest.slice(end + '** *('.length, -')*'.length));
  if (metadata === null) return null;
  const [, episode, turns, points] = metadata;
  const { category, persistence, status } = parseFields(fields[1] ?? '');
  return {
    category,
    persistence,
    status,
    title: unescapeInline(fromLatin1(trimBlanks(rest.slice(0, end)))),
    episode: Number(episode),
    turns: unescapeInline(fromLatin1(turns ?? '')),
    scoreChange: points === undefined ? null : Number(points),
  };
}

/** The same header line with another status and everything else byte for byte as it was. */
export function restateHeader(line: string, status: 'SUPERSEDED' | 'TENTATIVE'): string {
  const inner = FIELDS.exec(line)?.[1];
  if (inner === undefined) return line;
  const kept = inner.split(' - ').filter((field, index) => index === 0 || !isStatus(field));
  return `**[${[...kept, status].join(' - ')}]${line.slice('**['.length + inner.length + 1)}`;
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
