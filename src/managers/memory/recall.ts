import type { LocationId } from '../../domain/ids.ts';
import { namesUnshown, type Memory, type Recollection } from '../../domain/memory.ts';
import type { EvidenceBook } from './evidence.ts';
import { renderDangers, renderLocationMemory, type Shown } from './location-memory.ts';
import { showingOf } from './memory-id.ts';

/** Room for a location's memories in a prompt, in tokens; with its heading the section stays under 300. */
export const MOST_TOKENS = 285;

/** A neighbour's dangers must not crowd out what is known of the room itself. */
const DANGERS_NEARBY = { mostMemories: 2, mostTokens: 80, markers: false } as const;

/** A memory with the room that it is filed under. */
export type Filed = readonly [LocationId, Memory];

/** What a prompt says of a room: its own memories after those of other rooms that are of use here. */
export function tellRoom(
  filed: readonly Filed[],
  settings: { readonly showPersistenceMarkers: boolean; readonly maxShown: number },
  evidence: EvidenceBook,
): Shown {
  const rooms = new Map(filed.map(([id, memory]) => [memory, showingOf(evidence, id)]));
  const of = (memory: Memory) => rooms.get(memory);
  return renderLocationMemory([...rooms.keys()], {
    markers: settings.showPersistenceMarkers,
    mostMemories: settings.maxShown,
    mostTokens: MOST_TOKENS,
    evidence: (memory) => of(memory)?.evidence(memory) ?? '',
    idOf: (memory) => of(memory)?.idOf(memory) ?? '',
    isIdle: (memory) => of(memory)?.isIdle(memory) ?? false,
    isHarmless: (memory) => of(memory)?.isHarmless(memory) ?? false,
  });
}

/** What a prompt says of the dangers of a room next door; none that names what nobody has seen. */
export function tellDangers(
  id: LocationId,
  memories: readonly Memory[],
  evidence: EvidenceBook,
): Recollection {
  const shown = memories.filter((one) => !namesUnshown(one));
  return renderDangers(shown, { ...DANGERS_NEARBY, ...showingOf(evidence, id) });
}
