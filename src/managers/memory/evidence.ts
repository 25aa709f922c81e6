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
  /** Turns of the kept episodes whose prompt named the memory. */
  shown: z.int().min(0),
  /** How often of these its advice was taken: what works was played, what fails or kills was not. */
  followed: z.int().min(0),
  /** How often its command was played then, and how often that had an effect, or was a death. */
  played: z.int().min(0),
  effects: z.int().min(0),
  deaths: z.int().min(0),
  points: z.number(),
});

export type Uses = Readonly<z.infer<typeof uses>>;

const evidence = z.object({
  /** Of the room that the memory is filed under. */
  location: z.object({ id: z.int().min(0), name: z.string() }),
  category: z.string(),
  title: z.string(),
  /** Where it was learnt, so that another memory of the same title has its own evidence. */
  episode: z.int(),
  turns: z.string(),
  verdict: z.enum(VERDICTS),
  /** Recorded moments at which it was tried, and at how many of them it held. */
  tried: z.int().min(0),
  held: z.int().min(0),
  /** What was different where it held and where it did not, or why it cannot be tried; empty when nothing is to be said. */
  why: z.string(),
  /** How it was found out: the engine was given the command again. */
  by: z.literal('simulated'),
  uses: uses.optional(),
  worth: worthSchema.optional(),
});

export type Evidence = Readonly<z.infer<typeof evidence>>;

/** What was found out about memories; keys come from {@link evidenceKey}. */
export type EvidenceBook = ReadonlyMap<string, Evidence>;

/** What tells one memory of a room from the others. */
export type Source = Pick<Memory, 'category' | 'title' | 'episode' | 'turns'>;

export function evidenceKey(locationId: number, memory: Source): string {
  const { category, title, episode, turns } = memory;
  return JSON.stringify([locationId, category, title, episode, turns]);
}

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 6;

const shortHash = rememberText((key) => {
  const digest = createHash('sha256').update(key).digest().subarray(0, ID_LENGTH);
  return Array.from(digest, (byte) => ALPHABET[byte % 32]).join('');
});

/** A short name of one memory, the same in every episode: six letters and digits made of where, when and what it was learnt. */
export function memoryId(locationId: number, memory: Source): string {
  return shortHash(evidenceKey(locationId, memory));
}

/** Tells which memories are not shown: those that the settings leave out, and those that were found to do harm. */
export function leftOutByEvidence(
  { without }: { readonly without: string | null },
  book: EvidenceBook,
): (room: number, memory: Source) => boolean {
  const ids = new Set(without?.split(',').map((id) => id.trim().replace(/^#/, '')));
  return (room, memory) =>
    ids.has(memoryId(room, memory)) || doesHarmByEvidence(book.get(evidenceKey(room, memory)));
}

/** Reads `evidence.jsonl`; null stands for no file. A line that is damaged or of another version tells nothing. */
export function parseEvidence(bytes: Uint8Array | null): EvidenceBook {
  return new Map(
    parsedJsonLines(bytes, evidence).map((one) => [evidenceKey(one.location.id, one), one]),
  );
}

export function printEvidence(book: EvidenceBook): Uint8Array {
  return printJsonLines(book.values());
}

const HELD: Readonly<Record<string, string>> = {
  SUCCESS: 'worked',
  FAILURE: 'failed',
  DANGER: 'was deadly',
};

/** Why there is no count of a memory that held wherever it was tried: all those moments are of one episode. */
export const IN_ONE_EPISODE = 'in one episode';

/** How sure it is where what it needs is the case; see describeDifference. */
const SURE: Readonly<Record<string, string>> = { FAILURE: 'fails', DANGER: 'deadly' };

/** Evidence behind a memory: `(worked 6 of 6 times)`, `(works once the window is open)`; empty where nothing was tried. */
export function evidenceWords(evidence: Evidence | undefined): string {
  if (evidence === undefined || isUntold(evidence)) return '';
  const { category, held: found, tried, why, verdict } = evidence;
  if (verdict === 'not-the-cause') return '(happens without it, too)';
  if (isHarmlessByEvidence(evidence)) return `(did no harm in ${plural(tried, 'try', 'tries')})`;
  const held = HELD[category] ?? 'held';
  const times = `${held} ${found} of ${tried} times`;
  if (why === IN_ONE_EPISODE) return `(${times}, ${why})`;
  const asWhat = verdict === 'confirmed' ? ` ${why}`.trimEnd() : '';
  if (verdict !== 'conditional' || why === '') return `(${times}${asWhat})`;
  return conditionWords(evidence) ?? `(${times}; ${why})`;
}

/** What it needs or what bars it, as describeDifference words it; null where it is worded otherwise. */
function conditionWords({ category, why }: Evidence): string | null {
  const [needs, sure] = [/^(only|not) when /.exec(why)?.[1], SURE[category] ?? 'works'];
  if (needs === undefined) return null;
  const once = needs === 'not' ? 'unless' : sure === 'works' ? 'once' : 'when';
  return `(${sure} ${once} ${why.slice(`${needs} when `.length).replace('; not when ', ', but not when ')})`;
}

/** Whether what is said to work never did wherever it was tried, and no recorded turn shows that it does. */
export function neverWorkedByEvidence(evidence: Evidence): boolean {
  return evidence.category === 'SUCCESS' && evidence.held === 0 && !isUntold(evidence);
}

/** Whether nothing was tried, or recorded turns show that it works though it never did where it was tried again. */
function isUntold({ category, tried, held, uses: found }: Evidence): boolean {
  if (tried === 0) return true;
  return held === 0 && !isWarning(category) && (found?.effects ?? 0) > 0;
}

/** Whether a warning was tried and did no harm anywhere. */
export function isHarmlessByEvidence({
  category,
  tried,
  held,
}: Pick<Evidence, 'category' | 'tried' | 'held'>): boolean {
  return category === 'DANGER' && tried > 0 && held === 0;
}

/**
 * Whether a memory is not shown for what it is worth. A danger is, unless it did no harm where it was tried: a few plays of
 * a few turns cannot weigh a death that seldom comes, and who is warned loses a little time, who is not loses the game.
 */
export function doesHarmByEvidence(
  found: Pick<Evidence, 'category' | 'tried' | 'held' | 'worth'> | undefined,
): boolean {
  if (found === undefined || !isHarmful(found.worth)) return false;
  return found.category !== 'DANGER' || isHarmlessByEvidence(found);
}

/** The words for the memories of one room; where nobody tried one, why it is in doubt: `(names a troll that …)`. */
export function evidenceWordsIn(
  book: EvidenceBook,
  locationId: number,
): (memory: Source & Pick<Memory, 'doubt'>) => string {
  return (memory) => {
    const found = evidenceWords(book.get(evidenceKey(locationId, memory)));
    return found === '' && memory.doubt !== undefined ? `(${memory.doubt})` : found;
  };
}

/** All that is known of a memory in one line: how often it held (simulated), and what showing it came to. */
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

/** Whether a memory was shown often and its advice never did anything. One that warns helps wherever it is heeded. */
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

/** `the player read it in 12 turns and followed it 3 times, 2 of them with an effect, +5 points`; empty where it was never shown. */
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
  // What tells how a place looks asks for nothing.
  const followedWords = category === 'SUCCESS' || followed > 0 ? took('followed') : '';
  const said = isWarning(category)
    ? `${took('heeded')}${played === 0 ? '' : `, did it all the same ${timesWords(played)}, ${came}`}`
    : `${followedWords}${played === 0 ? '' : `, ${came}`}`;
  return `the player read it in ${plural(shown, 'turn')}${said}`;
}
