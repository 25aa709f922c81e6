import { createHash } from 'node:crypto';
import { namesUnshown, type Memory } from '../../domain/memory.ts';
import {
  evidenceWordsIn,
  evidenceKey,
  isHarmless,
  neverHelped,
  type EvidenceBook,
  type Source,
} from './evidence.ts';
import type { Showing } from './location-memory.ts';

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

/** What is known of the memories of a room, for showing them. */
export function showingOf(
  book: EvidenceBook,
  locationId: number,
): Pick<Showing, 'evidence' | 'idOf' | 'isIdle' | 'isHarmless'> {
  const find = (memory: Memory) => book.get(evidenceKey(locationId, memory));
  return {
    evidence: evidenceWordsIn(book, locationId),
    idOf: (memory) => memoryId(locationId, memory),
    isIdle(memory) {
      if (namesUnshown(memory)) return true;
      const found = find(memory);
      return found !== undefined && neverHelped(found);
    },
    isHarmless(memory) {
      const found = find(memory);
      return found !== undefined && isHarmless(found);
    },
  };
}
