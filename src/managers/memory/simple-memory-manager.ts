import type { GameConfiguration } from '../../config/schema.ts';
import { moved } from '../../domain/turn-effect.ts';
import type { LocationId } from '../../domain/ids.ts';
import {
  type ConsolidationPlan,
  type Memory,
  type Persistence,
  type Recollection,
  isBelieved,
} from '../../domain/memory.ts';
import type { Location, VisibleObject } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { DurableFile } from '../../storage/storage.ts';
import { type ClockStanding, clocksIn } from './alarms.ts';
import type { EphemeralCache, Wish } from './plan-changes.ts';
import { consolidationChanges, isChangeApplied } from './memory-changes.ts';
import { type Propose, handedOverLesson } from './lesson-plan.ts';
import type { RoomMemories } from './memory-document.ts';
import { MemoryStore } from './memory-store.ts';
import { tellsNews } from './said-by-memories.ts';
import { MemorySynthesizer } from './memory-synthesizer.ts';
import type { LearnContext, Remembering, SynthesisTools } from './remembering.ts';
import type { KnownWays } from './gain.ts';
import type { GainMap } from './open-gains.ts';
import type { Moment } from './relevance.ts';
import type { Looks } from './nearby-dangers.ts';
import { RoomTeller, type TellingTools } from './room-teller.ts';

interface MemoryTools extends SynthesisTools, TellingTools {
  readonly file: DurableFile;
  readonly propose?: Propose;
}

/**
 * The memories of every room: core and permanent ones in Memories.md and its cache, ephemeral ones in a cache for the
 * episode. If the file cannot be written, a change stays in the cache and is written with the next change.
 */
export class SimpleMemoryManager {
  readonly #store: MemoryStore;
  readonly #synthesizer: MemorySynthesizer;
  readonly #teller: RoomTeller;
  readonly #tools: MemoryTools;
  #turn = 0;

  /** Reads the file. Throws StorageError if it cannot be read. */
  constructor(tools: MemoryTools, settings: GameConfiguration['memory']) {
    this.#tools = tools;
    this.#store = new MemoryStore(tools.file, tools.emit);
    this.#teller = new RoomTeller(this.#store, tools, settings);
    this.#synthesizer = new MemorySynthesizer(tools, settings);
  }

  /** The memories of the file by room, with superseded ones and changes that wait to be written. */
  get memoryCache(): ReadonlyMap<LocationId, RoomMemories> {
    return this.#store.persistent;
  }

  /** The memories of the file that the player may be shown. */
  get shown() {
    return this.#teller.rooms;
  }

  /** The memories of this episode alone by room, with superseded ones. */
  get ephemeralCache(): EphemeralCache {
    return this.#store.ephemeral;
  }

  /** Asks what a turn taught; see MemorySynthesizer. A lack of a usable answer is an event. Rejects only as `Ask` does. */
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
      known: (turn) => ({
        here: this.#store.about(turn.before.location),
        there: this.#store.about(turn.after.location),
        movers: this.#store.aboutMovers(turn),
        clocks: clocksIn(this.memoryCache).map(({ memory }) => memory),
      }),
      keep: async (taught) => {
        const left = handedOverLesson(taught, episode, this.#tools.propose);
        this.#synthesizer.told(await this.#store.keep(left, episode));
      },
    };
  }

  /** Counts the visit of a turn and takes in its words. No model is asked. */
  witness(record: TurnRecord, { episode }: Pick<LearnContext, 'episode'>): void {
    const { before, after, turn } = record;
    this.#turn = turn;
    if (turn === 1) this.#store.countVisit(before.location.id, episode);
    if (moved(record)) this.#store.countVisit(after.location.id, episode);
    this.#tools.words?.hear(record);
  }

  /** At the end: asks about waiting turns, and proposes stock answers as knowledge. Rejects only as `Ask` does. */
  async conclude(context: Pick<LearnContext, 'episode'>): Promise<void> {
    for (const text of this.#teller.stockFacts(context.episode))
      this.#tools.propose?.({ text, ...context, turn: this.#turn });
    this.sync();
    this.#synthesizer.told(await this.#store.settle(this.#tools.words));
    await this.#synthesizer.conclude(this.#remembering(context, false));
  }

  /** Files a memory by its persistence. False if one of equal title, text and category is believed in its cache. */
  async addMemory(id: LocationId, name: string, memory: Memory): Promise<boolean> {
    return isChangeApplied('add', await this.#store.apply(this.#wish(id, { name, memory })));
  }

  /** Replaces a believed memory. False if the title is not believed, or an ephemeral one would replace a lasting one. */
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
    return isChangeApplied('supersede', await this.#store.apply(wish));
  }

  /** Invalidates a memory without a replacement. False if none of that exact title is believed, or without a reason. */
  async invalidateMemory(id: LocationId, title: string, reason: string, turn = this.#turn) {
    const invalidates = reason.trim() === '' ? [] : [title];
    const wish = this.#wish(id, { invalidates, invalidationReason: reason, turn });
    return isChangeApplied('invalidate', await this.#store.apply(wish));
  }

  /** The memory section of a room and its memories, as of the last `sync`. With `now`, also others that are of use then. */
  recall(id: LocationId, now: Moment | null = null, map?: KnownWays): Recollection {
    return this.#teller.recall(id, now, map);
  }

  /** The points still to be won, without those that `told` (the memories shown) says. Empty if there are none. */
  openGains(now: Moment, map: GainMap, told: readonly Memory[]): string {
    return this.#teller.openGains(now, map, told);
  }

  /** The believed failures of a room that the player may be shown. */
  failuresAt(id: LocationId): readonly Memory[] {
    const fails = ({ category, status }: Memory) => category === 'FAILURE' && status === 'ACTIVE';
    return (this.shown.get(id)?.memories ?? []).filter(fails);
  }

  /** The ACTIVE core and permanent memories of a room. */
  activeMemories(id: LocationId): readonly Memory[] {
    return (this.memoryCache.get(id)?.memories ?? []).filter(({ status }) => status === 'ACTIVE');
  }

  /** Whether any memory of a room is believed, wherever and whenever it was learnt. */
  isRemembered(room: Location): boolean {
    return this.#store.about(room).some(isBelieved);
  }

  /** Merges and drops lasting memories of a room in one change of the file, if nothing is unlearnt. */
  async applyConsolidation(id: LocationId, plan: ConsolidationPlan): Promise<void> {
    await this.#store.write(consolidationChanges(id, plan, this.#turn), this.#tools.atNight);
  }

  /** The dangers of a room, one line each. Leaves out what was seen elsewhere since. */
  dangersAt(id: LocationId, now: Looks | null = null): Recollection {
    return this.#teller.dangersAt(id, now);
  }

  warnsOf(room: LocationId, thing: VisibleObject): boolean {
    return this.#teller.warnsOf(room, thing);
  }

  /** The dangers that the clock will bring soon, wherever the player is, the nearest first. */
  alarms(state: ClockStanding): Omit<Recollection, 'memories'> {
    return this.#teller.alarms(state);
  }

  /** The believed memories of a room, those of the file before those of this episode. */
  getMemories(id: LocationId): readonly Memory[] {
    return this.#store.all(id).filter(isBelieved);
  }

  getEphemeralCount(id?: LocationId): number {
    return [...this.ephemeralCache].filter(isAt(id)).flatMap(([, held]) => held).length;
  }

  /** The number of core and permanent memories of one room or all, superseded ones included. */
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

  /** Writes pending changes and visits. */
  async flush(): Promise<void> {
    await this.#store.write([]);
  }

  /** Forgets the episode: its ephemeral memories and judged outcomes. The file stays. */
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
    const empty = { memory: null, movers: [], supersedes: [], invalidates: [] };
    return { ...empty, invalidationReason: '', turn: this.#turn, room, otherRoom: room, ...wish };
  }
}

function isAt(id: LocationId | undefined): (room: readonly [LocationId, unknown]) => boolean {
  return ([room]) => id === undefined || room === id;
}
