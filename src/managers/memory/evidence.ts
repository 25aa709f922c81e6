import { createHash } from 'node:crypto';
import * as z from 'zod';
import { printJsonLines, parsedJsonLines } from '../../domain/json.ts';
import type { Memory } from '../../domain/memory.ts';
import { plural, rememberText, signed, timesWords } from '../../domain/text.ts';
import { isHarmful, worthSchema, worthWords } from './worth.ts';

export const VERDICTS = [
  'confirmed',
  'conditional',
  'refuted',
  'not-the-cause',
  'untestable',
] as const;

const uses = z.object({
  /** The turns of the kept episodes whose prompt showed the memory. */
  shown: z.int().min(0),
  /** How often the player followed it then: played what works, or did not play what fails or kills. */
  followed: z.int().min(0),
  /** How often its command was played then, and how often that had an effect, or was a death. */
  played: z.int().min(0),
  effects: z.int().min(0),
  deaths: z.int().min(0),
  points: z.number(),
});

export type Uses = Readonly<z.infer<typeof uses>>;

const evidence = z.object({
  location: z.object({ id: z.int().min(0), name: z.string() }),
  category: z.string(),
  title: z.string(),
  /** Where it was learnt. Another memory of the same title has its own evidence. */
  episode: z.int(),
  turns: z.string(),
  verdict: z.enum(VERDICTS),
  /** The recorded moments at which it was tried, and those at which it held. */
  tried: z.int().min(0),
  held: z.int().min(0),
  /** What differs between the moments where it held and the others, or why it cannot be tried. Empty if nothing is known. */
  why: z.string(),
  /** The engine played the command again. */
  by: z.literal('simulated'),
  uses: uses.optional(),
  worth: worthSchema.optional(),
});

export type Evidence = Readonly<z.infer<typeof evidence>>;

/** The evidence about memories, by {@link evidenceKey}. */
export type EvidenceBook = ReadonlyMap<string, Evidence>;

/** What identifies one memory of a room. */
export type Source = Pick<Memory, 'category' | 'title' | 'episode' | 'turns'>;

export function sourceOf({ category, title, episode, turns }: Source): Source {
  return { category, title, episode, turns };
}

export function evidenceKey(locationId: number, memory: Source): string {
  return JSON.stringify([locationId, ...Object.values(sourceOf(memory))]);
}

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 6;

const shortHash = rememberText((key) => {
  const digest = createHash('sha256').update(key).digest().subarray(0, ID_LENGTH);
  return Array.from(digest, (byte) => ALPHABET[byte % 32]).join('');
});

/** The short id of a memory, the same in every episode: six letters and digits, hashed from where, when and what it is. */
export function memoryId(locationId: number, memory: Source): string {
  return shortHash(evidenceKey(locationId, memory));
}

/** Tells which memories are not shown: those that the settings leave out, and those that do harm by evidence. */
export function hiddenByEvidence(
  { without }: { readonly without: string | null },
  book: EvidenceBook,
): (room: number, memory: Source) => boolean {
  const ids = new Set(without?.split(',').map((id) => id.trim().replace(/^#/, '')));
  return (room, memory) =>
    ids.has(memoryId(room, memory)) || doesHarmByEvidence(book.get(evidenceKey(room, memory)));
}

/** Reads `evidence.jsonl`; null stands for no file. A damaged line, or one of another version, is skipped. */
export function parseEvidence(bytes: Uint8Array | null): EvidenceBook {
  return new Map(
    parsedJsonLines(bytes, evidence).map((one) => [evidenceKey(one.location.id, one), one]),
  );
}

/** The lines of `evidence.jsonl`: the evidence on each memory. */
export function printEvidence(book: EvidenceBook): Uint8Array {
  return printJsonLines(book.values());
}

const HELD: Readonly<Record<string, string>> = {
  SUCCESS: 'worked',
  FAILURE: 'failed',
  DANGER: 'was deadly',
};

/** The reason for giving no count of a memory that always held: all those moments are of one episode. */
export const IN_ONE_EPISODE = 'in one episode';

/** The word for a sure outcome once its condition holds; see describeDifference. */
const SURE: Readonly<Record<string, string>> = { FAILURE: 'fails', DANGER: 'deadly' };

/** The evidence in words: `(worked 6 of 6 times)`, `(works once the window is open)`. Empty if nothing was tried. */
export function evidenceWords(evidence: Evidence | undefined): string {
  if (evidence === undefined || isUntold(evidence)) return '';
  const { tried, why, verdict } = evidence;
  if (verdict === 'not-the-cause') return '(happens without it, too)';
  if (isHarmlessWarning(evidence)) return `(did no harm in ${plural(tried, 'try', 'tries')})`;
  const times = countWords(evidence);
  if (why === IN_ONE_EPISODE) return `(${times}, all ${why})`;
  const asWhat = verdict === 'confirmed' ? ` ${why}`.trimEnd() : '';
  if (verdict !== 'conditional' || why === '') return `(${times}${asWhat})`;
  return conditionWords(evidence) ?? `(${times}; ${why})`;
}

/** `worked 6 of 6 times`. With unexplained failures that would read as a chance, so then: `worked at 4 of 7 moments`. */
function countWords({ category, held: found, tried, why, verdict }: Evidence): string {
  const held = HELD[category] ?? 'held';
  const isMixed = category === 'SUCCESS' && verdict === 'conditional' && why === '';
  return isMixed ? `${held} at ${found} of ${tried} moments` : `${held} ${found} of ${tried} times`;
}

/** The condition that helps or hinders, as describeDifference words it. Null if `why` is another reason. */
function conditionWords({ category, why }: Evidence): string | null {
  const [needs, sure] = [/^(only|not) when /.exec(why)?.[1], SURE[category] ?? 'works'];
  if (needs === undefined) return null;
  const once = needs === 'not' ? 'unless' : sure === 'works' ? 'once' : 'when';
  return `(${sure} ${once} ${why.slice(`${needs} when `.length).replace('; not when ', ', but not when ')})`;
}

/** Whether a success never held wherever it was tried, and no recorded turn shows it either. */
export function neverWorked(evidence: Evidence): boolean {
  return evidence.category === 'SUCCESS' && evidence.held === 0 && !isUntold(evidence);
}

/** Whether there is nothing to tell: nothing was tried, or recorded turns contradict the trials. */
function isUntold({ category, tried, held, uses: found }: Evidence): boolean {
  if (tried === 0) return true;
  return held === 0 && !isWarning(category) && (found?.effects ?? 0) > 0;
}

/** Whether a warning was tried and did no harm anywhere. */
export function isHarmlessWarning({
  category,
  tried,
  held,
}: Pick<Evidence, 'category' | 'tried' | 'held'>): boolean {
  return category === 'DANGER' && tried > 0 && held === 0;
}

/**
 * Whether a memory is hidden because its measured worth is negative. A danger is hidden only if it did no harm where it was
 * tried: a few short plays cannot weigh a rare death. A needless warning costs a little time, a missing one the game.
 */
export function doesHarmByEvidence(
  found: Pick<Evidence, 'category' | 'tried' | 'held' | 'worth'> | undefined,
): boolean {
  if (found === undefined || !isHarmful(found.worth)) return false;
  return found.category !== 'DANGER' || isHarmlessWarning(found);
}

/** A lesson's words about chance: `death in 4 of 8 tries`. */
const ODDS = /\b([1-9]\d*) (?:of|in) ([1-9]\d*) (?:tries|times)\b/i;

/** The evidence about a memory. None if its text tells of harm in more tries than did no harm afterwards. */
export function evidenceAbout(
  book: EvidenceBook,
  locationId: number,
  memory: Source & Pick<Memory, 'text'>,
): Evidence | undefined {
  const found = book.get(evidenceKey(locationId, memory));
  if (found === undefined || !isHarmlessWarning(found)) return found;
  const [, , tries = '0'] = ODDS.exec(memory.text) ?? [];
  return Number(tries) > found.tried ? undefined : found;
}

/** The evidence in words for the memories of one room. For one that nobody tried, its doubt: `(names a troll that …)`. */
export function evidenceWordsIn(
  book: EvidenceBook,
  locationId: number,
): (memory: Source & Pick<Memory, 'doubt' | 'text'>) => string {
  return (memory) => {
    const found = evidenceWords(evidenceAbout(book, locationId, memory));
    return found === '' && memory.doubt !== undefined ? `(${memory.doubt})` : found;
  };
}

/** All evidence about a memory in one line: how often it held (simulated), and what came of showing it. */
export function proofWords(book: EvidenceBook, locationId: number, memory: Source): string {
  const found = book.get(evidenceKey(locationId, memory));
  const tried = evidenceWords(found).replace(/^\((.*)\)$/, '$1, simulated');
  const shown = evidenceUsesWords(memory.category, found?.uses);
  return [tried, shown, worthWords(found?.worth, doesHarmByEvidence(found))]
    .filter((part) => part !== '')
    .join('; ');
}

/** A memory that was shown so often and never helped is the first to make room. */
const OFTEN = 20;

/** Whether a memory was shown often and following it never had an effect. A warning helps if the player heeds it. */
export function neverHelpedByEvidence({
  category,
  uses: found,
}: Pick<Evidence, 'category' | 'uses'>): boolean {
  if (found === undefined || found.shown < OFTEN) return false;
  return isWarning(category) ? found.followed === 0 : found.effects === 0;
}

/** Whether a memory says what not to do. */
export function isWarning(category: string): boolean {
  return category === 'FAILURE' || category === 'DANGER';
}

/** `the player read it in 12 turns and followed it 3 times, 2 of them with an effect, +5 points`. Empty if never shown. */
export function evidenceUsesWords(category: string, found: Uses | undefined): string {
  if (found === undefined || found.shown === 0) return '';
  const { shown, followed, played, effects, deaths, points } = found;
  const came = [
    played === 1
      ? `${effects === 0 ? 'without' : 'with'} an effect`
      : `${effects} of them with an effect`,
    ...(points === 0 ? [] : [`${signed(points)} points`]),
    ...(deaths === 0 ? [] : [`${deaths} deadly`]),
  ].join(', ');
  const took = (verb: string) =>
    followed === 0 ? `, never ${verb} it` : ` and ${verb} it ${timesWords(followed)}`;
  // A memory of how a place looks advises nothing.
  const followedWords = category === 'SUCCESS' || followed > 0 ? took('followed') : '';
  const said = isWarning(category)
    ? `${took('heeded')}${played === 0 ? '' : `, did it all the same ${timesWords(played)}, ${came}`}`
    : `${followedWords}${played === 0 ? '' : `, ${came}`}`;
  return `the player read it in ${plural(shown, 'turn')}${said}`;
}
