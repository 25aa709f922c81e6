import {
  isFreeSpeech,
  isPassive,
  isWaiting,
  normaliseAction,
  takenNouns,
} from '../domain/command.ts';
import {
  effectOf,
  hadNoEffect,
  movesTaken,
  outcomesOfEffect,
  tookNoMove,
} from '../domain/turn-effect.ts';
import { thingsNamedByCommand } from '../domain/named-things.ts';
import { type Look, thingsSeen } from '../domain/observation.ts';
import { type TurnRecord } from '../domain/turn-record.ts';
import { plainAnswer } from '../domain/game-answer.ts';
import type { Interpreter, Snapshot } from '../interpreter/interpreter.ts';
import { inSnapshot } from '../managers/in-snapshot.ts';
import { lookAtGame } from './observe.ts';

/** Ways to do nothing, the plainest first. In some stories WAIT lets several moves pass; LOOK takes one in all. */
const IDLE = ['wait', 'z', 'look', 'inventory'] as const;

/** Runs a function in a setting of the caller's, and returns its result. */
type Around = <T>(live: () => T) => T;

export interface Waiting {
  /** How many moves of the game to let pass; 1 if absent. */
  readonly moves?: number;
  /** The seed of other random numbers. If absent, the player's own are used. */
  readonly numbers?: number;
}

/** Plays the same moment again with waiting or other commands, for comparison. It always restores the game. */
export class IdleTwin {
  readonly #game: Interpreter;
  readonly #mayStep: () => boolean;
  readonly #around: Around;
  #idle: string | null = null;

  /** `mayStep` is asked before each engine step and may end the comparison. Each comparison runs inside `around`. */
  constructor(
    game: Interpreter,
    mayStep: () => boolean = () => true,
    around: Around = (live) => live(),
  ) {
    this.#game = game;
    this.#mayStep = mayStep;
    this.#around = around;
  }

  /** The look after waiting. Null while the game waits for a key, if the story breaks, or if no step is allowed. */
  wait(from: Snapshot, { moves = 1, numbers }: Waiting = {}): Look | null {
    return this.#apart(from, numbers, () => this.#waitHere(from, moves, numbers));
  }

  #waitHere(from: Snapshot, moves: number, numbers?: number): Look | null {
    const before = this.#look();
    const idle = this.#idleCommand(from, before, numbers);
    return idle === null ? null : this.#pass(idle, before, moves);
  }

  /** The look after another way of waiting. Null as for `wait`, and if there is only one way. */
  waitOtherwise(from: Snapshot, moves: number): Look | null {
    const other = IDLE.findLast(
      (command) => command !== this.#idle && this.#game.dictionary.knows(command),
    );
    if (other === undefined) return null;
    return this.#apart(from, undefined, () => this.#pass(other, this.#look(), moves));
  }

  /** The look after commands, with the player's random numbers or others. A null command does nothing. Null as for `wait`. */
  play(
    from: Snapshot,
    commands: string | readonly (string | null)[],
    numbers?: number,
  ): Look | null {
    return this.#apart(from, numbers, () => {
      let now: Look | null = null;
      for (const command of [commands].flat()) {
        now = this.#step(command ?? this.#idle ?? IDLE[0]);
        if (now === null || now.died || now.ended !== null) break;
      }
      return now;
    });
  }

  /** Waits until so many moves have passed or the game has ended. */
  #pass(idle: string, before: Look, moves: number): Look | null {
    const passed = (now: Look) =>
      now.moves === null || before.moves === null ? null : now.moves - before.moves;
    let now: Look | null = before;
    for (let steps = 1; steps <= moves; steps += 1) {
      now = this.#step(idle);
      if (now === null || now.died || now.ended !== null || now.waitsFor !== undefined) break;
      if ((passed(now) ?? steps) >= moves) break;
    }
    return now;
  }

  /** Finds by trying a way to let exactly one move pass. Null if there is none. */
  #idleCommand(from: Snapshot, before: Look, numbers: number | undefined): string | null {
    if (this.#idle !== null) return this.#idle;
    if (before.waitsFor !== undefined || before.ended !== null) return null;
    const { dictionary } = this.#game;
    const known = IDLE.filter((command) => dictionary.knows(command));
    const plainest = known[0] ?? IDLE[0];
    if (before.moves === null) return (this.#idle = plainest);
    let slow: string | null = null;
    for (const command of known) {
      const after = this.#step(command);
      this.#startFrom(from, numbers);
      if (after === null) continue;
      // A death says nothing about the clock of later moments.
      if (after.died || after.ended !== null) return plainest;
      const took = (after.moves ?? 0) - before.moves;
      if (took === 1) return (this.#idle = command);
      if (took > 1) slow ??= command;
    }
    return slow;
  }

  /** Whether a hidden property of a thing is other now than before, and than after waiting: spells learnt, dials, topics. */
  changedUnseen(from: Snapshot, moves: number): boolean {
    const properties = () => this.#game.fingerprint('properties');
    const now = properties();
    if (this.#apart(from, undefined, properties) === now) return false;
    const idle = this.#apart(from, undefined, () => {
      const waited = this.#waitHere(from, moves);
      return waited === null ? null : properties();
    });
    return idle !== null && idle !== now;
  }

  #apart<T>(from: Snapshot, numbers: number | undefined, live: () => T | null): T | null {
    const attempt = () => {
      this.#startFrom(from, numbers);
      return live();
    };
    return inSnapshot(this.#game, () => this.#around(attempt));
  }

  #startFrom(from: Snapshot, numbers: number | undefined): void {
    this.#game.restore(from);
    if (numbers !== undefined) this.#game.reseed(numbers);
  }

  #look(): Look {
    return lookAtGame(this.#game, { text: '', died: false });
  }

  #step(command: string): Look | null {
    return this.#mayStep() ? lookAtGame(this.#game, this.#game.step(command)) : null;
  }
}

/** So many other things are asked the same. */
const MOST_OTHERS = 3;

/** A verb with its preposition, then the thing. */
const ASKED = /^(\S+(?: (?:at|in|inside|into|on|under|behind|through|to))?) (?:the )?(.+)$/;

/** A command with a second thing is more than a look at one. */
const TWO_THINGS = / (?:with|in|on|to|about|and) /;

/** Whether the same look at another thing gets the same answer, as tried in a snapshot. */
export function twinGetsSameAnswer(
  here: Snapshot,
  played: Pick<TurnRecord, 'before' | 'decision' | 'after'>,
  twin: Pick<IdleTwin, 'play'>,
): boolean {
  const { before, after, decision } = played;
  const action = normaliseAction(decision.action);
  const [, verb, thing = ''] = ASKED.exec(action) ?? [];
  const isLook = isPassive(action) && !isWaiting(action) && !isFreeSpeech(action);
  if (verb === undefined || !isLook || TWO_THINGS.test(` ${thing} `)) return false;
  if (!hadNoEffect(played) || after.text.trim() === '') return false;
  const inView = thingsSeen(before);
  const meant = thingsNamedByCommand(action, inView);
  const others = inView.flatMap((one) => (meant.includes(one) ? [] : [one.name.toLowerCase()]));
  const answer = plainAnswer(played);
  return others.slice(0, MOST_OTHERS).some((other) => {
    const asked = { action: `${verb} ${other}` };
    const look = twin.play(here, asked.action);
    return look !== null && plainAnswer({ before, decision: asked, after: look }) === answer;
  });
}

/** Whether something can be taken with empty hands, and waiting does not explain it. Tried in a snapshot. */
export function twinNeedsFreeHands(
  here: Snapshot,
  played: Pick<TurnRecord, 'before' | 'decision' | 'after'>,
  twin: Pick<IdleTwin, 'play'>,
): boolean {
  const { before } = played;
  const action = normaliseAction(played.decision.action);
  if (before.inventory.length === 0 || !hadNoEffect(played)) return false;
  if (takenNouns(action).length !== 1) return false;
  const gains = (look: Look | null) =>
    look !== null &&
    outcomesOfEffect(effectOf(before, look)).some((one) => one.startsWith('gained '));
  return gains(twin.play(here, ['drop all', action])) && !gains(twin.play(here, ['wait', action]));
}

/** Whether a command that shows no effect changed something unseen that waiting does not change. A refusal is not looked at. */
export function twinMissesChange(
  here: Snapshot,
  played: Pick<TurnRecord, 'before' | 'decision' | 'after'>,
  twin: Pick<IdleTwin, 'changedUnseen'>,
): boolean {
  if (isPassive(played.decision.action) || tookNoMove(played) || !hadNoEffect(played)) return false;
  return twin.changedUnseen(here, movesTaken(played));
}
