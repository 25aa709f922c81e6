import { LockedError, StorageError } from '../../domain/errors.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory, Persistence } from '../../domain/memory.ts';
import type { Emit, ZorkEvent } from '../../events/event.ts';
import type { DurableFile } from '../../storage/storage.ts';
import { applyToCache, type EphemeralCache } from './ephemeral-cache.ts';
import type { ChangeResult } from './memory-changes.ts';
import type { RoomMemories } from './memory-document.ts';
import { changeEvent, refusalEvents } from './memory-events.ts';
import { MemoryFile, type WriteReport } from './memory-file.ts';
import { planChanges, type Plan, type Wish } from './plan-changes.ts';

/** Core and permanent memories, in the file and a cache of it, beside the ephemeral ones of this episode. */
export class DualCache {
  readonly #file: MemoryFile;
  readonly #emit: Emit;
  #ephemeral: EphemeralCache = new Map();

  /** Reads the file. Throws StorageError when it cannot be read. */
  constructor(file: DurableFile, emit: Emit) {
    this.#file = new MemoryFile(file);
    this.#emit = emit;
  }

  get persistent(): ReadonlyMap<LocationId, RoomMemories> {
    return this.#file.rooms;
  }

  get ephemeral(): EphemeralCache {
    return this.#ephemeral;
  }

  /** How many changes are not on disk yet. */
  get waiting(): number {
    return this.#file.waiting;
  }

  /** Persistent memories of a room before ephemeral ones, superseded ones too. */
  all(id: LocationId): readonly Memory[] {
    const persistent = this.#file.rooms.get(id)?.memories ?? [];
    return [...persistent, ...(this.#ephemeral.get(id) ?? [])];
  }

  believed(id: LocationId): readonly Memory[] {
    return this.all(id).filter(({ status }) => status !== 'SUPERSEDED');
  }

  /** Believed memories of a room, counted by persistence. */
  breakdown(id: LocationId): Readonly<Record<Persistence, number>> {
    const held = this.believed(id).map(({ persistence }) => persistence);
    const count = (one: Persistence) => held.filter((persistence) => persistence === one).length;
    return { core: count('core'), permanent: count('permanent'), ephemeral: count('ephemeral') };
  }

  plan(wish: Wish): Plan {
    return planChanges(wish, { persistent: this.#file.rooms, ephemeral: this.#ephemeral });
  }

  /** Carries out what of a wish can be done: the cache at once, the file in one replacement. Every outcome is an event. */
  async apply(wish: Wish): Promise<readonly ChangeResult[]> {
    const plan = this.plan(wish);
    this.report(plan);
    return this.carryOut(plan);
  }

  /** Carries out what was planned, without saying what was refused. */
  async carryOut(plan: Plan): Promise<readonly ChangeResult[]> {
    const { cache, results } = applyToCache(this.#ephemeral, plan.ephemeral);
    this.#ephemeral = cache;
    this.#emitAll(results.map(changeEvent));
    if (plan.persistent.length === 0) return results;
    const written = this.#announce(await this.#file.change(plan.persistent));
    const own = written.filter(({ change }) => plan.persistent.includes(change));
    return [...results, ...own];
  }

  /** Says what a plan refuses. */
  report(plan: Plan): void {
    this.#emitAll(plan.refused.flatMap(refusalEvents));
  }

  /** Ephemeral memories of one room or of all, superseded ones too. */
  countEphemeral(id?: LocationId): number {
    const rooms = id === undefined ? [...this.#ephemeral.values()] : [this.#ephemeral.get(id)];
    return rooms.flatMap((memories) => memories ?? []).length;
  }

  /** Memories of the file for one room or for all, superseded ones too. */
  countPersistent(id?: LocationId): number {
    const rooms = id === undefined ? [...this.persistent.values()] : [this.persistent.get(id)];
    return rooms.flatMap((room) => room?.memories ?? []).length;
  }

  countVisit(id: LocationId, episode: number): void {
    this.#file.countVisit(id, episode);
  }

  /** Takes over what others changed in the file. A file that cannot be read is a warning, and what was known stays. */
  sync(): void {
    try {
      this.#file.sync();
    } catch (error) {
      if (!(error instanceof LockedError || error instanceof StorageError)) throw error;
      this.#emit({ type: 'warning', code: 'memory-unreadable', message: error.message });
    }
  }

  /** Writes what waits, and the visits. */
  async flush(): Promise<void> {
    this.#announce(await this.#file.flush());
  }

  /** Forgets what held for the episode alone. */
  clearEphemeral(): void {
    const cleared = [...this.#ephemeral.values()].flat().length;
    this.#ephemeral = new Map();
    this.#emit({ type: 'memory-reset', cleared });
  }

  #announce({ results, waiting }: WriteReport): readonly ChangeResult[] {
    if (waiting === null) this.#emitAll(results.map(changeEvent));
    else {
      const refused = results.filter(({ outcome }) => outcome !== 'applied');
      this.#emitAll(refused.map(changeEvent));
      const changes = this.#file.waiting;
      this.#emit({ type: 'memory-pending', changes, reason: waiting.message });
    }
    return results;
  }

  #emitAll(events: readonly ZorkEvent[]): void {
    for (const event of events) this.#emit(event);
  }
}
