import {
  isFreeSpeech,
  isPassive,
  isWaiting,
  normaliseAction,
  takenNouns,
} from '../domain/command.ts';
import { effectOf, hadNoEffect, outcomesOf } from '../domain/effect.ts';
import { InterpreterError } from '../domain/errors.ts';
import { thingsNamedByCommand } from '../domain/naming.ts';
import { type Look, thingsObserved } from '../domain/observation.ts';
import { type TurnRecord } from '../domain/turn-record.ts';
import { plainAnswer } from '../domain/answer.ts';
import type { Interpreter, Snapshot } from '../interpreter/interpreter.ts';
import { lookAtGame } from './observe.ts';

/** Ways to do nothing, the plainest first. WAIT lets several moves pass in some stories, and LOOK one in all. */
const IDLE = ['wait', 'z', 'look', 'inventory'] as const;

/** Runs something and answers with what it came to. */
type Around = <T>(live: () => T) => T;

/** What the idle one is to live through. */
export interface Waiting {
  /** Moves of the game to let pass, as many as what it is compared with took; 1 when absent. */
  readonly moves?: number;
  /** A seed of other random numbers; absent for those that the player had. */
  readonly numbers?: number;
}

/** Plays the same moment with waiting instead of a command, to compare with. The game is always left as it was. */
export class IdleTwin {
  readonly #game: Interpreter;
  readonly #mayStep: () => boolean;
  readonly #around: Around;
  #idle: string | null = null;

  /** `mayStep` is asked before each step of the engine and may end the comparison; each comparison runs inside `around`. */
  constructor(
    game: Interpreter,
    mayStep: () => boolean = () => true,
    around: Around = (live) => live(),
  ) {
    this.#game = game;
    this.#mayStep = mayStep;
    this.#around = around;
  }

  /** What waiting comes to; null where a key is waited for, where the story breaks, or where no step may be taken. */
  wait(from: Snapshot, { moves = 1, numbers }: Waiting = {}): Look | null {
    return this.#apart(from, numbers, () => {
      const before = this.#look();
      const idle = this.#idleCommand(from, before, numbers);
      return idle === null ? null : this.#pass(idle, before, moves);
    });
  }

  /** What waiting in another way comes to; null as for `wait`, and where there is only one. */
  waitOtherwise(from: Snapshot, moves: number): Look | null {
    const other = IDLE.findLast(
      (command) => command !== this.#idle && this.#game.dictionary.knows(command),
    );
    if (other === undefined) return null;
    return this.#apart(from, undefined, () => this.#pass(other, this.#look(), moves));
  }

  /**
   * What commands, one after the other, come to from a moment, under these random numbers or others; null as for `wait`.
   * A command that is null does nothing.
   */
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

  /** Does nothing until so many moves are over, or the player is. */
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

  /** The way to let one move pass, found by trying once; null where none does. */
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
      // Who dies is no clock: nothing is settled for later moments.
      if (after.died || after.ended !== null) return plainest;
      const took = (after.moves ?? 0) - before.moves;
      if (took === 1) return (this.#idle = command);
      if (took > 1) slow ??= command;
    }
    return slow;
  }

  #apart(from: Snapshot, numbers: number | undefined, live: () => Look | null): Look | null {
    const here = this.#game.snapshot();
    const attempt = () => {
      this.#startFrom(from, numbers);
      return live();
    };
    try {
      return this.#around(attempt);
    } catch (error) {
      if (!(error instanceof InterpreterError)) throw error;
      return null;
    } finally {
      this.#game.restore(here);
    }
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

/** Other things that the same is asked of. */
const MOST_OTHERS = 3;

/** A verb with its preposition, then the thing. */
const ASKED = /^(\S+(?: (?:at|in|inside|into|on|under|behind|through|to))?) (?:the )?(.+)$/;

/** A command that looks at one thing with nothing more. */
const TWO_THINGS = / (?:with|in|on|to|about|and) /;

/** Whether the same look at another thing gets the same answer (simulated). The game is left as it was. */
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
  const inView = thingsObserved(before);
  const meant = thingsNamedByCommand(action, inView);
  const others = inView.flatMap((one) => (meant.includes(one) ? [] : [one.name.toLowerCase()]));
  const answer = plainAnswer(played);
  return others.slice(0, MOST_OTHERS).some((other) => {
    const asked = { action: `${verb} ${other}` };
    const look = twin.play(here, asked.action);
    return look !== null && plainAnswer({ before, decision: asked, after: look }) === answer;
  });
}

/** Whether something can be taken with nothing in the hands (simulated), and not by waiting. The game is left as it was. */
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
    look !== null && outcomesOf(effectOf(before, look)).some((one) => one.startsWith('gained '));
  return gains(twin.play(here, ['drop all', action])) && !gains(twin.play(here, ['wait', action]));
}
