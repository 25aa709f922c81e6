import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import type { MemoryChange } from './memory-changes.ts';

/** What becomes of a room's memories when they are tidied: nothing is deleted, what goes is SUPERSEDED. */
export interface Consolidation {
  readonly merges: readonly { readonly memory: Memory; readonly supersedes: readonly string[] }[];
  readonly drops: readonly { readonly title: string; readonly coveredBy: string }[];
}

/** The changes of the file, by exact title, in the order in which they have to be made. */
export function consolidationChanges(
  locationId: LocationId,
  { merges, drops }: Consolidation,
  turn: number,
): readonly MemoryChange[] {
  const supersede = (title: string, by: string): MemoryChange => ({
    kind: 'supersede',
    locationId,
    title,
    by,
    turn,
  });
  return [
    ...merges.flatMap(({ memory, supersedes }) => [
      ...supersedes.map((title) => supersede(title, memory.title)),
      { kind: 'add' as const, room: { id: locationId, name: '' }, memory },
    ]),
    ...drops.map(({ title, coveredBy }) => supersede(title, coveredBy)),
  ];
}
