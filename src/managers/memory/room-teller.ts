import { group } from 'd3-array';
import type { GameConfiguration } from '../../config/schema.ts';
import type { Emit } from '../../events/event.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type Memory, type Recollection, memoryNamesUnshown } from '../../domain/memory.ts';
import type { VisibleObject } from '../../domain/observation.ts';
import {
  isOfNamesake,
  isAboutThing,
  isAboutPlace,
  keysTalkedAbout,
  withoutAnswered,
} from './about.ts';
import { isNamedWhole } from '../../domain/naming.ts';
import { takingsLine } from '../../prompts/memory-lines.ts';
import { roomWords } from '../../prompts/wording.ts';
import { type ClockStanding, alarmsAt, clocksIn, isOfClock } from './alarms.ts';
import {
  type EvidenceBook,
  evidenceKey,
  isHarmlessByEvidence,
  leftOutByEvidence,
} from './evidence.ts';
import { type KnownWays, NO_WAYS } from './gain.ts';
import { type GainMap, openGains } from './open-gains.ts';
import { renderLocationMemory } from './location-memory.ts';
import { followedWays } from './followed-ways.ts';
import type { Filed, RoomMemories } from './memory-document.ts';
import type { MemoryStore } from './memory-store.ts';
import type { Moment, Place, Story } from './relevance.ts';
import { isSettled } from './settled.ts';
import { type StockAnswer, isStockAnswer, stockAnswers, stockFact } from './stock-answers.ts';

/** Room for a location's memories in a prompt, in tokens; with its heading the section stays under 300. */
const MOST_TOKENS = 285;

/** Takings that are named in the one line that tells of them. */
const MOST_TAKINGS = 6;

/** A neighbour's dangers must not crowd out what is known of the room itself. */
const DANGERS_NEARBY = { mostShown: 2, mostTokens: 140, markers: false, place: null } as const;

/** What an earlier episode took in a room, and by which commands. */
export interface Taken {
  readonly thing: number;
  readonly commands: readonly string[];
}

export interface TellingTools {
  readonly emit: Emit;
  readonly evidence: EvidenceBook;
  /** What tells whether a command can be played now; without it all are taken to be. */
  readonly story?: Story;
  /** What earlier episodes took in a room; looked up for each use. */
  readonly takenIn?: (room: LocationId) => readonly Taken[];
}

type TellingSettings = Pick<
  GameConfiguration['memory'],
  'showPersistenceMarkers' | 'maxShown' | 'without'
>;

/** Tells what is remembered of a room, and what is still to be won. */
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
    const isOfUse = now === null ? () => false : isAboutPlace(now.observation);
    const ofUse = this.#store.ofUse(id, isOfUse);
    const isOfOther = ({ about }: Memory) => typeof about === 'number' && about !== id;
    const here = this.#shown(ofUse).filter(
      ([room, memory]) =>
        now === null || ((room !== id || !isOfOther(memory)) && !isOfNamesake(room, memory, now)),
    );
    const followed = now === null ? [] : this.#shown(followedWays(this.#filed(), now));
    const filed = [
      ...here,
      ...followed.filter(([, one]) => here.every(([, other]) => other.title !== one.title)),
    ];
    const memories = filed.map(([, memory]) => memory);
    const isStock = now === null ? () => false : this.#stockTest();
    const place = now === null ? null : { now, map, story, memories, isStock };
    const { showPersistenceMarkers: markers, maxShown: mostShown } = this.#settings;
    const roomName = (room: LocationId) => this.#store.persistent.get(room)?.name ?? 'location';
    const nameOf = (room: LocationId) =>
      room === id ? '' : roomWords({ id: room, name: roomName(room) });
    const limits = { markers, mostShown, mostTokens: MOST_TOKENS };
    const shown = renderLocationMemory(filed, { ...limits, evidence, place, nameOf });
    const { omitted, lines, text, ...told } = shown;
    if (omitted > 0) this.#warn(id, omitted);
    const taken = this.#tools.takenIn?.(id) ?? [];
    const isFull = place === null || lines >= mostShown;
    const takings = isFull ? [] : takingsAt(taken, place, ofUse);
    const before = takings.length === 0 ? [] : [takingsLine(takings)];
    return { ...told, text: [...before, ...(text === '' ? [] : [text])].join('\n') };
  }

  /** What is still to be won, but what `told`, the memories shown, say; empty where nothing is. */
  openGains(now: Moment, map: GainMap, told: readonly Memory[]): string {
    const { evidence } = this.#tools;
    return openGains(this.#shown(this.#filed()), now, { map, evidence, told });
  }

  /** How the story answers in any room, for the knowledge base, where an episode taught it. */
  stockFacts(episode: number): readonly string[] {
    const answers = [...this.#stock().values()];
    return answers.filter(({ newest }) => newest === episode).map(stockFact);
  }

  resetEpisode(): void {
    this.#warned.clear();
  }

  /** These without what is left out, and without the sentences that leave open what is known by now. */
  #shown(filed: readonly Filed[]): readonly Filed[] {
    const isLeftOut = leftOutByEvidence(this.#settings, this.#tools.evidence);
    const keys = keysTalkedAbout(this.#store.lasting().flatMap(([, memories]) => memories));
    return filed
      .filter(([room, memory]) => !isLeftOut(room, memory))
      .map(([room, memory]) => [room, withoutAnswered(memory, keys)]);
  }

  /**
   * The dangers of a room next door, but of what is elsewhere by `now`, of other rooms, of clocks, unseen or harmless; of
   * those that were only heard of in another room none, once the player has been there.
   */
  dangersAt(id: LocationId, now: Looks | null = null): Recollection {
    const { evidence } = this.#tools;
    const isSafe = ([room, memory]: Filed) => {
      const found = evidence.get(evidenceKey(room, memory));
      return found !== undefined && isHarmlessByEvidence(found);
    };
    const wasThere = now?.recent.some(({ after }) => after.location.id === id) === true;
    const isOfRoom = (memory: Memory) =>
      (memory.about === undefined || memory.about === id) && !isOfClock(memory);
    const isAbout = isAboutPlace({ location: { id, name: '' }, objects: [], inventory: [] });
    const away = now === null ? [] : thingsAway(id, now);
    const isThere = (memory: Memory) =>
      !away.some((thing) => isAboutThing(memory, thing)) &&
      !(now !== null && isSettled(memory, now));
    const shown = this.#shown(this.#store.ofUse(id, isAbout)).filter(([room, memory]) => {
      const isDanger = memory.category === 'DANGER' && isOfRoom(memory) && isThere(memory);
      const isHearsay = room !== id && wasThere;
      return isDanger && !isHearsay && !memoryNamesUnshown(memory) && !isSafe([room, memory]);
    });
    return renderLocationMemory(shown, { ...DANGERS_NEARBY, evidence });
  }

  /** Rooms with their lasting memories, without what is left out. */
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

/** The story as one moment asks it: about each command once. */
function askedOnce(story: Story): Story {
  const { vainAnswer } = story;
  if (vainAnswer === undefined) return story;
  const answers = new Map<string, string | null>();
  return {
    ...story,
    vainAnswer(command, now) {
      if (!answers.has(command)) answers.set(command, vainAnswer(command, now));
      return answers.get(command) ?? null;
    },
  };
}

/** What was seen and done lately, and is seen now. */
export type Looks = Pick<GameState, 'recent' | 'observation' | 'attempts'>;

/** The things that were seen last in another room than this one, what is held among them. */
function thingsAway(room: LocationId, { recent, observation }: Looks): readonly VisibleObject[] {
  const looks = [...recent.flatMap(({ before, after }) => [before, after]), observation];
  const last = new Map(
    looks.flatMap(({ objects, location }) =>
      objects.map((thing) => [thing.id, { thing, at: location.id }] as const),
    ),
  );
  return [...last.values()].flatMap(({ thing, at }) => (at === room ? [] : [thing]));
}

/** The commands that took in an earlier episode what lies in reach; none that a memory of the room, shown or not, tells of. */
function takingsAt(
  taken: readonly Taken[],
  { now }: Place,
  memories: readonly Filed[],
): readonly string[] {
  const lying = new Set(
    now.observation.objects.flatMap(({ id, held }) => (held ? [] : [Number(id)])),
  );
  const isTold = (command: string) =>
    memories.some(([, { title }]) => isNamedWhole(title, command));
  return taken
    .filter(({ thing, commands }) => lying.has(thing) && !commands.some(isTold))
    .flatMap(({ commands }) => commands)
    .slice(0, MOST_TAKINGS);
}
