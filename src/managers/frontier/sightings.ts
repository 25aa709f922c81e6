import type { LocationId } from '../../domain/ids.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';

/** Where a thing was seen last in this episode. */
type Whereabouts = Pick<VisibleObject, 'inside'> & { readonly room: LocationId };

/** Where the things of one episode were seen last, by object number, and in which rooms nothing could be seen. */
export class Sightings {
  readonly #seen = new Map<number, Whereabouts>();
  readonly #dark = new Set<LocationId>();

  see(now: Observation): void {
    const { id: room } = now.location;
    if (now.isDark === true) this.#dark.add(room);
    else this.#dark.delete(room);
    for (const { id, inside } of now.objects) this.#seen.set(id, { inside, room });
  }

  roomOf(thing: number): LocationId | undefined {
    return this.#seen.get(thing)?.room;
  }

  /** The rooms that were only entered in the dark. */
  get dark(): ReadonlySet<LocationId> {
    return this.#dark;
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
