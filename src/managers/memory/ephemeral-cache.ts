import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { editMemories } from './edit-document.ts';
import { editsFor, type ChangeResult, type MemoryChange } from './memory-changes.ts';

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
    const memories = next.get(id) ?? [];
    const edits = editsFor(memories, change);
    if (typeof edits === 'string') return { change, outcome: edits };
    next.set(id, editMemories(memories, edits));
    return { change, outcome: 'applied' as const };
  });
  return { cache: next, results };
}

/** What is held of one room, or of each. */
export function heldOf<T>(
  held: ReadonlyMap<LocationId, T>,
  id: LocationId | undefined,
): readonly T[] {
  return [...held].filter(([room]) => id === undefined || room === id).map(([, one]) => one);
}
