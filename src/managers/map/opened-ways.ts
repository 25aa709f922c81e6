import { isPassive } from '../../domain/command.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Exit, Location, Observation, Trait } from '../../domain/observation.ts';
import { moved, type TurnRecord } from '../../domain/turn-record.ts';
import { addRoom, addToEdge } from './grow-graph.ts';
import type { MapGraph, WayWords } from './map-graph.ts';

/** Watches during an episode which ways were shut at first, and what opened them. */
export class OpenedWays {
  /** Things that were unlocked and left shut. */
  readonly #unlocked = new Set<number>();
  /** The directions that were open in each room when it was first seen. */
  readonly #first = new Map<LocationId, ReadonlySet<string>>();

  reset(): void {
    this.#unlocked.clear();
    this.#first.clear();
  }

  /** Marks as locked the ways that were shut when the room was first seen and that no command there was seen to open. */
  observe(graph: MapGraph, { location, exits }: Observation, episode: number): MapGraph {
    const open = new Set<string>(exits.map(({ direction }) => direction));
    const first = this.#first.get(location.id) ?? open;
    this.#first.set(location.id, first);
    // In the dark no way is seen.
    const late = first.size === 0 ? [] : exits.filter(({ direction }) => !first.has(direction));
    return addExits(graph, location, late, { episode, words: { locked: true } });
  }

  /** Adds to the ways that a turn opened by which command it did; a key or a bolt elsewhere makes them locked. */
  record(graph: MapGraph, turn: TurnRecord, episode: number): MapGraph {
    const { before, after, decision, cause } = turn;
    for (const id of unlockedIn(turn)) this.#unlocked.add(id);
    const opener = decision.action.trim().toLowerCase();
    if (moved(turn) || isPassive(opener) || cause === 'clock' || after.ended !== null) return graph;
    const were = new Set(before.exits.map(({ direction }) => direction));
    const wasOpen = new Set(withTrait(before, 'open'));
    const opened = withTrait(after, 'open').filter((id) => !wasOpen.has(id));
    const words: WayWords = opened.some((id) => this.#unlocked.has(id))
      ? { locked: true }
      : { opener };
    const fresh = after.exits.filter(({ direction }) => !were.has(direction));
    // Where no way was open and several are, a scene of the story has ended.
    if (were.size === 0 && fresh.length > 1) return graph;
    return addExits(graph, after.location, fresh, { episode, words });
  }
}

function addExits(
  graph: MapGraph,
  from: Location,
  exits: readonly Exit[],
  { episode, words }: { readonly episode: number; readonly words: WayWords },
): MapGraph {
  return exits.reduce((grown, { direction, command, to, deadly }) => {
    const spelt = command === direction ? {} : { command };
    const finding = { kind: 'probed', to: to.id, deadly, ...spelt, ...words } as const;
    const rooms = addRoom(addRoom(grown, from, episode), to, episode);
    return addToEdge(rooms, from.id, direction, { episode, finding });
  }, graph);
}

function unlockedIn({ before, after }: TurnRecord): readonly number[] {
  const [locked, open] = [withTrait(after, 'locked'), withTrait(after, 'open')];
  const seen = new Set<number>(after.objects.map(({ id }) => id));
  return withTrait(before, 'locked').filter(
    (id) => seen.has(id) && !locked.includes(id) && !open.includes(id),
  );
}

function withTrait({ objects }: Observation, trait: Trait): readonly number[] {
  return objects.filter(({ traits }) => traits.includes(trait)).map(({ id }) => id);
}
