import { walkingDirection } from '../domain/command.ts';
import type { Direction, Observation } from '../domain/observation.ts';

const ELSEWHERE = 'another way';
const UNNAMED = 'another place';

const WORD = /\p{L}+(?:[-'’]\p{L}+)*/gu;
const COMPASS = /^(north|south)?-?(east|west)?(?:-?wards?|ern|bound)?$/;
const VERTICAL = /^(up|down)(?:stairs|wards?)$/;
const SHORT = /^[nsewud]$|^[ns][ew]$/;

/** Everyday words. They count as directions only after certain words, in quotes, or in a list. */
const AMBIGUOUS = /^(up|down|in|out|inside|outside)$/;
const EXPECTING =
  /\b(?:go|goes|going|head|heading|walk|walking|move|moving|climb|climbing|run|try|trying|use|exits?|directions?|ways?|leads?)(?:\s+(?:is|are|to|the))*\s+$/i;
const QUOTES = /["'“”‘’`]/;
const LISTING = /^["'”’`]?(?:\s*[,/]\s*(?:(?:and|or|nor)\s+)?|\s+(?:and|or|nor)\s+)["'“‘`]?$/;

type Mention = Readonly<Record<'start' | 'end', number>>;

/** Hides all exits but the action's from a critic's words: the agent has to find its own way. Pure. */
export function hideOtherExits(
  words: string,
  action: string,
  { location, exits }: Pick<Observation, 'location' | 'exits'>,
): string {
  const own = walkingDirection(action);
  const destination = exits.find(({ direction }) => direction === own)?.to.name;
  const kept = [location.name, ...(destination === undefined ? [] : [destination])];
  const hidden = exits.map(({ to }) => to.name).filter((name) => !kept.includes(name));
  const allowed = new Set([...action.matchAll(WORD)].flatMap(([word]) => meaning(word) ?? []));
  return splitAt(words, kept)
    .map((part) => {
      if (kept.includes(part)) return part;
      const pieces = splitAt(part, hidden);
      const unnamed = pieces.map((piece) => (hidden.includes(piece) ? UNNAMED : piece));
      return hideDirections(unnamed.join(''), allowed);
    })
    .join('');
}

/** Cuts the text before and after each whole occurrence of a name. Longer names come first. */
function splitAt(text: string, names: readonly string[]): readonly string[] {
  const longestFirst = names
    .filter((name) => name.trim() !== '' && text.includes(name))
    .toSorted((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return [text];
  const escaped = longestFirst.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}-]/g, '\\$&'));
  return text.split(new RegExp(String.raw`(?<!\p{L})(${escaped.join('|')})(?!\p{L})`, 'u'));
}

function hideDirections(text: string, allowed: ReadonlySet<Direction>): string {
  const mentions: Mention[] = [];
  let listedFrom = -1;
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    const direction = meaning(word);
    if (direction === null) continue;
    const end = start + word.length;
    const before = text.slice(0, start);
    const isListed = listedFrom !== -1 && LISTING.test(text.slice(listedFrom, start));
    if (!isListed && !isMeant(word, before, text.slice(end))) continue;
    listedFrom = end;
    if (!allowed.has(direction)) mentions.push({ start, end });
  }
  return replaceRuns(text, mentions);
}

/** The direction that a word can mean, or null. */
function meaning(word: string): Direction | null {
  const lower = word.toLowerCase();
  const compass = COMPASS.exec(lower);
  const name = `${compass?.[1] ?? ''}${compass?.[2] ?? ''}`;
  const plain = VERTICAL.exec(lower)?.[1] ?? AMBIGUOUS.exec(lower)?.[1]?.replace('side', '');
  return walkingDirection(name === '' ? (plain ?? (SHORT.test(lower) ? lower : '')) : name);
}

function isMeant(word: string, before: string, after: string): boolean {
  const isQuoted = QUOTES.test(before.slice(-1)) && QUOTES.test(after.slice(0, 1));
  if (AMBIGUOUS.test(word.toLowerCase())) return isQuoted || EXPECTING.test(before);
  // A letter of "e.g." is no direction.
  return !SHORT.test(word.toLowerCase()) || !(before.endsWith('.') || /^\.\p{L}/u.test(after));
}

/** Joins mentions that only commas, "and" and quotes separate. */
function replaceRuns(text: string, mentions: readonly Mention[]): string {
  let [result, from] = ['', 0];
  for (const [index, { start, end }] of mentions.entries()) {
    const next = mentions[index + 1];
    const isLast = next === undefined || !LISTING.test(text.slice(end, next.start));
    const isFirst = index === 0 || !LISTING.test(text.slice(mentions[index - 1]?.end, start));
    if (isFirst) result += text.slice(from, start) + ELSEWHERE;
    if (isLast) from = end;
  }
  return result + text.slice(from);
}
