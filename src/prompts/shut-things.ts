import type { ObjectId } from '../domain/ids.ts';
import type { Location, Observation, Trait, VisibleObject } from '../domain/observation.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { roomWords, thingWords } from './wording.ts';

/**
 * Doors and containers that were locked or closed when they were last seen, each with the room where that was:
 * `sea chest (locked, Bedroom (66))`; empty where there are none.
 */
export function shutThings(turns: readonly TurnRecord[], now: Observation): string {
  const seen = new Map<ObjectId, { object: VisibleObject; room: Location }>();
  for (const { location: room, objects } of [...turns.flatMap(bothLooks), now]) {
    for (const object of objects) seen.set(object.id, { object, room });
  }
  return [...seen.values()]
    .flatMap(({ object, room }) => {
      const how = shutHow(object.traits);
      return how === null ? [] : [`${thingWords(object)} (${how}, ${roomWords(room)})`];
    })
    .join(', ');
}

function bothLooks({ before, after }: TurnRecord): readonly Observation[] {
  return [before, after];
}

function shutHow(traits: readonly Trait[]): 'locked' | 'closed' | null {
  if (traits.includes('open')) return null;
  if (traits.includes('locked')) return 'locked';
  return traits.includes('openable') ? 'closed' : null;
}
