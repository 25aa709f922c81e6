import { thingsNamed } from '../../domain/naming.ts';
import type { Observation } from '../../domain/observation.ts';
import { commandWords, thingWords } from '../../prompts/wording.ts';
import type { KnownThing } from './known-things.ts';

/** What is shut may hide a room; mere parts of the room come last. */
export function waysFirst(things: readonly KnownThing[]): readonly KnownThing[] {
  const rank = ({ shut, scenery }: KnownThing) => Number(scenery) - 2 * Number(shut);
  return things.toSorted((a, b) => rank(a) - rank(b));
}

/** Scenery of this room alone that its description names: the story has more to say of it, perhaps. */
export function partsOfRoom({ objects }: Observation, description: string): ReadonlySet<number> {
  const own = thingsNamed(description, objects).filter(({ isBackdrop }) => isBackdrop !== true);
  return new Set(own.map(({ id }) => Number(id)));
}

/** What is more than scenery of what is left here. */
export function firstOf({
  ways,
  things,
}: {
  readonly ways: readonly { readonly action: string }[];
  readonly things: readonly KnownThing[];
}): readonly string[] {
  const loose = things.filter(({ scenery }) => !scenery);
  return [...ways.map(({ action }) => commandWords(action)), ...loose.map(thingWords)];
}
