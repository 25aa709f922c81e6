import type { LocationId } from '../../domain/ids.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';

/** Where a thing was seen last in this episode. */
type Whereabouts = Pick<VisibleObject, 'inside'> & { readonly room: LocationId };

/** Where the things of one episode were seen last, by object number. */
export class Sightings {
  readonly #seen = new Map<number, Whereabouts>();

  see(now: Observation): void {
    const { id: room } = now.location;
    for (const { id, inside } of now.objects) this.#seen.set(id, { inside, room });
  }

  roomOf(thing: number): LocationId | undefined {
    return this.#seen.get(thing)?.room;
  }

  /** Whether a thing is held, or in something that is, closed things included. */
  heldNow({ inventory }: Observation): (thing: number) => boolean {
    const held = new Set(inventory.map(({ id }) => Number(id)));
    const isHeld = (thing: number): boolean => {
      const inside = this.#seen.get(thing)?.inside ?? null;
      return held.has(thing) || (inside !== null && isHeld(inside));
    };
    return isHeld;
  }
}
