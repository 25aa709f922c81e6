import { basename } from 'node:path';
import { StorageError } from '../../domain/errors.ts';
import type { LocationId } from '../../domain/ids.ts';
import { ANSWERED, type Memory, isBelieved, memoryNamesUnshown } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import { plural } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { Emit, ZorkEvent } from '../../events/event.ts';
import { MergedFile } from '../../storage/merged-file.ts';
import type { DurableFile } from '../../storage/storage.ts';
import type { KnownWords } from '../known-words.ts';
import type { Tools } from '../tools.ts';
import { isAboutMovers, isAboutPlace } from './about.ts';
import { whyMisplaced } from './clock-lesson.ts';
import { memoryId } from './evidence.ts';
import { fateEvents, changeFates, fatesOf, refusedFateEvents } from './fates.ts';
import { type Taught, wishFor } from './lesson-plan.ts';
import {
  type ChangeResult,
  type FileChange,
  MEMORIES,
  type MemoryChange,
  type RoomVisits,
} from './memory-changes.ts';
import {
  type Filed,
  type MemoryDocument,
  type RoomMemories,
  countUnread,
  roomsOf,
} from './memory-document.ts';
import type { KnownMemory } from './remembering.ts';
import { isNoteAnswered } from './open-notes.ts';
import {
  type EphemeralCache,
  type Plan,
  type Wish,
  planIntoCache,
  planChanges,
} from './plan-changes.ts';
import { thingsConcerned } from './thing-changes.ts';

/** The core and permanent memories of the file, and the ephemeral ones of this episode. */
export class MemoryStore {
  readonly #file: MergedFile<MemoryDocument, FileChange, ChangeResult<FileChange>>;
  readonly #emit: Emit;
  readonly #path: string;
  /** Headings that could not be read in the newest file. */
  #unread = 0;
  #ephemeral: EphemeralCache = new Map();
  #visits: readonly RoomVisits[] = [];

  /** Reads the file. Throws StorageError if it cannot be read. */
  constructor(file: DurableFile, emit: Emit) {
    this.#file = new MergedFile(file, MEMORIES);
    this.#emit = emit;
    this.#path = file.path;
    this.#tellUnread();
  }

  get persistent(): ReadonlyMap<LocationId, RoomMemories> {
    return roomsOf(this.#file.document);
  }

  get ephemeral(): EphemeralCache {
    return this.#ephemeral;
  }

  get waiting(): number {
    return this.#file.waiting;
  }

  /** The memories of a room, persistent before ephemeral, with superseded ones. */
  all(id: LocationId): readonly Memory[] {
    const persistent = this.persistent.get(id)?.memories ?? [];
    return [...persistent, ...(this.#ephemeral.get(id) ?? [])];
  }

  /** The memories of a room and, before them, those of other rooms that are of use there; each with its own room. */
  ofUse(id: LocationId, isOfUse: (memory: Memory) => boolean): readonly Filed[] {
    const others = [...this.lasting(), ...this.#ephemeral].flatMap(([room, memories]) =>
      room === id ? [] : memories.filter(isOfUse).map((memory) => [room, memory] as const),
    );
    return [...others, ...this.all(id).map((memory) => [id, memory] as const)];
  }

  /** The memories of a room and, before them, those of other rooms about it; with superseded ones of its own. */
  about(room: Location): readonly KnownMemory[] {
    const isAbout = isAboutPlace({ location: room, objects: [], inventory: [] });
    return this.ofUse(room.id, isAbout).map((one) => this.#known(one, room));
  }

  /** The memories of other rooms that the player was shown, or about moving things and creatures that the turn concerned. */
  aboutMovers(turn: TurnRecord): readonly KnownMemory[] {
    const { location } = turn.before;
    const isAbout = isAboutMovers(thingsConcerned(turn));
    const isOfRoom = isAboutPlace({ location, objects: [], inventory: [] });
    const { memories: shown = [] } = turn.decision;
    const isShown = ([room, memory]: Filed) =>
      shown.length > 0 && shown.includes(memoryId(room, memory));
    return this.ofUse(location.id, (memory) => isBelieved(memory) && !isOfRoom(memory))
      .filter(([id, memory]) => id !== location.id && (isAbout(memory) || isShown([id, memory])))
      .map((one) => this.#known(one, location));
  }

  #known([id, memory]: Filed, { id: here }: Pick<Location, 'id'>): KnownMemory {
    const name = this.persistent.get(id)?.name ?? 'location';
    return id === here ? memory : { ...memory, filedAt: { id, name } };
  }

  /** Applies what was taught. Returns what became of it, in words. */
  async keep(taught: Taught, episode: number): Promise<readonly string[]> {
    const rooms = taught.turns.flatMap((turn) => [turn.before.location, turn.after.location]);
    const movers = taught.turns.flatMap((turn) => this.aboutMovers(turn));
    const known = [...movers, ...rooms.flatMap((room) => this.about(room))].filter(isBelieved);
    const titles = [...new Set(known.map(({ title }) => title))];
    const plan = this.plan(wishFor(taught, episode, titles));
    return fatesOf(taught, await this.#carryOut(plan), plan.refused);
  }

  /** Believes memories again whose doubt the game has answered by now. Returns which, in words. */
  async settle(words: Pick<KnownWords, 'doubt'> | undefined): Promise<readonly string[]> {
    if (words === undefined) return [];
    const isShown = ({ title, text }: Memory) => words.doubt(title, text) === null;
    return this.#changeAll((memory, named) =>
      memoryNamesUnshown(memory) && isShown(memory) ? [{ kind: 'settle', ...named }] : [],
    );
  }

  /** Closes open notes that this turn answers, and memories that the engine found wrong in it. Returns which, in words. */
  async answer(record: TurnRecord, recent: readonly TurnRecord[]): Promise<readonly string[]> {
    const { turn } = record;
    const why = (memory: Memory) =>
      isNoteAnswered(memory, record) ? `${ANSWERED}${turn}` : whyMisplaced(memory, record, recent);
    return this.#changeAll((memory, named) => {
      const reason = isBelieved(memory) ? why(memory) : null;
      return reason === null ? [] : [{ kind: 'invalidate', ...named, reason, turn }];
    });
  }

  async #changeAll(
    changesOf: (
      memory: Memory,
      named: Pick<RoomVisits, 'locationId'> & Pick<Memory, 'title'>,
    ) => readonly MemoryChange[],
  ): Promise<readonly string[]> {
    const changes = ([locationId, memories]: readonly [LocationId, readonly Memory[]]) =>
      memories.flatMap((one) => changesOf(one, { locationId, title: one.title }));
    const persistent = this.lasting().flatMap(changes);
    const ephemeral = [...this.#ephemeral].flatMap(changes);
    return changeFates(await this.#carryOut({ persistent, ephemeral, refused: [] }));
  }

  lasting(): readonly (readonly [LocationId, readonly Memory[]])[] {
    return [...this.persistent].map(([id, { memories }]) => [id, memories] as const);
  }

  plan(wish: Wish): Plan {
    return planChanges(wish, { persistent: this.persistent, ephemeral: this.#ephemeral });
  }

  /** Applies what is possible of a wish: to the cache at once, to the file in one replacement. Reports each as an event. */
  async apply(wish: Wish): Promise<readonly ChangeResult[]> {
    return this.#carryOut(this.plan(wish));
  }

  async #carryOut(plan: Plan): Promise<readonly ChangeResult[]> {
    this.report(plan);
    const { cache, results } = planIntoCache(this.#ephemeral, plan.ephemeral);
    this.#ephemeral = cache;
    this.#emitAll(results.flatMap(fateEvents));
    if (plan.persistent.length === 0) return results;
    return [...results, ...(await this.write(plan.persistent))];
  }

  report(plan: Plan): void {
    this.#emitAll(plan.refused.flatMap(refusedFateEvents));
  }

  /** Writes these changes, waiting ones and visits. `atNight` is told of the file. Returns the results of these changes. */
  async write(
    changes: readonly ChangeResult['change'][],
    atNight?: Tools['atNight'],
  ): Promise<readonly ChangeResult[]> {
    const visits = this.#visits;
    this.#visits = [];
    const { before, after, results, waiting } = await this.#file.change([...changes, ...visits]);
    atNight?.({ what: 'memories', before, after });
    const uncounted = results.flatMap(({ change, outcome }) =>
      change.kind === 'visits' && outcome !== 'applied' ? [change] : [],
    );
    this.#visits = [...uncounted, ...this.#visits];
    const made = results.filter(
      (one): one is ChangeResult => one.change.kind !== 'visits' && one.change.kind !== 'checked',
    );
    const told = made.filter(({ outcome }) => waiting === null || outcome !== 'applied');
    this.#emitAll(told.flatMap(fateEvents));
    if (waiting !== null) {
      this.#emit({ type: 'memory-pending', changes: this.waiting, reason: waiting.message });
    }
    return made.filter(({ change }) => changes.includes(change));
  }

  countVisit(locationId: LocationId, episode: number): void {
    const isSame = (visit: RoomVisits) =>
      visit.locationId === locationId && visit.episode === episode;
    const count = this.#visits.find(isSame)?.count ?? 0;
    const others = this.#visits.filter((visit) => !isSame(visit));
    this.#visits = [...others, { kind: 'visits', locationId, episode, count: count + 1 }];
  }

  /** Takes in changes by others. If the file cannot be read, it warns and keeps what was known. */
  sync(): void {
    try {
      this.#file.sync();
      this.#tellUnread();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#emit({ type: 'warning', code: 'memory-unreadable', message: error.message });
    }
  }

  /** Warns of text that looks like a memory and cannot be read. The text stays in the file. */
  #tellUnread(): void {
    const unread = countUnread(this.#file.document);
    if (unread > this.#unread) {
      const message = `${plural(unread, 'heading')} of ${basename(this.#path)} look like memories and cannot be read; see zorkgpt memories check.`;
      this.#emit({ type: 'warning', code: 'memory-unread', message });
    }
    this.#unread = unread;
  }

  clearEphemeral(): void {
    this.#emit({ type: 'memory-reset', cleared: [...this.#ephemeral.values()].flat().length });
    this.#ephemeral = new Map();
  }

  #emitAll(events: readonly ZorkEvent[]): void {
    for (const event of events) this.#emit(event);
  }
}
