import { InterpreterError, ZorkGptError } from '../domain/errors.ts';
import { captureState, restoreState } from './machine-state.ts';
import type { MachineState } from './machine-state.ts';
import { ObjectTree } from './object-tree.ts';
import type { StoryMachine } from './story-machine.ts';

/** A key prompt ("press any key") is answered with Enter this often before it is left to the player. */
const MOST_KEYS = 5;
const ENTER = 13;

/** What a story printed until it waited for a line again. */
export interface Response {
  readonly text: string;
  /** Key prompts that were answered with Enter. */
  readonly keysPressed: number;
}

/** One machine with its input habits and its object tree; no knowledge of the story. */
export class GameSession {
  readonly machine: StoryMachine;
  readonly tree: ObjectTree;
  #broken: InterpreterError | null = null;

  constructor(machine: StoryMachine) {
    this.machine = machine;
    this.tree = new ObjectTree(machine);
  }

  /** Runs from the start of the game to its first prompt. */
  start(): Response {
    return this.#play(() => this.machine.start());
  }

  /** Gives the story one line, or its first character where the story waits for a key. */
  send(command: string): Response {
    const line = printable(command);
    return this.#play(() => {
      const { pending } = this.machine.glk;
      if (pending === 'line') this.machine.line(line);
      else if (pending === 'key') this.machine.key(line === '' ? ENTER : line.charCodeAt(0));
    });
  }

  /** Like {@link send}, for probes: null where the command breaks the story. */
  trySend(command: string): Response | null {
    try {
      return this.send(command);
    } catch (error) {
      if (error instanceof InterpreterError) return null;
      throw error;
    }
  }

  /** Reads memory; what a damaged story throws becomes an InterpreterError, and the session goes on. */
  read<T>(look: () => T): T {
    this.#assertUsable();
    this.machine.refuel();
    try {
      return look();
    } catch (error) {
      throw interpreterError(error);
    }
  }

  /** Tries something and puts everything back, whatever happens. */
  probe<T>(attempt: () => T): T {
    const before = this.capture();
    try {
      return attempt();
    } finally {
      this.restore(before);
    }
  }

  capture(): MachineState {
    this.#assertUsable();
    return captureState(this.machine);
  }

  restore(state: MachineState): void {
    this.#broken = null;
    restoreState(this.machine, state);
  }

  get waitsForLine(): boolean {
    return this.machine.glk.pending === 'line';
  }

  get hasQuit(): boolean {
    return this.machine.quit !== 0;
  }

  /** Value of a global variable, counted from 0 (§6.2). */
  global(index: number): number {
    return this.machine.m.getUint16(this.machine.globals + 2 * index);
  }

  #play(run: () => void): Response {
    this.#assertUsable();
    try {
      run();
      let keysPressed = 0;
      while (this.machine.glk.pending === 'key' && keysPressed < MOST_KEYS) {
        this.machine.key(ENTER);
        keysPressed += 1;
      }
      return { text: this.machine.glk.takeText(), keysPressed };
    } catch (error) {
      this.#broken = interpreterError(error);
      throw this.#broken;
    }
  }

  #assertUsable(): void {
    if (this.#broken !== null) {
      throw new InterpreterError(
        'The story broke on an earlier command; restore a state from before it or start again.',
        { cause: this.#broken },
      );
    }
  }
}

/** Control characters would stay inside a word of the story's parser. */
function printable(command: string): string {
  return command.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function interpreterError(error: unknown): InterpreterError {
  if (error instanceof InterpreterError) return error;
  if (error instanceof ZorkGptError) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InterpreterError(
    `The story did something that no Z-machine can do (${reason}); its file is damaged.`,
    { cause: error },
  );
}
