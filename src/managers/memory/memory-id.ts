import { createHash } from 'node:crypto';
import { doesHarm, evidenceKey, type EvidenceBook, type Source } from './evidence.ts';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 6;

const known = new Map<string, string>();

/** A short name of one memory, the same in every episode: six letters and digits made of where, when and what it was learnt. */
export function memoryId(locationId: number, memory: Source): string {
  const key = evidenceKey(locationId, memory);
  const id = known.get(key) ?? shortHash(key);
  known.set(key, id);
  return id;
}

function shortHash(key: string): string {
  const digest = createHash('sha256').update(key).digest();
  return Array.from({ length: LENGTH }, (_, at) => ALPHABET[(digest[at] ?? 0) % 32]).join('');
}

/** Tells which memories are not shown: those that the settings leave out, and those that were found to do harm. */
export function leftOut(
  { without }: { readonly without: string | null },
  book: EvidenceBook,
): (room: number, memory: Source) => boolean {
  const ids = new Set(without?.split(',').map((id) => id.trim().replace(/^#/, '')));
  return (room, memory) =>
    ids.has(memoryId(room, memory)) || doesHarm(book.get(evidenceKey(room, memory)));
}
