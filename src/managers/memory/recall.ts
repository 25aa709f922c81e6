import type { LocationId } from '../../domain/ids.ts';
import { namesUnshown, type Memory, type Recollection } from '../../domain/memory.ts';
import type { EvidenceBook } from './evidence.ts';
import { renderLocationMemory, type Shown } from './location-memory.ts';
import { showingOf } from './memory-id.ts';

/** Room for a location's memories in a prompt, in tokens; with its heading the section stays under 300. */
export const MOST_TOKENS = 285;

/** A neighbour's dangers must not crowd out what is known of the room itself. */
const DANGERS_NEARBY = { mostMemories: 2, mostTokens: 60, markers: false } as const;

/** What a prompt says of a room. */
export function tellRoom(
  memories: readonly Memory[],
  settings: { readonly showPersistenceMarkers: boolean; readonly maxShown: number },
  showing: ReturnType<typeof showingOf>,
): Shown {
  return renderLocationMemory(memories, {
    markers: settings.showPersistenceMarkers,
    mostMemories: settings.maxShown,
    mostTokens: MOST_TOKENS,
    ...showing,
  });
}

/** What a prompt says of the dangers of a room next door; none that names what nobody has seen. */
export function tellDangers(
  id: LocationId,
  memories: readonly Memory[],
  evidence: EvidenceBook,
): Recollection {
  const dangers = memories.filter((one) => one.category === 'DANGER' && !namesUnshown(one));
  return renderLocationMemory(dangers, { ...DANGERS_NEARBY, ...showingOf(evidence, id) });
}
