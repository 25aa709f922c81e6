import type { LocationId } from '../../domain/ids.ts';
import { heldThings, type Observation, type VisibleObject } from '../../domain/observation.ts';

/** Where a thing was seen last in this episode. */
type Whereabouts = Pick<VisibleObject, 'inside'> & { readonly room: LocationId };

/** Where the things of one episode were seen last, and since when they are held; by object number. */
export class Sightings {
  readonly #seen = new Map<number, Whereabouts>();
  readonly #heldSince = new Map<number, number>();
  #turn = 0;

  /** Takes in what lies in view after a turn, by default after the newest one. */
  see(now: Observation, turn = this.#turn): void {
    this.#turn = turn;
    const { id: room } = now.location;
    for (const { id, inside } of now.objects) this.#seen.set(id, { inside, room });
    for (const { id } of heldThings(now))
      if (!this.#heldSince.has(id)) this.#heldSince.set(id, turn);
  }

  /** The room where a thing was seen last; undefined where it was not seen. */
  roomOf(thing: number): LocationId | undefined {
    return this.#seen.get(thing)?.room;
  }

  /** The turns since a thing was held first. */
  turnsSinceHeld(thing: number): number {
    return this.#turn - (this.#heldSince.get(thing) ?? this.#turn);
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
