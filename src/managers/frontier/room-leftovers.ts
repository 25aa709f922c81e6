import { thingsNamed } from '../../domain/naming.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/observation.ts';
import { commandWords, thingWords } from '../../prompts/wording.ts';
import { promiseOf, type KnownThing } from './known-things.ts';

/** Things in view with which of them are locked: what is shut may hide a room and comes first, mere parts of the room last. */
export function shutThingsFirst(things: readonly KnownThing[], { objects }: Observation) {
  const rank = ({ shut, scenery }: KnownThing) => Number(scenery) - 2 * Number(shut);
  const locked = new Map(
    objects
      .filter(({ traits }) => traits.includes('locked'))
      .map(({ id, isBarred }) => [Number(id), isBarred === true]),
  );
  return things
    .toSorted((a, b) => rank(a) - rank(b))
    .map((one) => ({
      ...one,
      isLocked: locked.has(one.thing),
      isBarred: locked.get(one.thing) === true,
    }));
}

/** Scenery of this room alone that its description names: the story has more to say of it, perhaps. */
export function partsOfRoom({ objects }: Observation, description: string): ReadonlySet<number> {
  const own = thingsNamed(description, objects).filter(({ isBackdrop }) => isBackdrop !== true);
  return new Set(own.map(({ id }) => Number(id)));
}

/** What promises less was tried in vain with two verbs or more: nobody begins an episode for it. */
const LEAST_PROMISE = 1 / 2;

/** What is more than scenery of what is left here, without what promises little. */
export function looseEnds({
  ways,
  things,
}: {
  readonly ways: readonly { readonly action: string }[];
  readonly things: readonly KnownThing[];
}): readonly string[] {
  const loose = things.filter((one) => !one.scenery && promiseOf(one) >= LEAST_PROMISE);
  return [...ways.map(({ action }) => commandWords(action)), ...loose.map(thingWords)];
}

/** The ways with the first command of each: what leads to the same room is one way. */
export function oneForEachRoom<T extends { readonly to: LocationId | null }>(
  ways: readonly T[],
): readonly T[] {
  return ways.filter(
    ({ to }, at) => to === null || ways.findIndex((other) => other.to === to) === at,
  );
}
