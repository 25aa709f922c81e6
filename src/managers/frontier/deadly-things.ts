import { isAnimate, type Observation, type VisibleObject } from '../../domain/observation.ts';
import type { KnownThing } from './known-things.ts';

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
  readonly #found = new Set<number>();

  constructor(ports: DeathPorts) {
    this.#ports = ports;
  }

  /** Asks the engine about each thing in view where an exit is deadly, once an episode. Of a memory only scenery is taken. */
  see({ exits, objects, location }: Observation): void {
    const { kills, memory } = this.#ports;
    const isAsked = kills !== undefined && exits.some(({ deadly }) => deadly);
    for (const thing of objects.filter((one) => !one.held && !isAnimate(one))) {
      const { id, isScenery } = thing;
      const isWarned = isScenery === true && memory.warnsOf(location.id, thing);
      const isTried = isAsked && !this.#asked.has(id);
      if (isTried) this.#asked.add(id);
      if (isWarned || (isTried && kills(thing))) this.#found.add(id);
    }
  }

  readonly isSafe = ({ thing }: KnownThing): boolean => !this.#found.has(thing);
}
