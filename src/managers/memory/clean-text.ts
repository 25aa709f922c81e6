import { cut, fittingSentences, LINE_BREAK, oneLine } from '../../domain/text.ts';

/** The most characters kept of a title and of a text. */
export const MOST_TITLE = 120;
export const MOST_TEXT = 2_000;

/** Characters that stored text must not hold: controls, bidi controls, the byte order mark. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u{feff}]/gu;

/** Text as one well-formed, normalised line of at most 120 characters. Idempotent. */
export function cleanTitle(text: string, most = MOST_TITLE): string {
  const visible = text
    .replace(LINE_BREAK, ' ')
    .replace(/\t/g, ' ')
    .replace(/\p{Cs}/gu, '\ufffd');
  const line = visible.replace(INVISIBLE, '').normalize('NFC');
  return cut(line.replace(/\s+/g, ' ').trim(), most).trimEnd();
}

/** Text as well-formed, normalised lines without blank ones, at most 2,000 characters. Idempotent. */
export function cleanText(text: string, most = MOST_TEXT): string {
  const lines = text.split(LINE_BREAK).map((line) => cleanTitle(line, most));
  return cut(lines.filter((line) => line !== '').join('\n'), most).trimEnd();
}

/** The title that a model means: the same one, else the only one apart from case, marks and additions, else `named`. */
export function meantTitle(named: string, titles: readonly string[]): string {
  if (titles.includes(named)) return named;
  const quoted = /^\W*["“](.+)["”][^"”]*$/u.exec(named)?.[1];
  const bare = named.replace(/\s*\([^()]*\)[\s:.]*$/, '');
  for (const form of [named, quoted ?? named, bare]) {
    const words = wordsOf(form);
    const meant = new Set(titles.filter((title) => words !== '' && wordsOf(title) === words));
    const [only = named, ...others] = meant;
    if (meant.size > 0) return others.length === 0 ? only : named;
  }
  return named;
}

function wordsOf(title: string): string {
  return (
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ');
}

/** A text as one line of at most so many characters, cut after a whole sentence, else a whole word and `…`. */
export function cutCleanText(text: string, most: number): string {
  const characters = Array.from(oneLine(text));
  if (characters.length <= most) return characters.join('');
  const sentences = fittingSentences(characters.join(''), most - 2);
  if (sentences !== '') return `${sentences} …`;
  const cut = characters.slice(0, most - 1).join('');
  const isWhole = characters[most - 1] === ' ';
  const words = isWhole ? cut : cut.replace(/\s+\S*$/, '');
  return `${words.trimEnd()}…`;
}
