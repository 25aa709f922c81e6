import type { LocationId } from '../../domain/ids.ts';
import type { Location } from '../../domain/observation.ts';
import { plural } from '../../domain/text.ts';
import type { ObjectiveMap } from './objective-sources.ts';

/** The name of a room in prompts, once somebody was there. */
export function objectivePlaceName(map: ObjectiveMap | null, id: LocationId): string {
  return map?.roomName(id) ?? `Location #${id}`;
}

export function objectivePlaces(map: ObjectiveMap | null): readonly Location[] {
  return [...(map?.graph().rooms.keys() ?? [])].map((id) => ({
    id,
    name: objectivePlaceName(map, id),
  }));
}

/** A distance in words. */
export function hopsWords(hops: number): string {
  if (!Number.isFinite(hops)) return 'unreachable by any known way';
  return `${plural(hops, 'hop')} away`;
}
