/** Every mark that some reader takes for the end of a line (Unicode Standard §5.8). */
export const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** A text cut to a length in characters, never inside one; `mark` follows what was cut, beyond that length. */
export function cut(text: string, most: number, mark = ''): string {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length <= most ? text : characters.slice(0, most).join('') + mark;
}

/** A text without blanks around it, in lower case; anything else as it is. */
export function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

const LINE_BREAKS = /\r\n/g;
/** Controls, surrogates without a partner, line and paragraph separators, and what reorders the text around it. */
const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * Text in which nothing is hidden: C0 controls and DEL become their Unicode pictures (`␛`), everything else that has no
 * shape of its own becomes its escape (`\u202e`). Line feeds and tabs stay. Well-formed UTF-16 whatever came in.
 */
export function visibleText(text: string): string {
  return text.replace(LINE_BREAKS, '\n').replace(UNSEEN, picture);
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
