import { UNPRINTABLE, oneLine, plural } from '../../domain/text.ts';
import { haveSameDenials } from '../../domain/covers.ts';
import { sharedWords } from '../../domain/word-forms.ts';
import { sha256 } from '../../storage/bytes.ts';

export interface Origin {
  readonly episode: number;
  /** The turns of that episode that show it, ascending; 0 is the time before the first. Empty if nobody has played it. */
  readonly turns: readonly number[];
  /** The turns of earlier episodes that showed it before its revision: `Ep1, T3, T9`; several after `; `. */
  readonly earlier?: string;
  /** The turns that showed an earlier wording; they need not show this one. */
  readonly before?: string;
  /** The reason that makes it a guess whatever turns are named, as `cleanItemDoubt` gives it. Null if nothing is doubted. */
  readonly doubt: string | null;
}

export interface Item {
  /** Six hexadecimal digits made from the text. An item that somebody changed has another id. */
  readonly id: string;
  readonly text: string;
  /** Null for a person's item. Only items with an origin are ever changed. */
  readonly origin: Origin | null;
}

/** The most characters of an item. Longer texts are cut at a word. */
export const MOST_ITEM_LENGTH = 400;

const MOST_DOUBT_LENGTH = 120;

const TURNS = String.raw`Ep ?\d{1,9}(?:, ?T ?\d{1,9})+`;
const ORIGIN = String.raw`[*_]?\\?\(((?:${TURNS}; ?)*)Ep ?(\d{1,9})(?=,)((?:, ?T ?\d{1,9})*)(?:; ?earlier wording: ?(${TURNS}(?:; ?${TURNS})*))?(, ?guess(?:: ?([^()*\\]*))?)?\\?\)[*_]?`;

/** An origin as it is written, or as editors write it: other marks, escaped, wrapped. */
const WRITTEN = new RegExp(
  String.raw`^(?:[-*+]|\d{1,9}[.)])[ \t]+(.*[^ \t])[ \t]+${ORIGIN}[ \t]*$`,
  'i',
);

const ORIGIN_AT_END = new RegExp(String.raw`(?:\s*${ORIGIN})+$`, 'i');

const MARKS_AT_START = /^(?:(?:[-*+>]|#+)\s+)+/;

/** A model's text as an item: one line without list or heading marks, cut to MOST_ITEM_LENGTH. */
export function cleanItemText(raw: string): string {
  const flat = raw.replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/g, ' ').trim();
  const bare = flat.replace(MARKS_AT_START, '').replace(ORIGIN_AT_END, '').trim();
  const characters = Array.from(bare);
  if (characters.length <= MOST_ITEM_LENGTH) return bare;
  const cut = characters.slice(0, MOST_ITEM_LENGTH - 3).join('');
  return `${cut.replace(/\s+\S*$/, '')}...`;
}

/** The form for comparing items: words and numbers in lower case. */
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
  return { id: sha256(text).slice(0, 6), text, origin };
}

/** Whether no turn shows the item, or there is a doubt. */
export function isGuess({ turns, doubt }: Origin): boolean {
  return turns.length === 0 || doubt !== null;
}

/** A reason in the form of an origin: one line without brackets and marks. Null if nothing is left. */
export function cleanItemDoubt(raw: string): string | null {
  const flat = raw.replaceAll(UNPRINTABLE, ' ').replaceAll(/[()*\\]/g, ' ');
  return oneLine(flat, MOST_DOUBT_LENGTH) || null;
}

/** The evidence of an item: `shown in 2 turns: Ep1 T12, T31`, or `guess of Ep2: names a troll`. */
export function originWords(origin: Origin): string {
  const { episode, doubt } = origin;
  if (isGuess(origin)) return `guess of Ep${episode}${doubt === null ? '' : `: ${doubt}`}`;
  return `${seenWords(origin)}: ${turnWords(origin)}`;
}

/** The turns that show an item, for people: `Ep1 T4; Ep2 T7, T9`. */
export function turnWords(origin: Origin): string {
  return turnListOf(origin).replaceAll(/(Ep\d+), /g, '$1 ');
}

/** The number of turns that show an item: `shown in 1 turn`. They need not each prove all of it. */
export function seenWords({ turns, earlier = '' }: Origin): string {
  return `shown in ${plural(turns.length + earlier.split('T').length - 1, 'turn')}`;
}

/** The turns in an item's line: `Ep1, T3; Ep2, T12, T31; earlier wording: Ep1, T9`. */
function turnListOf(origin: Origin): string {
  const { before } = origin;
  return `${shownIn(origin)}${before === undefined ? '' : `; earlier wording: ${before}`}`;
}

function shownIn({ episode, turns, earlier }: Origin): string {
  const own = [`Ep${episode}`, ...turns.map((turn) => `T${turn}`)].join(', ');
  return earlier === undefined ? own : `${earlier}; ${own}`;
}

/** The line of an item with an origin. Inverse to `readItem` for texts of `cleanItemText`. */
export function renderItem(text: string, origin: Origin): string {
  const { doubt } = origin;
  const guess = isGuess(origin) ? [doubt === null ? 'guess' : `guess: ${doubt}`] : [];
  return `- ${text} *(${[turnListOf(origin), ...guess].join(', ')})*`;
}

/** Reads a list entry or paragraph. One that no run wrote has no origin. */
export function readItem(lines: readonly string[]): Item {
  const joined = lines.map((line) => line.trim()).join(' ');
  const [, text, shown = '', episode, turnList = '', before, , doubt = ''] =
    WRITTEN.exec(joined) ?? [];
  if (text !== undefined) {
    const turns = [...turnList.matchAll(/\d+/g)].map(Number);
    const earlier = shown.replace(/; ?$/, '');
    return newItem(text, {
      episode: Number(episode),
      turns,
      doubt: cleanItemDoubt(doubt),
      ...(earlier !== '' && { earlier }),
      ...(before !== undefined && { before }),
    });
  }
  return newItem(joined.replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, ''), null);
}

export interface EvidenceRules {
  readonly episode: number;
  readonly turns: { readonly from: number; readonly to: number };
  /** The doubt about a text. Null if there is none. */
  readonly doubt: (text: string) => string | null;
}

export interface Evidence {
  readonly origin: Origin;
  readonly remark: string | null;
}

/** Whether a text has more than half of another's words, and all its numbers. */
function says(text: string, other: string): boolean {
  const numbers = new Set(text.match(/\d+/g));
  const isWhole = (other.match(/\d+/g) ?? []).every((number) => numbers.has(number));
  return isWhole && sharedWords(text, other) > 0.5;
}

type ShownText = Pick<Item, 'text'> & { readonly origin: Origin };

/** The turns of a revised item. Earlier ones stay if its claim continues; else they are turns of the wording before. */
export function turnsOfRevisedItem({ text, origin }: ShownText, before: ShownText): Origin {
  const known = before.origin;
  if (isGuess(known) || isGuess(origin)) return origin;
  const goesOn = says(text, before.text) || says(before.text, text);
  if (!goesOn || !haveSameDenials(text, before.text)) return { ...origin, before: shownIn(known) };
  const kept = known.before !== undefined && { before: known.before };
  if (known.episode !== origin.episode) return { ...origin, ...kept, earlier: shownIn(known) };
  const { earlier } = known;
  const turns = itemsInTurnOrder([...known.turns, ...origin.turns]);
  return { ...origin, ...kept, ...(earlier !== undefined && { earlier }), turns };
}

/** The evidence of a text: the turns named in the edit that exist, and the doubt. */
export function knowledgeItemEvidence(
  text: string,
  edit: { readonly turns: readonly number[] },
  rules: EvidenceRules,
): Evidence {
  const { from, to } = rules.turns;
  const turns = itemsInTurnOrder(edit.turns.filter((turn) => turn >= from && turn <= to));
  const others = edit.turns.filter((turn) => turn < from || turn > to);
  const missing =
    others.length === 0 ? null : `turn ${others.join(', ')} is not one of those shown`;
  const doubt = cleanItemDoubt(rules.doubt(text) ?? (turns.length === 0 ? (missing ?? '') : ''));
  const origin = { episode: rules.episode, turns, doubt };
  const why = doubt ?? 'no turn is named that shows it, or you were not sure';
  return { origin, remark: isGuess(origin) ? `it is kept as a guess: ${why}` : missing };
}

export function itemsInTurnOrder(turns: readonly number[]): readonly number[] {
  return [...new Set(turns)].sort((a, b) => a - b);
}
