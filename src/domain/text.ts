/** The form for comparing texts: in lower case, with single blanks. */
export function plainWords(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Whether two texts have the same words, whatever their marks. A text without words is like no other. */
export function haveSameWords(one: string, other: string): boolean {
  const words = wordsIn(one).join(' ');
  return words !== '' && words === wordsIn(other).join(' ');
}

/** The words and numbers of a text, in lower case. */
export function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** `1 episode`, `3 episodes`. `many` is for plurals without s; `words` writes the number. */
export function plural(
  number: number,
  one: string,
  many = `${one}s`,
  words: (number: number) => string = String,
): string {
  return `${words(number)} ${number === 1 ? one : many}`;
}

/** `once`, `3 times`. */
export function timesWords(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}

/** A change with its sign: `+5`, `-10`, `0`. */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change);
}

/** Whether a text has more than one sentence. */
export function hasSentences(text: string): boolean {
  return text.trim().includes('\n') || /[.!?]\s+\S/.test(text.trim());
}

export function firstParagraph(text: string): string {
  return text.trim().split(/\n\s*\n/)[0] ?? '';
}

export function firstLine(text: string): string {
  return text.split('\n', 1).join();
}

/** All marks that some reader takes for the end of a line (Unicode Standard §5.8). */
export const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/**
 * Characters that break, hide or reorder a line: controls, lone surrogates, line separators, bidi controls, byte order mark.
 */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{feff}]/gu;

/** The first few texts, then the number of the others, in `words`. A single other one is told itself. */
export function firstFew(
  all: readonly string[],
  most: number,
  words: (more: number) => string = (more) => `${more} more`,
): readonly string[] {
  return all.length > most + 1 ? [...all.slice(0, most), words(all.length - most)] : all;
}

/** A text cut to a length in characters, never inside one. `mark` is added after a cut, beyond that length. */
export function cut(text: string, most: number, mark = ''): string {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length <= most ? text : characters.slice(0, most).join('') + mark;
}

/** The first letter of a sentence that follows another. */
const SENTENCE_START = /(?<=[.!?]["”’)\]]*\s)\S/g;

/** The first sentences of a line that fit into a length in characters. Empty if not even one does. */
export function fittingSentences(line: string, most: number): string {
  if (line.length <= most) return line;
  const ends = [...line.slice(0, most + 1).matchAll(/[.!?]["”’)\]]*(?=\s)/g)];
  const fitting = ends.map(({ index, 0: end }) => line.slice(0, index + end.length));
  return fitting.findLast((text) => !isWithin(text)) ?? fitting.at(-1) ?? '';
}

export function sentencesOf(line: string): readonly string[] {
  return line.split(/(?<=[.!?]["”’')\]]*)\s+(?=\S)/);
}

/** A text without some of its sentences; whole if none would be left. */
export function withoutSentences(text: string, isGone: (sentence: string) => boolean): string {
  return (
    sentencesOf(text)
      .filter((one) => !isGone(one))
      .join(' ') || text
  );
}

/** The last sentences of a line that fit into a length in characters. Empty if not even one does. */
export function closingSentences(line: string, most: number): string {
  if (line.length <= most) return line;
  const starts = [...line.matchAll(SENTENCE_START)].map(({ index }) => line.slice(index));
  const fitting = starts.filter((text) => text.length <= most);
  return fitting.find((text) => !isWithin(line.slice(0, -text.length))) ?? '';
}

/** Whether a text ends within a quotation or within brackets. */
function isWithin(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  const isOpen = (open: string, close: string) => count(open) > count(close);
  return count('"') % 2 === 1 || isOpen('“', '”') || isOpen('[', ']') || isOpen('(', ')');
}

export function hasParagraphs(text: string): boolean {
  return /\n\s*\n/.test(text.trim());
}

/** A text in lower case without blanks around it; any other value unchanged. */
export function lowerCased(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** Controls, lone surrogates, line and paragraph separators, and marks that reorder text. */
const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Text with visible controls: they become their pictures (`␛`), shapeless characters their escapes (`\u202e`). */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSEEN, picture);
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** A story's output as people read it: no lone surrogates, no prompt, no blank lines around it. */
export function printedText(text: string): string {
  return wellFormed(text)
    .replace(/(?:^|\n)[ \t]*>[ \t]*$/, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/** Replaces lone surrogates, which a story can print and JSON and files cannot hold. */
export function wellFormed(text: string): string {
  // Nearly no text has one, and this test is fast.
  return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Surrogate}/gu, '\uFFFD') : text;
}

/** The names that a mistyped word probably means, the best first. Empty if none is near. */
export function suggestNames(word: string, names: readonly string[]): readonly string[] {
  const most = Math.max(1, Math.floor(word.length / 3));
  return names
    .map((name) => ({ name, distance: editDistance(word, name) }))
    .filter(({ name, distance }) => distance <= most || (word !== '' && name.startsWith(word)))
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

/** The number of letters to insert, remove, replace or swap with a neighbour to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 2] === to[column - 1] && from[row - 1] === to[column - 2];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        row > 1 && column > 1 && swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Minutes and seconds, with hours if there are any: `3:20`, `1:03:20`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`;
}

/** The most texts that are remembered. Rooms print the same text again and again. */
const MOST = 2000;

/** Remembers the last results of a slow, pure function of texts. */
export function rememberText<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MOST) known.clear();
    const now = read(text);
    known.set(text, now);
    return now;
  };
}

const NOT_ASCII = /[\u0080-\u00ff]/;

/** One character per byte of the text's UTF-8. */
export function toLatin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The text whose UTF-8 bytes the characters are. Invalid bytes become U+FFFD. */
export function fromLatin1(bytes: string): string {
  return NOT_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}

/** Makes controls and reordering marks visible: no name can steer a terminal or end a line. */
export function visibleLine(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu,
    (control) => `\\x${control.codePointAt(0)?.toString(16).padStart(2, '0')}`,
  );
}

/** Untrusted text on one line without control characters, cut to a length in characters, with "..." if longer. */
export function oneLine(text: string, most = Infinity): string {
  return cut(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), most, '...');
}

/** Whether a model's text is blank, says that there is none, or only holds a place: `N/A`, `...`, `<title>`. */
export function saysNothing(text: string): boolean {
  return /^\s*(?:none|null|nil|n\/a|-|\[\s*\]|<[^<>]*>|\.\.|…)?\.?\s*$/i.test(text);
}

/** Whether a text ends in a question. Any word may be the answer. */
export function endsInQuestion(text: string): boolean {
  return /[?:]["”')\]]*\s*>?\s*$/.test(text);
}
