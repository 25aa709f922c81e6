import { InterpreterError } from '../domain/errors.ts';
import { locationId } from '../domain/ids.ts';
import type { Ending, Exit, Location, RefusedWay, WorldFacts } from '../domain/observation.ts';
import { endsInQuestion, printedText } from '../domain/text.ts';
import { announcesDeath, closingScore, diedIn, endingOf, isEndingCommand } from './ending.ts';
import { NO_WAYS, probeWays, type ProbedMoments, type ProbedWays } from './exits.ts';
import type { GameSession, Response } from './game-session.ts';
import type {
  Dictionary,
  Interpreter,
  Snapshot,
  StepResult,
  StoryIdentity,
} from './interpreter.ts';
import { hashState, type MachineState } from './machine-state.ts';
import { roomAroundPlayer, UNKNOWN_PLACE } from './player-detection.ts';
import { NOTHING_TRIED, Surroundings, type Tried } from './surroundings.ts';
import { askedScore, signedScoreGlobal, statusText } from './score-detection.ts';
import { improvedAt, isIncomplete, type StoryKnowledge } from './story-knowledge.ts';
import { heldBy, reachInWorld, sceneFingerprint, type Whereabouts } from './world-view.ts';
import { learnWorldMask, worldFingerprint, type WorldMask } from './world-fingerprint.ts';

/** The start of an {@link IfvmsInterpreter}: a session at its first prompt, and the knowledge of the story. */
export interface StartedStory {
  readonly story: StoryIdentity;
  readonly session: GameSession;
  readonly dictionary: Dictionary;
  readonly opening: Response;
  readonly knowledge: StoryKnowledge;
  /** Findings of other games of the story. */
  readonly probed: {
    readonly ways: ProbedMoments<ProbedWays>;
    readonly masks: ProbedMoments<WorldMask>;
    readonly knowledge: ProbedMoments<StoryKnowledge>;
  };
}

/** Knowledge of the game in progress. Replaced, never mutated. */
interface Progress {
  readonly knowledge: StoryKnowledge;
  /** Rooms that the player entered. A thing inside one of them is not here. */
  readonly rooms: ReadonlySet<number>;
  readonly ended: Ending | null;
  /** The score that SCORE last printed, in a story where nothing else tells it. */
  readonly lastScore: number | null;
  readonly lastCommand: string;
  /** Whether its last text ends in a question. */
  readonly asks: boolean;
  readonly tried: Tried;
}

interface Saved {
  readonly story: string;
  readonly machine: MachineState;
  readonly progress: Progress;
}

export class IfvmsInterpreter implements Interpreter {
  readonly story: StoryIdentity;
  readonly dictionary: Dictionary;
  readonly opening: StepResult;
  readonly #session: GameSession;
  readonly #probed: StartedStory['probed'];
  readonly #surroundings: Surroundings;
  readonly #start: MachineState;
  #now: Progress;
  #ways: ProbedWays | null = null;
  #mask: WorldMask | null = null;

  constructor(started: StartedStory) {
    this.story = started.story;
    this.dictionary = started.dictionary;
    this.#session = started.session;
    this.#probed = started.probed;
    this.#surroundings = new Surroundings(started.session, started.dictionary);
    const nothing = { ended: null, lastScore: null, lastCommand: '', asks: false };
    const { knowledge } = started;
    this.#now = { ...nothing, knowledge, rooms: new Set(), tried: NOTHING_TRIED };
    this.#start = started.session.capture();
    this.opening = this.#result(started.opening, true);
  }

  step(command: string): StepResult {
    const { ended, lastCommand } = this.#now;
    if (ended !== null)
      return { text: '', status: this.#status(), ended, died: false, keysPressed: 0 };
    this.#ways = null;
    const response = this.#session.send(command);
    const leaves = isEndingCommand(command, lastCommand);
    this.#now = { ...this.#now, lastCommand: command };
    const result = this.#result(response, leaves);
    if (result.ended === null && isIncomplete(this.#now.knowledge) && this.#session.waitsForLine) {
      const knowledge = improvedAt(this.#session, this.#now.knowledge, this.#probed.knowledge);
      const lastScore = this.#now.lastScore ?? askedScore(this.#session, knowledge.status);
      this.#now = { ...this.#now, knowledge, lastScore };
    }
    return result;
  }

  facts(): WorldFacts {
    const { knowledge, ended } = this.#now;
    const place = this.#session.read(() => this.#place());
    const look = this.#surroundings.seen(knowledge, place, this.#now.tried, ended !== null);
    this.#now = { ...this.#now, tried: look.tried };
    return this.#session.read(() => {
      const { player, maxScore, status } = knowledge;
      const moves = status?.moves ?? null;
      return {
        location: this.#location(),
        inventory: heldBy(this.#session.tree, player),
        ...look.around,
        score: this.#score(),
        maxScore,
        moves: moves === null ? null : this.#session.global(moves),
        ended,
        ...this.#waiting(),
      };
    });
  }

  exits(): readonly Exit[] {
    return this.#probeWays().exits;
  }

  refusedWays(): readonly RefusedWay[] {
    return this.#probeWays().refused;
  }

  #probeWays(): ProbedWays {
    const session = this.#session;
    const { ended, asks, knowledge } = this.#now;
    const { player, directions } = knowledge;
    if (ended !== null || player === null || !session.waitsForLine) return NO_WAYS;
    const look = { locate: () => this.#location(), held: () => heldBy(session.tree, player), asks };
    const probe = () => probeWays(session, directions, look);
    const find = () => this.#probed.ways.find(session, `${player} ${asks}`, probe);
    this.#ways ??= session.steps.during('exits', find);
    return this.#ways;
  }

  snapshot(): Snapshot {
    const machine = this.#session.capture();
    const saved = { story: this.story.key, machine, progress: this.#now } satisfies Saved;
    return saved as unknown as Snapshot;
  }

  restore(snapshot: Snapshot): void {
    const saved = snapshot as unknown as Saved;
    if (saved.story !== this.story.key)
      throw new InterpreterError(
        `This snapshot belongs to another story (${saved.story}, not ${this.story.key}).`,
      );
    this.#session.restore(saved.machine);
    this.#now = saved.progress;
    this.#ways = null;
  }

  reseed(seed: number): void {
    this.#session.machine.generator.shuffle(seed);
    this.#ways = null;
  }

  stateHash(): string {
    return hashState(this.#session.capture());
  }

  fingerprint(of: 'world' | 'properties' = 'world'): string {
    return this.#session.read(() => worldFingerprint(this.#session, this.#worldMask(), of));
  }

  scene(): string {
    return this.#session.read(() => sceneFingerprint(this.#session, this.#place()));
  }

  reach(noun: string): 'possible' | 'closed-in' | 'absent' {
    return this.#session.read(() => {
      return reachInWorld(this.dictionary.objectsNamed(noun), this.#session.tree, {
        ...this.#place(),
        // Without known attributes, open and closed containers look alike.
        visible: new Set(
          this.#now.knowledge.attributes === null ? [] : this.facts().objects.map(({ id }) => id),
        ),
      });
    });
  }

  isInRoom = (thing: number, room: number): boolean =>
    this.#session.read(() => this.#session.tree.around(thing).includes(room));

  #place(): Whereabouts {
    const { player, isInform } = this.#now.knowledge;
    const room = player === null ? 0 : roomAroundPlayer(this.#session, player, isInform);
    return { room, player: player ?? 0, rooms: this.#now.rooms };
  }

  #worldMask(): WorldMask {
    this.#mask ??= this.#session.probe(() => {
      this.#session.restore(this.#start);
      const { player } = this.#now.knowledge;
      return this.#probed.masks.find(this.#session, `${player}`, () =>
        learnWorldMask(this.#session, player),
      );
    });
    return this.#mask;
  }

  #result({ text, keysPressed }: Response, leaves: boolean): StepResult {
    const rooms = new Set(this.#now.rooms).add(this.#place().room);
    const { maxScore, status } = this.#now.knowledge;
    const ended = endingOf(this.#session, { text, score: this.#score(), maxScore, leaves });
    const told = ended === null ? askedScore(this.#session, status) : closingScore(text);
    const lastScore = told ?? this.#now.lastScore;
    this.#now = { ...this.#now, rooms, ended, lastScore, asks: endsInQuestion(text) };
    return {
      text: printedText(text),
      status: this.#status(),
      ended,
      died: ended === null ? diedIn(this.#session, text) : announcesDeath(text),
      keysPressed,
      ...this.#waiting(),
    };
  }

  #waiting(): Pick<WorldFacts, 'waitsFor'> {
    return this.#session.waitsForKey && this.#now.ended === null ? { waitsFor: 'key' } : {};
  }

  #location(): Location {
    const { tree, machine } = this.#session;
    const { player } = this.#now.knowledge;
    // Without a known player, version 3 still names the room, in its first global variable (§8.2.2).
    const room =
      player === null ? (machine.version3 ? this.#session.global(0) : 0) : tree.parent(player);
    if (!tree.holds(room)) return UNKNOWN_PLACE;
    return { id: locationId(room), name: tree.name(room) };
  }

  #score(): number | null {
    const { knowledge, lastScore } = this.#now;
    const score = knowledge.status?.score;
    return typeof score === 'number' ? signedScoreGlobal(this.#session, score) : lastScore;
  }

  #status = (): string => this.#session.read(() => statusText(this.#session));
}
