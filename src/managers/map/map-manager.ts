import { LockedError } from '../../domain/errors.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Location, Observation } from '../../domain/observation.ts';
import { oneLine } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { addProbedExits, addRoom, addVisit } from './grow-graph.ts';
import { OpenedWays, learnWay } from './learn-ways.ts';
import {
  EMPTY_GRAPH,
  type MapGraph,
  mergeMapGraphs,
  roomNameForPlayers,
  totalVisits,
  mapGraphWithoutEpisode,
} from './map-graph.ts';
import { MapStore, type MapStorePorts } from './map-store.ts';
import { renderMermaid, routingSummary } from './render-graph.ts';
import { type Route, routeDistances, guideRoute } from './routes.ts';
import {
  type OpenEnd,
  type Way,
  waySummaries,
  isWay,
  openWayEnds,
  roomsWithWays,
  waysFrom,
} from './ways.ts';

const LONGEST_NAME = 60;

interface MapOptions {
  readonly story: string;
  /** Whether observations have probed exits. If not, an empty list of exits means nothing. */
  readonly exitsProbed: boolean;
}

/** Learns the map from the player's walks and from probes, keeps it across episodes, and answers questions about it. */
export class MapManager {
  readonly #ports: MapStorePorts;
  readonly #options: MapOptions;
  readonly #store: MapStore;
  #graph: MapGraph = EMPTY_GRAPH;
  #saved: MapGraph = EMPTY_GRAPH;
  #episode = 0;
  #here: LocationId | null = null;
  /** The names of rooms in this episode. A story may rename one. */
  readonly #called = new Map<LocationId, string>();
  readonly #opened = new OpenedWays();

  constructor(ports: MapStorePorts, options: MapOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#store = new MapStore(ports, options.story);
  }

  /** Reads the map from disk; called once before the first episode. Rejects with StorageError. */
  async load(): Promise<void> {
    this.#graph = mergeMapGraphs(await this.#store.load(), this.#graph);
    this.#saved = this.#graph;
  }

  goOnAs(episode: number): void {
    this.#episode = episode;
  }

  /** Begins an episode. Removes what it added when it was played before, so that nothing counts twice. */
  resetEpisode(episode: number): void {
    this.#episode = episode;
    this.#here = null;
    this.#called.clear();
    this.#opened.reset();
    const unsaved = this.#graph !== this.#saved;
    this.#graph = mapGraphWithoutEpisode(this.#graph, episode);
    if (!unsaved) this.#saved = this.#graph;
  }

  /** Takes in the room, a visit if it was just entered, and its probed exits. For every look at the game. */
  observe(observation: Observation): void {
    if (observation.ended !== null) return;
    const { location, exits } = observation;
    this.#graph =
      this.#here === location.id
        ? addRoom(this.#graph, location, this.#episode)
        : addVisit(this.#graph, location, this.#episode);
    this.#here = location.id;
    this.#called.set(location.id, location.name);
    // While the game waits for a key, exits are hidden, not closed.
    if (!this.#options.exitsProbed || observation.waitsFor === 'key') return;
    this.#graph = addProbedExits(this.#graph, location, exits, this.#episode);
    this.#graph = this.#opened.observe(this.#graph, observation, this.#episode);
  }

  /** Takes in the way that the player went, failed to go, opened, or died on. */
  record(turn: TurnRecord): void {
    this.#graph = learnWay(this.#graph, turn, this.#episode);
    if (!this.#options.exitsProbed) return;
    this.#graph = this.#opened.record(this.#graph, turn, this.#episode);
  }

  /** Merges the learnt map into the file. A busy file is a warning, and the next save tries again. Rejects: StorageError. */
  async save(): Promise<'saved' | 'unchanged' | 'busy'> {
    const saving = this.#graph;
    if (saving === this.#saved) return 'unchanged';
    try {
      const onDisk = await this.#store.save(saving);
      const learntMeanwhile = this.#graph !== saving;
      this.#graph = mergeMapGraphs(mapGraphWithoutEpisode(onDisk, this.#episode), this.#graph);
      if (!learntMeanwhile) this.#saved = this.#graph;
      return 'saved';
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      this.#ports.emit({ type: 'warning', code: 'map-busy', message: error.message });
      return 'busy';
    }
  }

  graph(): MapGraph {
    return this.#graph;
  }

  /** A room's newest name on one line. `somewhere new` if nobody was there, in this or an earlier episode. */
  roomName(id: LocationId): string {
    return oneLine(this.#called.get(id) ?? roomNameForPlayers(this.#graph, id), LONGEST_NAME);
  }

  /** Whether the player was in a room in an earlier episode. Probes do not count. */
  visitedEarlier(id: LocationId): boolean {
    const visits = this.#graph.rooms.get(id)?.visits ?? new Map<number, number>();
    return [...visits].some(([episode, count]) => episode !== this.#episode && count > 0);
  }

  /** Whether the exits of a visited room are known and no way leads from it to another room. */
  isOneWay(from: LocationId, to: LocationId): boolean {
    return (
      this.#options.exitsProbed && this.waysFrom(from).length > 0 && this.routeTo(from, to) === null
    );
  }

  /** The only visited room of a name, whatever its case and article. Null if there are none or several. */
  roomNamed(name: string): LocationId | null {
    const plain = (text: string) => text.trim().toLowerCase().replace(/^the /, '');
    const found = [...this.#graph.rooms]
      .filter(([id, { visits }]) => visits.size > 0 && plain(this.roomName(id)) === plain(name))
      .map(([id]) => id);
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  placesOfEarlierEpisodes(): readonly Location[] {
    return [...this.#graph.rooms.keys()]
      .filter((id) => this.visitedEarlier(id))
      .sort((a, b) => a - b)
      .map((id) => ({ id, name: this.roomName(id) }));
  }

  waysFrom(from: LocationId): Way[] {
    return waysFrom(this.#graph, from);
  }

  /** Untried directions, as commands, to an unvisited room, with that room. Null if the destination is unknown. */
  unexploredWays(from: LocationId): OpenEnd[] {
    return openWayEnds(this.#graph, from, this.#options.exitsProbed);
  }

  /** The visited rooms, by id, and where exits lead out of them. */
  roomsWithWays(): readonly LocationId[] {
    return roomsWithWays(this.#graph);
  }

  /** Rooms one step away, ascending and without the room itself. Their dangers matter here. */
  neighbours(from: LocationId): LocationId[] {
    const ids = new Set(this.waysFrom(from).map(({ to }) => to));
    ids.delete(from);
    return [...ids].sort((a, b) => a - b);
  }

  routeTo(from: LocationId, to: LocationId): Route | null {
    return guideRoute(this.#graph, from, to, this.#routing('avoid'));
  }

  /** The commands to every room that can be reached, by deadly exits only where no other leads there. */
  distancesFrom(from: LocationId): ReadonlyMap<LocationId, number> {
    const by = (deadly: 'avoid' | 'allow') =>
      routeDistances(this.#graph, from, this.#routing(deadly));
    return new Map([...by('allow'), ...by('avoid')]);
  }

  #routing(deadly: 'avoid' | 'allow') {
    const isVain = (way: Way) => this.#opened.isVain(way);
    return { deadly, episode: this.#episode, isVain };
  }

  mermaid(): string {
    return renderMermaid(this.#forPlayers(), this.#episode);
  }

  #forPlayers(): MapGraph {
    const named = [...this.#graph.rooms].map(
      ([id, room]) => [id, { ...room, name: this.roomName(id) }] as const,
    );
    return { ...this.#graph, rooms: new Map(named) };
  }

  routingSummary(from: LocationId): string {
    return routingSummary(this.#forPlayers(), from);
  }

  status() {
    const rooms = [...this.#graph.rooms.values()];
    const ways = waySummaries(this.#graph).filter(isWay);
    const count = (wanted: (way: Way) => boolean) => ways.filter(wanted).length;
    return {
      component: 'map',
      rooms: rooms.length,
      visitedRooms: rooms.filter((room) => totalVisits(room) > 0).length,
      ways: ways.length,
      walkedWays: count(({ source }) => source === 'walked'),
      uncertainWays: count(({ uncertain }) => uncertain),
      prunedWays: count(({ pruned }) => pruned),
      deadlyWays: count(({ deadly }) => deadly),
      unsaved: this.#graph !== this.#saved,
    };
  }
}
