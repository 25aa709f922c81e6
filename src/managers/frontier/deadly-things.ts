import { isAnimate, type Observation, type VisibleObject } from '../../domain/observation.ts';
import type { KnownThing, KnownThings } from './known-things.ts';

export interface DeathPorts {
  /** Whether going onto or into a thing in reach kills, as the engine finds in a snapshot. Absent if it cannot be asked. */
  readonly kills?: (thing: VisibleObject) => boolean;
  readonly memory: {
    /** Whether a remembered danger of a room, or of a thing there, names this thing. */
    warnsOf(room: Observation['location']['id'], thing: VisibleObject): boolean;
  };
}

/** Things that nobody should try: the engine or a memory knows them as deadly. */
export class DeadlyThings {
  readonly #ports: DeathPorts;
  readonly #asked = new Set<number>();
  readonly #warnedOf = new Set<number>();

  constructor(ports: DeathPorts) {
    this.#ports = ports;
  }

  /**
   * Takes in what is in view. Where an exit is deadly, the engine is asked about each thing, once in an episode. Of a memory
   * only scenery is taken: it may name a thing as bait or as prey.
   */
  see(known: KnownThings, now: Observation): KnownThings {
    const { exits, objects, location } = now;
    const lying = objects.filter((one) => !one.held && !isAnimate(one));
    for (const one of lying)
      if (one.isScenery === true && this.#ports.memory.warnsOf(location.id, one))
        this.#warnedOf.add(one.id);
    const { kills } = this.#ports;
    if (kills === undefined || !exits.some(({ deadly }) => deadly)) return known;
    const news = lying.flatMap((thing) => {
      const { id } = thing;
      const one = known.things.get(id);
      if (one === undefined || one.deadly === true || this.#asked.has(id)) return [];
      this.#asked.add(id);
      return kills(thing) ? [[id, { ...one, deadly: true }] as const] : [];
    });
    return news.length === 0 ? known : { ...known, things: new Map([...known.things, ...news]) };
  }

  readonly isSafe = ({ thing, deadly }: KnownThing): boolean =>
    deadly !== true && !this.#warnedOf.has(thing);
}
