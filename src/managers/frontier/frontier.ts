import { normaliseAction } from '../../domain/command.ts';
import type { LocationId } from '../../domain/ids.ts';
import { nounFor } from '../../domain/named-things.ts';
import type { Observation } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { isSpellingOf } from '../../domain/vocabulary.ts';
import type { Dictionary } from '../../interpreter/interpreter.ts';
import { frontierWords, type FrontierPlace } from '../../prompts/frontier-wording.ts';
import type { DurableFile } from '../../storage/storage.ts';
import { QuietTurns } from '../quiet-turns.ts';
import {
  knownDarkRooms,
  mergeThings,
  parseThings,
  printThings,
  addSeenThings,
  type KnownThing,
  type KnownThings,
} from './known-things.ts';
import { DeadlyThings, type DeathPorts } from './deadly-things.ts';
import {
  type PlacePorts,
  isUntouched,
  looseEnds,
  partsLeft,
  placesLeft,
  shutThingsLeft,
  sideTripsLeft,
  unusedThings,
  verbsByEpisode,
  waysLeft,
} from './leftovers.ts';
import { Sightings } from './sightings.ts';
import { Topics } from './topics.ts';
import { addTriedThings } from './try-things.ts';
import { typedWords } from './typed-words.ts';

/** After so many turns without anything new, unused verbs are offered. */
const QUIET_TURNS = 5;

/** Verbs that every player knows. */
const PLAIN_VERBS = new Set('go walk look l examine x inventory i wait z take get drop'.split(' '));

interface Asked {
  /** The description of the room. */
  readonly description?: string;
  /** Whether the episode began here in order to try what is left. */
  readonly explores?: boolean;
  /** The turns that are left after the suggestion. Null if there is none. */
  readonly spare?: number | null;
  readonly turnsLeft?: number;
}

interface FrontierPorts extends PlacePorts, DeathPorts {
  readonly memory: PlacePorts['memory'] & DeathPorts['memory'];
  readonly file: DurableFile;
  readonly nouns: Pick<Dictionary, 'knows' | 'objectsNamed'>;
  /** The story's verbs that are worth a try, each with its words. */
  readonly verbs: readonly (readonly string[])[];
}

/** What no episode has tried yet: exits, things, verbs. Read once; `save` adds what this episode did. */
export class Frontier {
  readonly #ports: FrontierPorts;
  #known: KnownThings;
  /** The state before the episode. */
  readonly #before: KnownThings;
  /** What this episode alone did. */
  #own = parseThings(null);
  readonly #seen = new Sightings();
  readonly #quiet = new QuietTurns();
  readonly #topics: Topics;
  readonly #deadly: DeadlyThings;
  /** The scenery of each room, as it was when last seen in this episode. */
  readonly #parts = new Map<LocationId, ReadonlySet<number>>();
  #hasOffered = false;
  /** The text before the first command. Null until it is seen, empty afterwards. */
  #opening: string | null = null;

  /** Reads the results of earlier episodes. Throws StorageError. */
  constructor(ports: FrontierPorts) {
    this.#ports = ports;
    this.#known = parseThings(ports.file.read());
    this.#before = this.#known;
    this.#topics = new Topics(ports.nouns);
    this.#deadly = new DeadlyThings(ports);
  }

  /** The things that were seen, in this episode or an earlier one. */
  things(): readonly { readonly id: number; readonly name: string }[] {
    return [...this.#known.things.values()].map(({ thing, name }) => ({ id: thing, name }));
  }

  /** Whom and what earlier episodes first met in a room, each with the commands that took it there. */
  metIn(room: LocationId) {
    const met = [...this.#before.things.values()].filter((one) => one.room === room);
    return met.map(({ thing, name, taken = [] }) => ({ thing, name, commands: taken }));
  }

  /** Outcomes that were asked about: `has` tells of earlier episodes. */
  readonly judged = {
    has: (outcome: string): boolean => this.#before.judged.has(outcome),
    keep: (outcome: string): void => {
      this.#known = { ...this.#known, judged: new Set([...this.#known.judged, outcome]) };
    },
  };

  record(turn: TurnRecord): void {
    if (this.#quiet.count >= QUIET_TURNS) this.#hasOffered = true;
    this.#quiet.record(turn);
    if (turn.before.waitsFor !== 'key') this.#opening = '';
    this.#known = addTriedThings(this.#known, turn);
    this.#own = addTriedThings(this.#own, turn);
    this.#topics.record(turn);
    this.#seen.see(turn.before);
    this.#seen.see(turn.after);
    const [word = ''] = normaliseAction(turn.decision.action).split(' ');
    const [verb] =
      this.#ports.verbs.find((words) => words.some((one) => isSpellingOf(one, word))) ?? [];
    if (verb === undefined) return;
    this.#known = { ...this.#known, verbs: new Set([...this.#known.verbs, verb]) };
  }

  /** What there is to try, in an episode that explores what is left here first. Pure, except that it takes in what is in view. */
  render(
    now: Observation,
    { description = '', explores = false, spare = null, turnsLeft = Infinity }: Asked = {},
  ): string {
    this.#opening ??= now.text;
    if (now.ended !== null || now.waitsFor === 'key') return '';
    this.#known = addSeenThings(this.#known, now);
    this.#deadly.see(now);
    this.#seen.see(now);
    const { things } = this.#known;
    const left = [...things.values()]
      .filter((one) => isUntouched(one) && this.#deadly.isSafe(one))
      .filter(this.#takenByParser());
    const ofRoom = this.#partsOf(now, description);
    const more = left.filter(({ scenery, tried }) => scenery && !tried).filter(this.#isOfItsRoom);
    const own = [
      ...left.filter(({ scenery }) => !scenery),
      ...more.filter(({ thing, room }) => ofRoom.has(thing) && room === now.location.id),
    ];
    const all = this.#leftFor(now, own, more, turnsLeft);
    const elsewhere = all.elsewhere.filter((one) => one.ways + one.things > 0 || one.isDark);
    const found = { ...all, elsewhere };
    const isAnywhere = frontierWords(found) !== '';
    const isHere = found.here.ways.length + found.here.things.length > 0;
    const other = this.#leftFor(now, isHere ? [] : more, [], turnsLeft);
    const { ways, things: here } = isHere ? found.here : other.here;
    const isOffered = this.#quiet.count >= QUIET_TURNS && !this.#hasOffered;
    return frontierWords({
      ...found,
      first: explores ? [...looseEnds(found.here), ...this.#nextDoor(now, elsewhere, spare)] : [],
      // Things that only the prose names come last: here after all else here, elsewhere after all else anywhere.
      here: { ways, things: verbsByEpisode(here, this.#own.things) },
      unused: verbsByEpisode(found.unused, this.#own.things),
      ...(!isAnywhere && { elsewhere: all.elsewhere }),
      unasked: this.#topics.unasked(now),
      verbs: this.#unusedVerbs(isOffered),
    });
  }

  #partsOf(now: Observation, description: string): ReadonlySet<number> {
    const parts = partsLeft(now, description);
    if (description !== '') this.#parts.set(now.location.id, parts);
    return parts;
  }

  /** Whether scenery belongs to the room where it was first seen. Not known of a room that this episode did not enter. */
  readonly #isOfItsRoom = ({ thing, room }: KnownThing): boolean =>
    room === null || this.#parts.get(room)?.has(thing) !== false;

  #nextDoor({ location }: Observation, places: readonly FrontierPlace[], spare: number | null) {
    const wasIn = (room: LocationId) => this.#seen.wasIn(room);
    return sideTripsLeft(this.#ports, places, { here: location.id, turns: spare ?? 0, wasIn });
  }

  /** Verbs that no episode used: all of them when they are offered, else those that the opening tells the player to type. */
  #unusedVerbs(isOffered: boolean): readonly string[] {
    const typed = typedWords(this.#opening ?? '');
    const isPlain = (words: readonly string[]) => words.some((one) => PLAIN_VERBS.has(one));
    return this.#ports.verbs
      .filter((words) => !isPlain(words))
      .flatMap((words) => {
        const [verb = ''] = words;
        const told = typed.find((word) => words.some((one) => isSpellingOf(one, word)));
        if (this.#known.verbs.has(verb) || (told === undefined && !isOffered)) return [];
        return [told ?? verb];
      });
  }

  /** Adds what this episode tried to the file. Rejects with StorageError and LockedError. */
  async save(): Promise<void> {
    const found = this.#known;
    await this.#ports.file.update((bytes) => printThings(mergeThings(parseThings(bytes), found)));
  }

  /** Of places elsewhere, `scenery` is told only if one has some. */
  #leftFor(
    now: Observation,
    left: readonly KnownThing[],
    scenery: readonly KnownThing[],
    turnsLeft: number,
  ) {
    const { id: here } = now.location;
    const { things } = this.#known;
    const isHeld = this.#seen.heldNow(now);
    const isTaken = this.#takenByParser();
    const lying = left.filter(({ thing }) => !isHeld(thing));
    const inView = new Set(now.objects.map(({ id }) => Number(id)));
    const absent = [...lying.filter((one) => !one.scenery), ...scenery].filter(
      ({ thing }) => !inView.has(thing),
    );
    return {
      here: {
        ways: waysLeft(this.#ports.map.unexploredWays(here)),
        things: shutThingsLeft(
          lying.filter(({ thing }) => inView.has(thing)),
          now,
        ),
      },
      unused: unusedThings(now, this.#seen, things).filter(isTaken),
      elsewhere: placesLeft(this.#ports, here, {
        things: absent.flatMap(this.#seen.whereItIs),
        dark: knownDarkRooms(this.#known),
        wasIn: (room) => this.#seen.wasIn(room),
      }).filter(({ steps }) => steps < turnsLeft),
      verbs: [],
    };
  }

  /** Tells which things the parser has a noun for. If the nouns of a story cannot be read, all things count. */
  #takenByParser(): (one: Pick<KnownThing, 'thing' | 'name'>) => boolean {
    const { nouns } = this.#ports;
    const hasNoun = ({ thing, name }: Pick<KnownThing, 'thing' | 'name'>) =>
      nounFor({ id: thing, name }, nouns) !== null;
    const isReadable = [...this.#known.things.values()].some(hasNoun);
    return (one) => !isReadable || hasNoun(one);
  }
}
