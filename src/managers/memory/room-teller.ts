import { group } from 'd3-array';
import type { GameConfiguration } from '../../config/schema.ts';
import type { Emit } from '../../events/event.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type Memory, type Recollection, isBelieved } from '../../domain/memory.ts';
import type { VisibleObject } from '../../domain/observation.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { isOfNamesake, isOfRoomOfSameName, isAboutPlace } from './about.ts';
import { memoryHeldLine, memoryTakingsLine } from '../../prompts/memory-lines.ts';
import { type ClockStanding, alarmsAt, clocksIn } from './alarms.ts';
import { type EvidenceBook, hiddenByEvidence } from './evidence.ts';
import { type KnownWays, NO_WAYS, withCommands } from './gain.ts';
import { type GainMap, openGains } from './open-gains.ts';
import { renderLocationMemory } from './location-memory.ts';
import { followedWays } from './followed-ways.ts';
import { namesOfOneRoom, withoutFoundPlaces } from './found-places.ts';
import { type MetThere, takingsAt } from './takings.ts';
import { notesOnHeld } from './held-notes.ts';
import type { Filed, RoomMemories } from './memory-document.ts';
import type { MemoryStore } from './memory-store.ts';
import { keysInNotes, withoutAnsweredNotes } from './open-notes.ts';
import { type Moment, type Story, askedOnce } from './relevance.ts';
import { type StockAnswer, isStockAnswer, stockAnswers, stockFact } from './stock-answers.ts';
import { isOfOtherRoom, type Looks, nearbyDangers } from './nearby-dangers.ts';
import { thingsThatThreaten, threatsAmong, toldThreats } from './threats.ts';

/** The most tokens of a location's memories in a prompt. With its heading the section stays under 300. */
const MOST_TOKENS = 285;

/** The dangers next door must not crowd out the room's own memories. */
const DANGERS_NEARBY = { mostShown: 2, mostTokens: 140, markers: false, place: null } as const;

export interface TellingTools {
  readonly emit: Emit;
  readonly evidence: EvidenceBook;
  /** Tells whether a command can be played now. If absent, all commands count as possible. */
  readonly story?: Story;
  /** Whom and what earlier episodes met in a room. Looked up for each use. */
  readonly metIn?: (room: LocationId) => readonly MetThere[];
  /** Whether the object tree has a thing in a room now. If absent, creatures count as where they were last seen. */
  readonly isInRoom?: (thing: number, room: LocationId) => boolean;
}

type TellingSettings = Pick<
  GameConfiguration['memory'],
  'showPersistenceMarkers' | 'maxShown' | 'without'
>;

/** Tells the memories of a room, and the points still to be won. */
export class RoomTeller {
  readonly #store: MemoryStore;
  readonly #tools: TellingTools;
  readonly #settings: TellingSettings;
  readonly #warned = new Set<LocationId>();

  constructor(store: MemoryStore, tools: TellingTools, settings: TellingSettings) {
    this.#store = store;
    this.#tools = tools;
    this.#settings = settings;
  }

  recall(id: LocationId, now: Moment | null, map: KnownWays = NO_WAYS): Recollection {
    const { evidence } = this.#tools;
    const story = this.#tools.story && askedOnce(this.#tools.story);
    const met = this.#tools.metIn?.(id) ?? [];
    const ofUse = this.#ofUse(id, now, met);
    const here = now === null ? this.#shown(ofUse) : this.#ofPlace(id, now, this.#shown(ofUse));
    const followed = now === null ? [] : this.#shown(followedWays(this.#filed(), now));
    const filed = [
      ...here,
      ...followed.filter(([, one]) => here.every(([, other]) => other.title !== one.title)),
    ];
    const memories = filed.map(([, memory]) => memory);
    const isStock = now === null ? () => false : this.#stockTest();
    const place =
      now === null ? null : { now, map: withCommands(map, story), story, memories, isStock };
    const { showPersistenceMarkers: markers, maxShown: mostShown } = this.#settings;
    const nameOf = (room: LocationId) =>
      room === id ? '' : roomWords({ id: room, name: this.#nameOf(room) });
    const limits = { markers, mostShown, mostTokens: MOST_TOKENS };
    const shown = renderLocationMemory(filed, { ...limits, evidence, place, nameOf });
    const { omitted, lines, text, ...told } = shown;
    if (omitted > 0) this.#warn(id, omitted);
    const takings = place === null || lines >= mostShown ? [] : takingsAt(met, place, ofUse);
    const before = takings.length === 0 ? [] : [memoryTakingsLine(takings)];
    const notes = place === null ? [] : notesOnHeld(this.#shown(this.#filed()), place, told.ids);
    const all = [...before, text, memoryHeldLine(notes)].filter((one) => one !== '');
    return { ...told, text: all.join('\n') };
  }

  #ofUse(id: LocationId, now: Moment | null, met: readonly MetThere[]): readonly Filed[] {
    if (now === null) return this.#store.ofUse(id, () => false);
    const threats = threatsAmong(now.observation.objects, now, met);
    return this.#store.ofUse(id, isAboutPlace(now.observation, threats));
  }

  /** The memories of use here, without those that tell of other places and of namesakes. */
  #ofPlace(id: LocationId, now: Moment, shown: readonly Filed[]): readonly Filed[] {
    const isToldHere = toldThreats(id, shown, now.observation.objects);
    return shown.filter(([room, memory]) => {
      if (room === id) return !isOfOtherRoom(memory, id);
      if (isToldHere(memory)) return false;
      const { location } = now.observation;
      const isOfSame = isOfRoomOfSameName(room, memory, location, (at) => this.#nameOf(at));
      return !isOfSame && !isOfNamesake(room, memory, now, this.#tools.metIn?.(room) ?? []);
    });
  }

  #nameOf(room: LocationId): string {
    return this.#store.persistent.get(room)?.name ?? 'location';
  }

  /** The points still to be won, without those that `told` (the memories shown) says. Empty if there are none. */
  openGains(now: Moment, map: GainMap, told: readonly Memory[]): string {
    const { evidence, story } = this.#tools;
    const known = { map: { ...map, ...withCommands(map, story) }, evidence, told };
    return openGains(this.#shown(this.#filed()), now, known);
  }

  /** Stock answers that an episode taught, as facts for the knowledge base. */
  stockFacts(episode: number): readonly string[] {
    const answers = [...this.#stock().values()];
    return answers.filter(({ newest }) => newest === episode).map(stockFact);
  }

  resetEpisode(): void {
    this.#warned.clear();
  }

  /** The memories without hidden ones, and without sentences that ask, or call not found, what is known by now. */
  #shown(filed: readonly Filed[]): readonly Filed[] {
    const isLeftOut = hiddenByEvidence(this.#settings, this.#tools.evidence);
    const keys = keysInNotes(this.#store.lasting().flatMap(([, memories]) => memories));
    const reached = namesOfOneRoom([...this.#store.persistent.values()].map(({ name }) => name));
    return filed
      .filter(([room, memory]) => !isLeftOut(room, memory))
      .map(([room, memory]) => [
        room,
        withoutFoundPlaces(withoutAnsweredNotes(memory, keys), reached),
      ]);
  }

  /** The dangers of a neighbouring room; see `nearbyDangers`. */
  dangersAt(id: LocationId, now: Looks | null = null): Recollection {
    const { evidence } = this.#tools;
    const { isOfUse, isTold } = nearbyDangers(id, now, this.#tools);
    const shown = this.#shown(this.#store.ofUse(id, isOfUse)).filter(isTold);
    return renderLocationMemory(shown, { ...DANGERS_NEARBY, evidence });
  }

  /** Whether a remembered danger of a room, or of a thing there, names this thing. */
  warnsOf(room: LocationId, thing: VisibleObject): boolean {
    const isOfThing = (one: Memory) => thingsThatThreaten(one, [thing]).length > 0;
    return this.#store
      .ofUse(room, isOfThing)
      .some(
        ([at, one]) =>
          isBelieved(one) && isOfThing(one) && !(at === room && isOfOtherRoom(one, room)),
      );
  }

  /** Rooms with their lasting memories, without hidden ones. */
  get rooms(): ReadonlyMap<LocationId, RoomMemories> {
    const shown = group(this.#shown(this.#filed()), ([room]) => room);
    return new Map(
      [...this.#store.persistent].map(([id, room]) => {
        const memories = (shown.get(id) ?? []).map(([, memory]) => memory);
        return [id, { ...room, memories }];
      }),
    );
  }

  #filed(): readonly Filed[] {
    return this.#store
      .lasting()
      .flatMap(([id, memories]) => memories.map((memory) => [id, memory] as const));
  }

  alarms(state: ClockStanding): Omit<Recollection, 'memories'> {
    return alarmsAt(clocksIn(this.rooms), state, this.#tools.evidence);
  }

  #stockTest(): (memory: Memory) => boolean {
    const { story } = this.#tools;
    if (story === undefined) return () => false;
    const stock = this.#stock();
    return (memory) => isStockAnswer(memory, stock, story.dictionary);
  }

  #stock(): ReadonlyMap<string, StockAnswer> {
    const { story } = this.#tools;
    return story === undefined ? new Map() : stockAnswers(this.#store.lasting(), story.dictionary);
  }

  #warn(id: LocationId, omitted: number): void {
    if (this.#warned.has(id)) return;
    this.#warned.add(id);
    const message = `Location ${id} has ${omitted} memories more than fit into ${this.#settings.maxShown} lines and ${MOST_TOKENS} tokens.`;
    this.#tools.emit({ type: 'warning', code: 'memory-limit', message });
  }
}
