import { InterpreterError, messageOf, ZorkGptError } from '../domain/errors.ts';
import { EngineSteps } from './interpreter.ts';
import { captureState, isSamePlace, restoreState, type MachineState } from './machine-state.ts';
import { ObjectTree } from './object-tree.ts';
import type { StoryMachine } from './story-machine.ts';

/** Global variables of a story (§6.2). */
const GLOBALS = 240;
/** The variable in which Inform's compiler keeps the object whose routine runs. */
const SELF = 251 - 16;
/** Instructions that printing a name may take. */
const MOST_NAMING = 20_000;

/** One machine with its input and its object tree, without knowledge of the story. */
export class GameSession {
  readonly machine: StoryMachine;
  readonly tree: ObjectTree;
  readonly steps: EngineSteps;
  #broken: InterpreterError | null = null;

  constructor(machine: StoryMachine, steps = new EngineSteps()) {
    this.machine = machine;
    this.steps = steps;
    this.tree = new ObjectTree(machine, (routine, object) => this.#printedFor(routine, object));
  }

  /** Runs from the start of the game to its first prompt. */
  start(): Response {
    return this.#play(() => this.machine.start());
  }

  /** Gives the story one line, or the key for it if the story waits for one. */
  send(command: string): Response {
    // Control characters would become part of a word of the story's parser.
    const line = command.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
    const key = NAMED_KEYS.get(line.toLowerCase()) ?? line.charCodeAt(0);
    this.steps.count();
    return this.#play(() => {
      const { pending } = this.machine.glk;
      if (pending === 'line') this.machine.line(line);
      else if (pending === 'key') this.machine.key(key);
    });
  }

  /** Like {@link send}, for probes. Null if the command breaks the story. */
  trySend(command: string): Response | null {
    try {
      return this.send(command);
    } catch (error) {
      if (error instanceof InterpreterError) return null;
      throw error;
    }
  }

  /** What a command would print now. Null if it would break the story. Restores the game. */
  ask(command: string): string | null {
    return this.probe(() => this.trySend(command)?.text ?? null);
  }

  /** Reads memory. An error from a damaged story becomes an InterpreterError, and the session goes on. */
  read<T>(look: () => T): T {
    this.#assertUsable();
    this.machine.refuel();
    try {
      return look();
    } catch (error) {
      throw interpreterError(error);
    }
  }

  /** Tries something and restores everything, whatever happens. */
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

  /** Whether the story asks for a key that Enter does not answer. */
  get waitsForKey(): boolean {
    return this.machine.glk.pending === 'key';
  }

  get hasQuit(): boolean {
    return this.machine.quit !== 0;
  }

  /** Value of a global variable, counted from 0 (§6.2). */
  global(index: number): number {
    return this.machine.m.getUint16(this.machine.globals + 2 * index);
  }

  /** Values of the first global variables, of all when no number is given. */
  globals(count = GLOBALS): Uint16Array {
    const values = new Uint16Array(count);
    for (let index = 0; index < count; index += 1) values[index] = this.global(index);
    return values;
  }

  /** Global variables in memory that a story can write. */
  get globalCount(): number {
    return Math.min(GLOBALS, (this.machine.staticmem - this.machine.globals) >> 1);
  }

  setGlobal(index: number, value: number): void {
    this.machine.ram.setUint16(this.machine.globals + 2 * index, value & 0xffff);
  }

  /** What a routine of an Inform story prints as the object's own name. Empty if it breaks. Restores the game. */
  #printedFor(routine: number, object: number): string {
    return this.probe(() => {
      this.setGlobal(SELF, object);
      try {
        return this.machine.printedBy(routine, MOST_NAMING).trim();
      } catch (error) {
        if (error instanceof InterpreterError || error instanceof RangeError) return '';
        throw error;
      }
    });
  }

  #play(run: () => void): Response {
    this.#assertUsable();
    try {
      run();
      return passKeyPrompts(this.machine);
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

function interpreterError(error: unknown): InterpreterError {
  if (error instanceof InterpreterError) return error;
  if (error instanceof ZorkGptError) throw error;
  const reason = messageOf(error);
  return new InterpreterError(
    `The story did something that no Z-machine can do (${reason}); its file is damaged.`,
    { cause: error },
  );
}

/** Stories show fewer pages in a row. A further prompt for a key is for the player. */
const MOST_KEYS = 20;

const ENTER = 13;
const SPACE = 32;
const NAMED_KEYS = new Map([
  ['', ENTER],
  ['enter', ENTER],
  ['return', ENTER],
  ['space', SPACE],
]);

/** The text of a story until it waited for the player. */
export type Response = Readonly<ReturnType<typeof passKeyPrompts>>;

/** A moment when a story waited for a key, and the text before it. */
interface Prompt {
  readonly state: MachineState;
  readonly text: string;
}

/**
 * Presses Enter while the story waits for "any key", and counts the presses. If it was a question, they are taken back; a
 * menu is one. A drawing above the text that is no status line is told with it.
 */
function passKeyPrompts(machine: StoryMachine) {
  const prompts: Prompt[] = [];
  let text = machine.glk.takeText();
  while (machine.glk.pending === 'key') {
    const page = machine.glk.pageAbove();
    if (page !== null) text += `\n\n${page}\n\n`;
    if (page !== null && isMenu(machine)) return { text, keysPressed: prompts.length };
    prompts.push({ state: captureState(machine), text });
    const question = questionAmong(prompts);
    if (question !== null) {
      restoreState(machine, question.state);
      return { text: question.text, keysPressed: prompts.indexOf(question) };
    }
    machine.key(ENTER);
    text += machine.glk.takeText();
  }
  return { text, keysPressed: prompts.length };
}

/** Whether different keys have different effects. */
function isMenu(machine: StoryMachine): boolean {
  const here = captureState(machine);
  const after = (key: number) => {
    machine.key(key);
    const state = captureState(machine);
    machine.glk.takeText();
    restoreState(machine, here);
    return state;
  };
  return !isSameState(after(ENTER), after(SPACE));
}

function isSameState(one: MachineState, other: MachineState): boolean {
  return isSamePlace(one, other) && Buffer.compare(one.ram, other.ram) === 0;
}

/** The first prompt that equals the last one, or null. After too many presses, the first one in the same place. */
function questionAmong(prompts: readonly Prompt[]): Prompt | null {
  const now = prompts.at(-1)?.state;
  if (now === undefined) return null;
  const same = prompts.slice(0, -1).find(({ state }) => isSameState(state, now));
  if (same !== undefined || prompts.length <= MOST_KEYS) return same ?? null;
  const elsewhere = prompts.findLastIndex(({ state }) => state.pc !== now.pc);
  return prompts[elsewhere + 1] ?? null;
}
