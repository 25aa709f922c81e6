import type { LocationId } from '../../domain/ids.ts';
import { isBelieved, namesUnshown, type Memory } from '../../domain/memory.ts';
import {
  isKnown,
  stateAfter,
  type ChangeOutcome,
  type ChangeResult,
  type MemoryChange,
} from './memory-changes.ts';

/** What was learnt about this episode alone, by room; never written to the file. */
export type EphemeralCache = ReadonlyMap<LocationId, readonly Memory[]>;

/** Applies changes in order, by the rules of the file: a refused change does nothing and does not stop the others. */
export function applyToCache(
  cache: EphemeralCache,
  changes: readonly MemoryChange[],
): { readonly cache: EphemeralCache; readonly results: readonly ChangeResult[] } {
  const next = new Map(cache);
  const results = changes.map((change) => {
    const id = change.kind === 'add' ? change.room.id : change.locationId;
    const memories = applyTo(next.get(id) ?? [], change);
    if (typeof memories === 'string') return { change, outcome: memories };
    next.set(id, memories);
    return { change, outcome: 'applied' as const };
  });
  return { cache: next, results };
}

/** Index of the last memory of that exact title which is still believed; -1 when there is none. */
export function lastBelieved(memories: readonly Memory[], title: string): number {
  return memories.findLastIndex((memory) => memory.title === title && isBelieved(memory));
}

function applyTo(
  memories: readonly Memory[],
  change: MemoryChange,
): readonly Memory[] | ChangeOutcome {
  if (change.kind === 'add') {
    return isKnown(memories, change.memory) ? 'duplicate' : [...memories, change.memory];
  }
  if (change.kind === 'settle') return memories.map((one) => settled(one, change.title));
  if (lastBelieved(memories, change.title) === -1) return 'not-found';
  return memories.map((one) =>
    one.title === change.title && isBelieved(one)
      ? { ...one, ...stateAfter(change), status: 'SUPERSEDED' as const }
      : one,
  );
}

function settled(memory: Memory, title: string): Memory {
  if (memory.title !== title || !namesUnshown(memory)) return memory;
  const { doubt: _, ...rest } = memory;
  return { ...rest, status: 'ACTIVE' };
}

/** What is held of one room, or of each. */
export function heldOf<T>(
  held: ReadonlyMap<LocationId, T>,
  id: LocationId | undefined,
): readonly T[] {
  return [...held].filter(([room]) => id === undefined || room === id).map(([, one]) => one);
}
