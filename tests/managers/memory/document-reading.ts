import type { Memory } from '../../../src/domain/memory.ts';
import {
  parseDocument,
  printDocument,
  roomsOf,
  type MemoryDocument,
} from '../../../src/managers/memory/memory-document.ts';

/** How often a property is tried; a nightly run sets more. */
export const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 10_000) };

/** A machine may be busy; no claim here depends on speed. */
export const PATIENT = { timeout: 120_000 };

export const text = (document: MemoryDocument) =>
  Buffer.from(printDocument(document)).toString('latin1');

export const reread = (document: MemoryDocument) => parseDocument(printDocument(document));

/** Every memory of the file with its room, in the file's order. */
export const listed = (document: MemoryDocument) =>
  [...roomsOf(document).values()].flatMap(({ id, memories }) =>
    memories.map((memory): [number, Memory] => [id, memory]),
  );

export function isInsertion(before: string, after: string): boolean {
  let at = 0;
  for (const character of after) if (character === before[at]) at += 1;
  return at === before.length;
}

export function sorted(entries: readonly [number, Memory][]): string[] {
  return entries.map((entry) => JSON.stringify(entry)).sort();
}
