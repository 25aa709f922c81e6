import { addsNothing, covers } from '../../domain/covers.ts';
import type { LocationId } from '../../domain/ids.ts';
import {
  isBelieved,
  superseded,
  type ConsolidationPlan,
  type Memory,
} from '../../domain/memory.ts';
import type { RoomEdits } from './edit-document.ts';

/** Believed memories of a room that another one says as well: one that stays, named by title, or a new one. */
export interface Consolidation {
  readonly kind: 'consolidation';
  readonly locationId: LocationId;
  readonly titles: readonly string[];
  readonly cover: string | Memory;
  readonly turn: number;
}

export type ConsolidationRefusal = 'duplicate' | 'not-found' | 'not-covered' | 'invented';

export function consolidationsOf(
  locationId: LocationId,
  { merges, drops }: ConsolidationPlan,
  turn: number,
): readonly Consolidation[] {
  const consolidation = (titles: readonly string[], cover: string | Memory): Consolidation => ({
    kind: 'consolidation',
    locationId,
    titles,
    cover,
    turn,
  });
  return [
    ...merges.map(({ memory, supersedes }) => consolidation(supersedes, memory)),
    ...drops.map(({ title, coveredBy }) => consolidation([title], coveredBy)),
  ];
}

/** What a consolidation makes of what a room holds by then, as a whole or not at all. */
export function consolidate(
  memories: readonly Memory[],
  { titles, cover, turn }: Consolidation,
): RoomEdits | ConsolidationRefusal {
  const believed = memories.filter(isBelieved);
  const named = (title: string) => believed.findLast((memory) => memory.title === title);
  const stays = typeof cover === 'string' ? named(cover) : cover;
  if (stays === undefined) return 'not-found';
  if (stays === cover && named(stays.title) !== undefined) return 'duplicate';
  const sources = believed.filter(({ title }) => titles.includes(title));
  const replace = new Map<Memory, Memory>();
  for (const title of titles) {
    const gone = named(title);
    if (gone === undefined || gone === stays) return 'not-found';
    if (!standsFor(stays, gone, stays === cover ? sources : null)) return 'not-covered';
    replace.set(gone, superseded(gone, stays.title, turn));
  }
  if (stays !== cover) return { replace, add: [] };
  return addsNothing(stays, sources) ? { replace, add: [stays] } : 'invented';
}

/**
 * Whether nothing is unlearnt by it; neither becomes a belief a guess, nor a guess a new belief. `sources` are those of a
 * new memory.
 */
function standsFor(stays: Memory, gone: Memory, sources: readonly Memory[] | null): boolean {
  const isNew = sources !== null;
  const isDoubtful = stays.status !== gone.status && (isNew || stays.status !== 'ACTIVE');
  // What is of use elsewhere is shown there, which its cover would not be.
  return !isDoubtful && stays.about === gone.about && covers(stays, gone, sources ?? []);
}
