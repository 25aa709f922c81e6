import type { LocationId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { frontierWords, type FrontierPlace } from '../../prompts/frontier-wording.ts';
import type { DurableFile } from '../../storage/storage.ts';
import {
  mergeThings,
  parseThings,
  printThings,
  seeThings,
  tryThings,
  type KnownThings,
} from './known-things.ts';

/** Other places that are named, the nearest first. */
const MOST_PLACES = 5;

export interface FrontierPorts {
  readonly file: DurableFile;
  readonly map: {
    roomsWithWays(): readonly LocationId[];
    openEnds(room: LocationId): FrontierPlace['ways'];
    routeTo(
      from: LocationId,
      to: LocationId,
    ): { readonly steps: readonly { readonly command: string; readonly to: LocationId }[] } | null;
    roomName(room: LocationId): string;
  };
  readonly memory: {
    /** The dangers remembered of a room; an empty text where there are none. */
    dangersAt(room: LocationId): { readonly text: string };
  };
  /** Whether the player is told the first command of the way to a place. */
  readonly tellsRoutes: boolean;
}

/**
 * What nobody has tried yet, in this episode or an earlier one: ways out, things that lie about, things held and never
 * used. What earlier episodes came to is read once; what this one did is added to the file when it is saved.
 */
export class Frontier {
  readonly #ports: FrontierPorts;
  #things: KnownThings;

  /** Reads what earlier episodes came to. Throws StorageError. */
  constructor(ports: FrontierPorts) {
    this.#ports = ports;
    this.#things = parseThings(ports.file.read());
  }

  resetEpisode(): void {
    this.#things = parseThings(this.#ports.file.read());
  }

  /** All things that are known of. */
  get things(): readonly { readonly id: number; readonly name: string }[] {
    return [...this.#things.values()].map(({ thing: id, name }) => ({ id, name }));
  }

  record(turn: TurnRecord): void {
    this.#things = tryThings(this.#things, turn);
  }

  /** What there is to try, for the agent; empty where nothing is. Pure but for what lies in view, which is taken in. */
  render(now: Observation): string {
    if (now.ended !== null || now.waitsFor === 'key') return '';
    this.#things = seeThings(this.#things, now);
    const { id: here } = now.location;
    const inView = new Set(now.objects.map(({ id }) => Number(id)));
    const untried = [...this.#things.values()].filter(({ tried }) => !tried);
    const unused = now.inventory.filter(({ id }) => this.#things.get(id)?.used !== true);
    const things = untried.filter(({ thing }) => inView.has(thing));
    const elsewhere = untried.filter(({ thing, room }) => room !== here && !inView.has(thing));
    return frontierWords({
      here: { ways: this.#ports.map.openEnds(here), things },
      unused,
      elsewhere: this.#placesFrom(here, elsewhere),
    });
  }

  /** Adds what this episode tried to the file. Rejects with StorageError and LockedError. */
  async save(): Promise<void> {
    const found = this.#things;
    await this.#ports.file.update((bytes) => printThings(mergeThings(parseThings(bytes), found)));
  }

  #placesFrom(
    here: LocationId,
    things: readonly { readonly name: string; readonly room: LocationId }[],
  ): readonly FrontierPlace[] {
    const { map, memory, tellsRoutes } = this.#ports;
    const rooms = new Set([...map.roomsWithWays(), ...things.map(({ room }) => room)]);
    rooms.delete(here);
    return [...rooms]
      .flatMap((id) => {
        const ways = map.openEnds(id);
        const left = things.filter(({ room }) => room === id);
        const route = ways.length + left.length === 0 ? null : map.routeTo(here, id);
        if (route === null) return [];
        const { steps } = route;
        return [
          {
            id,
            name: map.roomName(id),
            steps: steps.length,
            isDangerous: steps.some(({ to }) => memory.dangersAt(to).text !== ''),
            next: tellsRoutes ? (steps[0]?.command ?? null) : null,
            ways,
            things: left,
          },
        ];
      })
      .sort((a, b) => a.steps - b.steps || a.id - b.id)
      .slice(0, MOST_PLACES);
  }
}
