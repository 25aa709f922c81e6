import * as z from 'zod';
import type { Memory } from '../../domain/memory.ts';

/** What trying a memory again in the engine came to. */
export const VERDICTS = [
  'confirmed',
  'conditional',
  'refuted',
  'not-the-cause',
  'untestable',
] as const;

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
});

/** One line of `evidence.jsonl`. */
export type Evidence = Readonly<z.infer<typeof evidence>>;

/** What was found out about memories; keys come from {@link evidenceKey}. */
export type EvidenceBook = ReadonlyMap<string, Evidence>;

type Source = Pick<Memory, 'category' | 'title' | 'episode' | 'turns'>;

export function evidenceKey(locationId: number, memory: Source): string {
  const { category, title, episode, turns } = memory;
  return JSON.stringify([locationId, category, title, episode, turns]);
}

/** Reads `evidence.jsonl`; null stands for no file. A line that is damaged or of another version tells nothing. */
export function parseEvidence(bytes: Uint8Array | null): EvidenceBook {
  const lines = bytes === null ? [] : new TextDecoder().decode(bytes).split('\n');
  return new Map(
    lines.flatMap(readLine).map((one) => [evidenceKey(one.location.id, one), one] as const),
  );
}

export function printEvidence(book: EvidenceBook): Uint8Array {
  const lines = [...book.values()].map((one) => `${JSON.stringify(one)}\n`);
  return new TextEncoder().encode(lines.join(''));
}

const HELD: Readonly<Record<string, string>> = {
  SUCCESS: 'worked',
  FAILURE: 'failed',
  DANGER: 'was deadly',
};

/** Evidence behind a memory: `(worked 6 of 6 times)`; empty where nothing was tried. */
export function evidenceWords(evidence: Evidence | undefined): string {
  if (evidence === undefined || evidence.tried === 0) return '';
  const { category, held, tried, why, verdict } = evidence;
  if (verdict === 'not-the-cause') return '(happens without it, too)';
  const times = `${HELD[category] ?? 'held'} ${held} of ${tried} times`;
  return verdict === 'conditional' && why !== '' ? `(${times}; ${why})` : `(${times})`;
}

/** The words for the memories of one room. */
export function evidenceFor(book: EvidenceBook, locationId: number): (memory: Source) => string {
  return (memory) => evidenceWords(book.get(evidenceKey(locationId, memory)));
}

function readLine(line: string): readonly Evidence[] {
  try {
    const read = evidence.safeParse(JSON.parse(line));
    return read.success ? [read.data] : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
