import type { Observation, Trait, ZObject } from '../domain/observation.ts';
import { oneLine } from '../domain/text.ts';
import { LONGEST_NAME, type Named } from './wording.ts';

export function thingWords({ name }: Named): string {
  return oneLine(name, LONGEST_NAME);
}

/** Things in a row; `nothing` for none. */
export function thingsWords(things: readonly Named[]): string {
  return things.map(thingWords).join(', ') || 'nothing';
}

/** The states of a thing that a command may change and that a plan depends on. */
const STATES: readonly Trait[] = ['worn', 'on', 'light', 'locked'];

/** The things held, each with its states and what lies in or on it: `satchel (with letter), lamp (on), ring`. */
export function heldWords(facts: Pick<Observation, 'inventory' | 'objects'>): string {
  const { inventory, objects } = facts;
  const words = (thing: ZObject): string => {
    const traits = objects.find(({ id }) => id === thing.id)?.traits ?? [];
    const contents = objects.filter(({ inside }) => inside === thing.id).map(words);
    const told = [
      ...STATES.filter((state) => traits.includes(state)),
      ...(contents.length === 0 ? [] : [`with ${contents.join(', ')}`]),
    ].join(', ');
    return `${thingWords(thing)}${told === '' ? '' : ` (${told})`}`;
  };
  return inventory.map(words).join(', ') || 'nothing';
}
