import { createHash } from 'node:crypto';

/** When an item was written: an episode and a turn that shows it, 0 for the time before the first turn. */
export interface Origin {
  readonly episode: number;
  readonly turn: number;
}

/** One thing known. */
export interface Item {
  /** Six hexadecimal digits made of the text: an item that somebody changed has another id. */
  readonly id: string;
  /** One line. */
  readonly text: string;
  /** Null for what a person wrote; only items with an origin are ever changed. */
  readonly origin: Origin | null;
}

/** Longest text of an item, in characters; longer texts are cut at a word. */
export const MOST_ITEM_LENGTH = 400;

/** As it is written, or as editors write it: other marks, escaped, wrapped. */
const WRITTEN =
  /^(?:[-*+]|\d{1,9}[.)])[ \t]+(.*[^ \t])[ \t]+[*_]?\\?\(Ep ?(\d{1,9}), ?T ?(\d{1,9})\\?\)[*_]?[ \t]*$/i;

const ORIGIN_AT_END = /(?:\s*[*_]?\\?\(Ep ?\d+, ?T ?\d+\\?\)[*_]?)+$/i;

const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{feff}]/gu;

const MARKS_AT_START = /^(?:(?:[-*+>]|#+)\s+)+/;

/** A model's text as the text of an item: one line without list or heading marks, cut to MOST_ITEM_LENGTH. */
export function cleanItemText(raw: string): string {
  const flat = raw.replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/g, ' ').trim();
  const bare = flat.replace(MARKS_AT_START, '').replace(ORIGIN_AT_END, '').trim();
  const characters = Array.from(bare);
  if (characters.length <= MOST_ITEM_LENGTH) return bare;
  const cut = characters.slice(0, MOST_ITEM_LENGTH - 3).join('');
  return `${cut.replace(/\s+\S*$/, '')}...`;
}

/** The form in which items are compared: words and numbers in lower case. */
export function normaliseItem(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[+-]?\p{N}+|\p{L}+/gu) ?? [];
  const telling = words.filter((word) => !['a', 'an', 'the'].includes(word));
  return telling.length === 0 ? text.trim().toLowerCase() : telling.join(' ');
}

export function newItem(text: string, origin: Origin | null): Item {
  return { id: createHash('sha256').update(text).digest('hex').slice(0, 6), text, origin };
}

/** The line of an item with an origin. Inverse to `readItem` for texts that `cleanItemText` made. */
export function renderItem(text: string, { episode, turn }: Origin): string {
  return `- ${text} *(Ep${episode}, T${turn})*`;
}

/** Reads the lines of a list entry or paragraph; one that no run wrote has no origin. */
export function readItem(lines: readonly string[]): Item {
  const joined = lines.map((line) => line.trim()).join(' ');
  const [, text, episode, turn] = WRITTEN.exec(joined) ?? [];
  if (text !== undefined) {
    return newItem(text, { episode: Number(episode), turn: Number(turn) });
  }
  return newItem(joined.replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, ''), null);
}
