import type { GameConfiguration } from '../../config/schema.ts';
import { moved } from '../../domain/effect.ts';
import type { LocationId } from '../../domain/ids.ts';
import {
  type ConsolidationPlan,
  type Memory,
  type Persistence,
  type Recollection,
  isBelieved,
} from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { DurableFile } from '../../storage/storage.ts';
import { type ClockStanding, clocksIn } from './alarms.ts';
import type { EphemeralCache, Wish } from './plan-changes.ts';
import { consolidationChanges, isApplied } from './memory-changes.ts';
import { type Propose, handedOver } from './lesson-plan.ts';
import type { RoomMemories } from './memory-document.ts';
import { MemoryStore } from './memory-store.ts';
import { tellsNews } from './said-by-memories.ts';
import { MemorySynthesizer } from './memory-synthesizer.ts';
import type { LearnContext, Remembering, SynthesisTools } from './remembering.ts';
import type { KnownWays } from './gain.ts';
import type { GainMap } from './open-gains.ts';
import type { Moment } from './relevance.ts';
import { type Looks, RoomTeller, type TellingTools } from './room-teller.ts';

interface MemoryTools extends SynthesisTools, TellingTools {
  readonly file: DurableFile;
  readonly propose?: Propose;
}

/**
 * What every room taught: core and permanent memories in Memories.md and a cache of it, ephemeral ones in a cache that
 * lives as long as the episode. What cannot be written now is remembered all the same and written with the next change.
 */
export class SimpleMemoryManager {
  readonly #store: MemoryStore;
  readonly #synthesizer: MemorySynthesizer;
  readonly #teller: RoomTeller;
  readonly #tools: MemoryTools;
  #turn = 0;

  /** Reads the file. Throws StorageError when it cannot be read. */
  constructor(tools: MemoryTools, settings: GameConfiguration['memory']) {
    this.#tools = tools;
    this.#store = new MemoryStore(tools.file, tools.emit);
    this.#teller = new RoomTeller(this.#store, tools, settings);
    this.#synthesizer = new MemorySynthesizer(tools, settings);
  }

  /** Memories of the file by room, superseded ones too; changes that wait to be written count. */
  get memoryCache(): ReadonlyMap<LocationId, RoomMemories> {
    return this.#store.persistent;
  }

  /** The same without what is not shown to the player. */
  get shown() {
    return this.#teller.rooms;
  }

  /** Memories of this episode alone by room, superseded ones too. */
  get ephemeralCache(): EphemeralCache {
    return this.#store.ephemeral;
  }

  /** Asks what a turn taught; see MemorySynthesizer. No usable answer is an event. Rejects only as `Ask` does. */
  async learn(record: TurnRecord, context: LearnContext): Promise<void> {
    const isNews = tellsNews(record, this.#tools.words, this.memoryCache, context.recent);
    this.witness(record, context);
    this.sync();
    if (this.#store.waiting > 0) await this.flush();
    this.#synthesizer.told(await this.#store.settle(this.#tools.words));
    this.#synthesizer.told(await this.#store.answer(record, context.recent));
    await this.#synthesizer.synthesize(record, context, this.#remembering(context, isNews));
  }

  #remembering({ episode }: Pick<LearnContext, 'episode'>, isNews: boolean): Remembering {
    return {
      isNews,
      known: ({ before, after }) => ({
        here: this.#store.about(before.location),
        there: this.#store.about(after.location),
        clocks: clocksIn(this.memoryCache).map(({ memory }) => memory),
      }),
      keep: async (taught) => {
        const left = handedOver(taught, episode, this.#tools.propose);
        this.#synthesizer.told(await this.#store.keep(left, episode));
      },
    };
  }

  /** Counts the visit of a turn and hears its words; nobody is asked what it taught. */
  witness(record: TurnRecord, { episode }: Pick<LearnContext, 'episode'>): void {
    const { before, after, turn } = record;
    this.#turn = turn;
    if (turn === 1) this.#store.countVisit(before.location.id, episode);
    if (moved(record)) this.#store.countVisit(after.location.id, episode);
    this.#tools.words?.hear(record);
  }

  /** For the end: asks about what still waits, and proposes how the story answers anywhere. Rejects only as `Ask` does. */
  async conclude(context: Pick<LearnContext, 'episode'>): Promise<void> {
    for (const text of this.#teller.stockFacts(context.episode))
      this.#tools.propose?.({ text, ...context, turn: this.#turn });
    this.sync();
    this.#synthesizer.told(await this.#store.settle(this.#tools.words));
    await this.#synthesizer.conclude(this.#remembering(context, false));
  }

  /** Files a memory by its persistence. False when the same (title, text and category) is believed among its like there. */
  async addMemory(id: LocationId, name: string, memory: Memory): Promise<boolean> {
    return isApplied('add', await this.#store.apply(this.#wish(id, { name, memory })));
  }

  /** Replaces a believed memory by another. False where there is none of the title, or one for the episode would replace it. */
  async supersedeMemory(
    id: LocationId,
    name: string,
    oldTitle: string,
    memory: Memory,
  ): Promise<boolean> {
    const wish = this.#wish(id, { name, memory, supersedes: [oldTitle] });
    const plan = this.#store.plan(wish);
    if (plan.refused.some(({ title }) => title === oldTitle)) {
      this.#store.report(plan);
      return false;
    }
    return isApplied('supersede', await this.#store.apply(wish));
  }

  /** Marks a memory as wrong without a replacement. False when none of that exact title is believed, or without a reason. */
  async invalidateMemory(id: LocationId, title: string, reason: string, turn = this.#turn) {
    const invalidates = reason.trim() === '' ? [] : [title];
    const wish = this.#wish(id, { invalidates, invalidationReason: reason, turn });
    return isApplied('invalidate', await this.#store.apply(wish));
  }

  /** What a prompt says of a room, as the file was at the last `sync`, and those memories; at a moment there, what is of use then, of other rooms, too. */
  recall(id: LocationId, now: Moment | null = null, map?: KnownWays): Recollection {
    return this.#teller.recall(id, now, map);
  }

  /** What is still to be won, but what `told`, the memories shown, say; empty where nothing is. */
  openGains(now: Moment, map: GainMap, told: readonly Memory[]): string {
    return this.#teller.openGains(now, map, told);
  }

  /** What is believed to fail in a room, of what may be shown to the player. */
  failuresAt(id: LocationId): readonly Memory[] {
    const fails = ({ category, status }: Memory) => category === 'FAILURE' && status === 'ACTIVE';
    return (this.shown.get(id)?.memories ?? []).filter(fails);
  }

  /** Core and permanent memories of a room that are ACTIVE. */
  activeMemories(id: LocationId): readonly Memory[] {
    return (this.memoryCache.get(id)?.memories ?? []).filter(({ status }) => status === 'ACTIVE');
  }

  /** Whether anything is believed of a room, wherever and whenever it was learnt. */
  isRemembered(room: Location): boolean {
    return this.#store.about(room).some(isBelieved);
  }

  /** Merges and drops lasting memories of a room in one change of the file, as far as nothing is unlearnt by it. */
  async applyConsolidation(id: LocationId, plan: ConsolidationPlan): Promise<void> {
    await this.#store.write(consolidationChanges(id, plan, this.#turn), this.#tools.atNight);
  }

  /** The dangers remembered of a room, one line each, but of what was seen elsewhere since. */
  dangersAt(id: LocationId, now: Looks | null = null): Recollection {
    return this.#teller.dangersAt(id, now);
  }

  /** The dangers that the clock will bring soon, wherever the player is by then, the nearest first. */
  alarms(state: ClockStanding): Omit<Recollection, 'memories'> {
    return this.#teller.alarms(state);
  }

  /** Believed memories of a room, the file's before this episode's. */
  getMemories(id: LocationId): readonly Memory[] {
    return this.#store.all(id).filter(isBelieved);
  }

  getEphemeralCount(id?: LocationId): number {
    return [...this.ephemeralCache].filter(isAt(id)).flatMap(([, held]) => held).length;
  }

  /** Core and permanent memories of one room or of all, superseded ones too. */
  getPersistentCount(id?: LocationId): number {
    const lasting = this.#store.lasting().filter(isAt(id));
    return lasting.flatMap(([, held]) => held).length;
  }

  getMemoryBreakdown(id: LocationId): Readonly<Record<Persistence, number>> {
    const held = this.getMemories(id);
    const count = (one: Persistence) => held.filter((memory) => memory.persistence === one).length;
    return { core: count('core'), permanent: count('permanent'), ephemeral: count('ephemeral') };
  }

  sync(): void {
    this.#store.sync();
  }

  /** Writes what could not be written before, and the visits. */
  async flush(): Promise<void> {
    await this.#store.write([]);
  }

  /** Forgets the episode: its ephemeral memories and the outcomes that were judged. The file keeps what it has. */
  resetEpisode(): void {
    this.#store.clearEphemeral();
    this.#synthesizer.forgetEpisode();
    this.#teller.resetEpisode();
    this.#turn = 0;
  }

  status() {
    const state = {
      locations: new Set([...this.memoryCache.keys(), ...this.ephemeralCache.keys()]).size,
      persistent: this.getPersistentCount(),
      ephemeral: this.getEphemeralCount(),
      pending: this.#store.waiting,
    };
    return { component: 'memory' as const, state, metrics: this.#synthesizer.metrics };
  }

  #wish(id: LocationId, wish: Partial<Wish> & { readonly name?: string }): Wish {
    const room = { id, name: wish.name ?? '' };
    const empty = { memory: null, supersedes: [], invalidates: [], invalidationReason: '' };
    return { ...empty, turn: this.#turn, room, otherRoom: room, ...wish };
  }
}

function isAt(id: LocationId | undefined): (room: readonly [LocationId, unknown]) => boolean {
  return ([room]) => id === undefined || room === id;
}
