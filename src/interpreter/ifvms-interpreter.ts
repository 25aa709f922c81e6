import { InterpreterError } from '../domain/errors.ts';
import { locationId, objectId } from '../domain/ids.ts';
import type { Ending, Exit, Location, WorldFacts } from '../domain/observation.ts';
import { announcesDeath, closingScore, endingOf } from './ending.ts';
import { probeExits } from './exits.ts';
import type { GameSession, Response } from './game-session.ts';
import type {
  Dictionary,
  Interpreter,
  Snapshot,
  StepResult,
  StoryIdentity,
} from './interpreter.ts';
import { hashState, type MachineState } from './machine-state.ts';
import { roomAround } from './player-detection.ts';
import { printedText } from '../domain/text.ts';
import { reachOf, sceneFingerprint, seeAround, type Whereabouts } from './visible-objects.ts';
import { askedScore, signedGlobal, statusText } from './score-detection.ts';
import { improveKnowledge, isIncomplete, type StoryKnowledge } from './story-knowledge.ts';
import { learnWorldMask, worldFingerprint, type WorldMask } from './world-fingerprint.ts';

/** Where nobody knows yet which object the player is. */
const UNKNOWN_PLACE: Location = { id: locationId(0), name: 'unknown place' };

/** Commands that ask to end the session, and that confirm it. */
const LEAVES = /^\s*(?:q|quit)\b/i;
const YES = /^\s*y/i;

/** What an {@link IfvmsInterpreter} starts from: a session at its first prompt, and what is known of the story. */
export interface StartedStory {
  readonly story: StoryIdentity;
  readonly session: GameSession;
  readonly dictionary: Dictionary;
  readonly opening: Response;
  readonly knowledge: StoryKnowledge;
}

/** A snapshot's contents behind its opaque type. */
interface Saved {
  readonly story: string;
  readonly machine: MachineState;
  readonly knowledge: StoryKnowledge;
  readonly rooms: ReadonlySet<number>;
  readonly ended: Ending | null;
  readonly lastScore: number | null;
  readonly lastCommand: string;
}

/** The interpreter port over ifvms. */
export class IfvmsInterpreter implements Interpreter {
  readonly story: StoryIdentity;
  readonly dictionary: Dictionary;
  readonly opening: StepResult;
  readonly #session: GameSession;
  readonly #start: MachineState;
  #knowledge: StoryKnowledge;
  #ended: Ending | null = null;
  #exits: readonly Exit[] | null = null;
  #mask: WorldMask | null = null;
  /** Rooms the player was in; a thing that lies in one of them is not here. */
  #rooms = new Set<number>();
  /** What SCORE was last seen to print, in a story whose score nothing else tells. */
  #lastScore: number | null = null;
  #lastCommand = '';

  constructor(started: StartedStory) {
    this.story = started.story;
    this.dictionary = started.dictionary;
    this.#session = started.session;
    this.#knowledge = started.knowledge;
    this.#start = started.session.capture();
    this.opening = this.#result(started.opening, true);
  }

  step(command: string): StepResult {
    if (this.#ended !== null) {
      return { text: '', status: this.#status(), ended: this.#ended, died: false, keysPressed: 0 };
    }
    this.#exits = null;
    const response = this.#session.send(command);
    const leaves = LEAVES.test(command) || (LEAVES.test(this.#lastCommand) && YES.test(command));
    this.#lastCommand = command;
    const result = this.#result(response, leaves);
    if (this.#ended === null && isIncomplete(this.#knowledge) && this.#session.waitsForLine) {
      this.#knowledge = improveKnowledge(this.#session, this.#knowledge);
      this.#lastScore ??= askedScore(this.#session, this.#knowledge.status);
    }
    return result;
  }

  facts(): WorldFacts {
    return this.#session.read(() => {
      const { tree } = this.#session;
      const { player } = this.#knowledge;
      const inventory = player === null ? [] : tree.children(player).sort((a, b) => a - b);
      return {
        location: this.#location(),
        inventory: inventory.map((object) => ({ id: objectId(object), name: tree.name(object) })),
        ...(player === null ? { objects: [] } : this.#sight(player)),
        score: this.#score(),
        maxScore: this.#knowledge.maxScore,
        moves: this.#moves(),
        ended: this.#ended,
        ...this.#waiting(),
      };
    });
  }

  exits(): readonly Exit[] {
    if (this.#ended !== null || this.#knowledge.player === null) return [];
    const locate = () => this.#location();
    this.#exits ??= this.#session.steps.during('exits', () =>
      probeExits(this.#session, { words: this.#knowledge.directions, locate }),
    );
    return this.#exits;
  }

  snapshot(): Snapshot {
    const saved: Saved = {
      story: this.story.key,
      machine: this.#session.capture(),
      knowledge: this.#knowledge,
      rooms: new Set(this.#rooms),
      ended: this.#ended,
      lastScore: this.#lastScore,
      lastCommand: this.#lastCommand,
    };
    return saved as unknown as Snapshot;
  }

  restore(snapshot: Snapshot): void {
    const saved = snapshot as unknown as Saved;
    if (saved.story !== this.story.key) {
      throw new InterpreterError(
        `This snapshot belongs to another story (${saved.story}, not ${this.story.key}).`,
      );
    }
    this.#session.restore(saved.machine);
    this.#knowledge = saved.knowledge;
    this.#rooms = new Set(saved.rooms);
    this.#ended = saved.ended;
    this.#lastScore = saved.lastScore;
    this.#lastCommand = saved.lastCommand;
    this.#exits = null;
  }

  reseed(seed: number): void {
    this.#session.machine.generator.shuffle(seed);
    this.#exits = null;
  }

  stateHash(): string {
    return hashState(this.#session.capture());
  }

  fingerprint(): string {
    return this.#session.read(() => worldFingerprint(this.#session, this.#worldMask()));
  }

  scene(): string {
    return this.#session.read(() => sceneFingerprint(this.#session, this.#place()));
  }

  reach(noun: string): 'possible' | 'closed-in' | 'absent' {
    return this.#session.read(() => {
      const { tree } = this.#session;
      return reachOf(this.dictionary.objectsNamed(noun), tree, {
        ...this.#place(),
        // Without known attributes nobody can tell an open container from a closed one.
        visible: new Set(
          this.#knowledge.attributes === null ? [] : this.facts().objects.map(({ id }) => id),
        ),
      });
    });
  }

  #place(): Whereabouts {
    const { player, isInform } = this.#knowledge;
    const room = player === null ? 0 : roomAround(this.#session, player, isInform);
    return { room, player: player ?? 0, rooms: this.#rooms };
  }

  #worldMask(): WorldMask {
    this.#mask ??= this.#session.probe(() => {
      this.#session.restore(this.#start);
      return learnWorldMask(this.#session, this.#knowledge.player);
    });
    return this.#mask;
  }

  #result({ text, keysPressed }: Response, leaves: boolean): StepResult {
    this.#rooms.add(this.#place().room);
    const score = this.#score();
    const { maxScore } = this.#knowledge;
    this.#ended = endingOf(this.#session, { text, score, maxScore, leaves });
    this.#lastScore =
      this.#ended === null
        ? (askedScore(this.#session, this.#knowledge.status) ?? this.#lastScore)
        : (closingScore(text) ?? this.#lastScore);
    return {
      text: printedText(text),
      status: this.#status(),
      ended: this.#ended,
      died: announcesDeath(text),
      keysPressed,
      ...this.#waiting(),
    };
  }

  #waiting(): Pick<WorldFacts, 'waitsFor'> {
    return this.#session.waitsForKey && this.#ended === null ? { waitsFor: 'key' } : {};
  }

  #location(): Location {
    const { tree, machine } = this.#session;
    const { player } = this.#knowledge;
    // without a player version 3 still names the room, in its first global variable (§8.2.2)
    const room =
      player === null ? (machine.version3 ? this.#session.global(0) : 0) : tree.parent(player);
    if (!tree.holds(room)) return UNKNOWN_PLACE;
    return { id: locationId(room), name: tree.name(room) };
  }

  #sight(player: number): Pick<WorldFacts, 'objects' | 'isDark'> {
    const room = roomAround(this.#session, player, this.#knowledge.isInform);
    return seeAround(this.#session.tree, { ...this.#knowledge, player, room });
  }

  #score(): number | null {
    const { status } = this.#knowledge;
    if (typeof status?.score !== 'number') return this.#lastScore;
    return signedGlobal(this.#session, status.score);
  }

  #moves(): number | null {
    const moves = this.#knowledge.status?.moves ?? null;
    return moves === null ? null : this.#session.global(moves);
  }

  #status(): string {
    return this.#session.read(() => statusText(this.#session));
  }
}
