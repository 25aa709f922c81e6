import type { LocationId } from '../../domain/ids.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';
import type { KnownThing } from './known-things.ts';

/** Where a thing was last seen in this episode. */
type Whereabouts = Pick<VisibleObject, 'id' | 'inside'> & {
  /** Null if it is no longer in its known place. */
  readonly room: LocationId | null;
};

/** Where the things of one episode were last seen, by object number. */
export class Sightings {
  readonly #seen = new Map<number, Whereabouts>();
  readonly #rooms = new Set<LocationId>();
  /** Those that were seen by light. */
  readonly #lit = new Set<LocationId>();

  see(now: Observation): void {
    const { id: room } = now.location;
    this.#rooms.add(room);
    if (now.isDark !== true) {
      this.#lit.add(room);
      this.#leave(room, now);
    }
    for (const { id, inside } of now.objects) this.#seen.set(id, { id, inside, room });
  }

  /** A known thing in the room where it was last seen. Empty if it is no longer there, or is shut in something. */
  readonly whereItIs = (one: KnownThing): readonly KnownThing[] => {
    const seen = this.#seen.get(one.thing);
    if (seen === undefined) return one.room !== null && this.#lit.has(one.room) ? [] : [one];
    return seen.room === null ? [] : [{ ...one, room: seen.room }];
  };

  /** What was openly in a room and is not now has left it, with all that was in or on it. */
  #leave(room: LocationId, { objects }: Observation): void {
    const there = new Set(objects.map(({ id }) => id));
    const isGone = ({ id, inside, room: last }: Whereabouts): boolean => {
      if (last !== room || there.has(id)) return last === null;
      const holder = inside === null ? undefined : this.#seen.get(inside);
      return inside === null || (holder !== undefined && isGone(holder));
    };
    for (const [id, seen] of this.#seen)
      if (seen.room === room && isGone(seen)) this.#seen.set(id, { ...seen, room: null });
  }

  /** Whether the player was in a room. */
  wasIn(room: LocationId): boolean {
    return this.#rooms.has(room);
  }

  /** What a thing lies in or on, as it was last seen. */
  holderOf(thing: number): number | null {
    return this.#seen.get(thing)?.inside ?? null;
  }

  /** Whether a thing is held, or in something that is held, closed things included. */
  heldNow({ inventory }: Observation): (thing: number) => boolean {
    const held = new Set(inventory.map(({ id }) => Number(id)));
    const isHeld = (thing: number): boolean => {
      const inside = this.holderOf(thing);
      return held.has(thing) || (inside !== null && isHeld(inside));
    };
    return isHeld;
  }
}
