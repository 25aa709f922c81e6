import { type Memory, isBelieved } from '../../domain/memory.ts';
import { heldThings } from '../../domain/observation.ts';
import { isNamed } from './about.ts';
import { memoryId } from './evidence.ts';
import type { Filed } from './memory-document.ts';
import { type Place, commandsThatMatter } from './relevance.ts';

/** Of so many memories about things held only the titles are told. */
const MOST_NOTES = 3;

/** A memory about a thing that is held, of which only the title is told. */
export interface HeldNote {
  readonly thing: string;
  readonly memory: Memory;
  readonly id: string;
}

/** The newest facts and questions about things held that `told`, the ids of the memories shown, leaves out. */
export function notesOnHeld(
  filed: readonly Filed[],
  place: Place,
  told: readonly string[],
): readonly HeldNote[] {
  const held = heldThings(place.now.observation);
  const notes = filed.flatMap(([room, memory]) => {
    const { about, category } = memory;
    const isFact = category !== 'FAILURE' && isBelieved(memory);
    if (typeof about !== 'string' || !isFact) return [];
    const thing = held.find((one) => isNamed(one, about));
    const id = memoryId(room, memory);
    if (thing === undefined || told.includes(id)) return [];
    return commandsThatMatter(memory, room, place) === null
      ? []
      : [{ thing: thing.name, memory, id }];
  });
  const newest = notes.toSorted((a, b) => b.memory.episode - a.memory.episode);
  return newest.slice(0, MOST_NOTES);
}
