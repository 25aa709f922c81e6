import type { Observation, ZObject } from '../domain/observation.ts';
import { oneLine } from '../domain/text.ts';
import { LONGEST_NAME, type Named } from './wording.ts';

export function thingWords({ name }: Named): string {
  return oneLine(name, LONGEST_NAME);
}

/** Things in a row; `nothing` for none. */
export function thingsWords(things: readonly Named[]): string {
  return things.map(thingWords).join(', ') || 'nothing';
}

/** The things held, each with what lies in or on it: `satchel (with letter), lamp`. */
export function heldWords(facts: Pick<Observation, 'inventory' | 'objects'>): string {
  const { inventory, objects } = facts;
  const words = (thing: ZObject): string => {
    const contents = objects.filter(({ inside }) => inside === thing.id).map(words);
    return `${thingWords(thing)}${contents.length === 0 ? '' : ` (with ${contents.join(', ')})`}`;
  };
  return inventory.map(words).join(', ') || 'nothing';
}
