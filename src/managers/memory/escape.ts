import { MEMORY_CATEGORIES } from '../../domain/memory.ts';
import { UNPRINTABLE } from '../../domain/text.ts';
import { looksLoose } from './loose-header.ts';

/**
 * Escapes of Memories.md: `unescape…(escape…(x)) === x`. Escaped text looks like structure neither to the parser nor to a
 * reader. Lines are latin1 text, one character per byte, so that bytes which are no UTF-8 survive.
 */

const CODE = /\\u\{([0-9a-f]{1,6})\}/g;

const INLINE_ESCAPE = /\\(?:u\{([0-9a-f]{1,6})\}|([!-/:-@[-`{-~“”‘’–—…]))/gu;

/** The beginnings that a text line must not have. */
const LOOKS =
  '(?:[ \\t]*$|#|\\*\\*|---|[ \\t]{0,3}([-*_])(?:[ \\t]*\\1){2,}[ \\t]*$|~~|\\[Superseded|\\[Invalidated|\\[Conditional|\\[About|<!--|```|<{7}|={7}|>{7}|\\|{7}|[ \\t]{0,3}(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)?(?:\\*{2,3}|_{2,3})\\\\?\\[)';

const STRUCTURE = new RegExp(`^${LOOKS}`);

/** The lines of a room in a quote, in a table, or after a byte order mark. */
const OF_ROOM = /^[ \t>|\ufeff]*(?:#{1,6}[ \t]+[*_]{0,3}location|(?:\*\*|__)Visits:)/i;

/** Escapes text inside a line: a title, a room name, a reason. */
export function escapeInline(text: string): string {
  return escapeCode(text.replace(/[\\*[\]~`<_"]/g, '\\$&').replace(/^ | $/g, '\\u{20}'));
}

export function unescapeInline(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(INLINE_ESCAPE, (whole, hex: string | undefined, mark: string | undefined) =>
    hex === undefined ? (mark ?? whole) : fromCode(whole, hex),
  );
}

/** Escapes a category, also its dashes, which separate fields, and its small letters, which people may write. */
export function escapeCategory(text: string): string {
  const known = knownCategory(text);
  const dashed = escapeInline(text).replace(/-/g, '\\-');
  const plain = dashed.replace(/[\u2010-\u2015]/g, asCode);
  return known === null || known === text ? plain : plain.replace(/^./, asCode);
}

/** The category that a word in any case means. Null if there is none. */
export function knownCategory(word: string): string | null {
  return MEMORY_CATEGORIES.find((one) => one === word.toUpperCase()) ?? null;
}

export function escapeTextLine(line: string): string {
  const printable = escapeCode(line.replace(/\\(?=u\{)/g, '\\u{5c}'));
  return isStructure(printable) ? `\\${printable}` : printable;
}

export function unescapeTextLine(line: string): string {
  if (!line.includes('\\')) return line;
  const printable = line.startsWith('\\') && isStructure(line) ? line.slice(1) : line;
  return printable.replace(CODE, fromCode);
}

/** Whether a line without its leading backslashes would be read as structure. */
function isStructure(line: string): boolean {
  const bare = line.replace(/^\\+/, '');
  return STRUCTURE.test(bare) || OF_ROOM.test(bare) || looksLoose(bare);
}

export function escapeCode(text: string): string {
  return text.replace(UNPRINTABLE, asCode);
}

function asCode(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function fromCode(whole: string, hex: string): string {
  const point = Number.parseInt(hex, 16);
  return point > 0x10ffff ? whole : String.fromCodePoint(point);
}
