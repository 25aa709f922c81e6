import type { ObjectId } from './ids.ts';
import type { Location, Observation, ZObject } from './observation.ts';

/** A door or container that was locked or closed when last seen, and its room. */
export interface ShutThing {
  readonly thing: ZObject;
  readonly room: Location;
  /** Whether a key may open it. */
  readonly isLocked: boolean;
  readonly isBarred: boolean;
  readonly isDoor: boolean;
}

export function addShutThings(
  known: ReadonlyMap<ObjectId, ShutThing>,
  { objects, location: room }: Pick<Observation, 'objects' | 'location'>,
): ReadonlyMap<ObjectId, ShutThing> {
  const next = new Map(known);
  for (const { id, name, traits, isBarred, opensHere } of objects) {
    next.delete(id);
    const isLocked = traits.includes('locked');
    const isOpen = traits.includes('open') || traits.includes('animate');
    if (isOpen || !(isLocked || traits.includes('openable'))) continue;
    const shut = {
      isLocked: isLocked && isBarred !== true,
      isBarred: isBarred === true && opensHere !== true,
    };
    next.set(id, { thing: { id, name }, room, ...shut, isDoor: traits.includes('door') });
  }
  return next;
}
