import { MEMORY_CATEGORIES, MEMORY_STATUSES, PERSISTENCES } from '../../domain/memory.ts';

/** The marks before a memory in quotes, lists, tables and pasted text. They mean nothing. */
const LEAD =
  /^(?:[\s>|\u{200b}-\u{200d}\u{2060}\u{feff}]|(?:[-*+•]|\d{1,9}[.)])[ \t]+|\[[ xX]\][ \t]+)*/u;

const WORDS = [...PERSISTENCES, ...MEMORY_STATUSES].join('|');
const KNOWN = new RegExp(`^(?:${MEMORY_CATEGORIES.join('|')})(?<more>\\W+(?:${WORDS})\\b)?`, 'i');

/** The marks of a heading or of strong text, then the fields in brackets, then the rest. */
const START = /^(#{1,6}[ \t]+)?([*_]{0,3})(\\?)\[((?:[^\]\\]|\\(?!\])[^])*)\\?\](.*)$/s;

/** `(Ep7, T48, +5)` in any of the ways that people type or typeset it. */
const METADATA =
  /(?<!\\)[*_\s:]*\\?\(\s*Ep\.?\s*(\d{1,15})\s*,\s*T\s*((?:[^,()\\]|\\[^])*?)\s*(?:,\s*\\?([+\-−–＋]?)\s*(\d{1,15})\s*)?\\?\)[*_]*/iu;

const NAMED = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  '#39': "'",
  '#91': '[',
  '#93': ']',
};

/** Whether a line that is not in our form is meant as the first line of a memory, readable or not. */
export function looksLoose(line: string): boolean {
  return startOf(line) !== null;
}

/** Reads such a line. Null if it is none. `lead` holds marks of quotes, lists and tables. */
export function readLoose(line: string) {
  const start = startOf(line);
  if (start === null || start.strong.length > 2) return null;
  const { lead, strong, fields, rest } = start;
  if (strong.length === 2 && !rest.includes(strong)) return null;
  const found = METADATA.exec(rest);
  if (found === null) {
    const end = rest.indexOf(strong, 1);
    const text = rest.slice(end + strong.length).trim();
    if (strong === '' || end < 0 || /^[*_]?\\?\(/.test(text)) return null;
    return { lead, fields, title: bare(rest.slice(0, end)), metadata: null, text: cell(text) };
  }
  const [whole, episode, turns = '', sign, points] = found;
  const score = points === undefined ? null : Number(points) * (/[-−–]/.test(sign ?? '') ? -1 : 1);
  return {
    lead,
    fields,
    title: bare(rest.slice(0, found.index)),
    metadata: { episode: Number(episode), turns: turns.replace(/[‐-―−]/g, '-'), score },
    text: cell(rest.slice(found.index + whole.length)),
  };
}

export function looseHeaderQuote(line: string): string {
  return /^[ \t]{0,3}>[ \t>]*/.exec(line)?.[0] ?? '';
}

/** Matches strong text in brackets, or brackets with a known category and another field of memories. */
function startOf(line: string) {
  const lead = LEAD.exec(line)?.[0] ?? '';
  const found = START.exec(plain(line.slice(lead.length)));
  if (found === null) return null;
  const [, heading, strong = '', escaped, inner = '', rest = ''] = found;
  const start = { lead, strong, fields: inner.replace(/\\-/g, '-').trim(), rest };
  if (strong.length > 1 || heading !== undefined) return start;
  return escaped === '' && isOurs(start) ? start : null;
}

function isOurs({ fields, rest }: Readonly<Record<'fields' | 'rest', string>>): boolean {
  const known = KNOWN.exec(fields);
  return known !== null && (known.groups?.['more'] !== undefined || METADATA.test(rest));
}

/** Undoes what HTML and typesetting make of the marks. */
function plain(line: string): string {
  const spaced = line.replace(/[\u00a0\u202f]/g, ' ');
  if (!/[<&]/.test(spaced)) return spaced;
  return spaced
    .replace(/<\/?(?:strong|b)>/gi, '**')
    .replace(/<\/?(?:em|i)>/gi, '*')
    .replace(/<br ?\/?>\s*$/i, '')
    .replace(
      /&(quot|amp|lt|gt|nbsp|#39|#91|#93);/g,
      (whole, name: keyof typeof NAMED) => NAMED[name] ?? whole,
    );
}

function bare(title: string): string {
  return title.replace(/^[*_\s]+/, '').replace(/(?<!\\)[*_\s:]+$/, '');
}

/** The text after a header, without the end of a table cell or a marked line break. */
function cell(text: string): string {
  return text.replace(/^[\s:|]+/, '').replace(/(?:\s*\||\s*\\)?\s*$/, '');
}
