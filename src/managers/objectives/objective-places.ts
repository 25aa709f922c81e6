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

/** A distance in words: the commands of the way there. */
export function stepsWords(steps: number): string {
  if (!Number.isFinite(steps)) return 'unreachable by any known way';
  return `${plural(steps, 'step')} away`;
}
