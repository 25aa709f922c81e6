import { captureState, restoreState, type MachineState } from './machine-state.ts';
import type { StoryMachine } from './story-machine.ts';

/** More pages than stories show one after the other; what still waits for a key then is the player's. */
const MOST_KEYS = 20;

const ENTER = 13;
const NAMED_KEYS: Readonly<Record<string, number>> = {
  '': ENTER,
  enter: ENTER,
  return: ENTER,
  space: 32,
};

/** What a story printed until it waited for the player. */
export interface Response {
  readonly text: string;
  /** Key prompts that were passed with Enter. */
  readonly keysPressed: number;
}

interface Prompt {
  readonly state: MachineState;
  /** What was printed before it waited. */
  readonly text: string;
}

/**
 * Presses Enter while the story waits for "any key". A prompt that comes again is a question: the presses that it
 * ignored are taken back, and the key is left to the player.
 */
export function passKeyPrompts(machine: StoryMachine): Response {
  const prompts: Prompt[] = [];
  let text = machine.glk.takeText();
  while (machine.glk.pending === 'key') {
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

/** The key that a line stands for, as a character code: Enter for an empty one, a key's name, else its first character. */
export function keyCodeOf(line: string): number {
  return NAMED_KEYS[line.toLowerCase()] ?? line.charCodeAt(0);
}

/** The first prompt that the last one is again, or null. After too many presses, the first in the last one's place. */
function questionAmong(prompts: readonly Prompt[]): Prompt | null {
  const now = prompts.at(-1)?.state;
  if (now === undefined) return null;
  const same = prompts.slice(0, -1).find(({ state }) => isSame(state, now));
  if (same !== undefined || prompts.length <= MOST_KEYS) return same ?? null;
  const elsewhere = prompts.findLastIndex(({ state }) => state.pc !== now.pc);
  return prompts[elsewhere + 1] ?? null;
}

/** Whether a story that waits in one state would do the same in the other, chance apart. */
function isSame(a: MachineState, b: MachineState): boolean {
  return a.pc === b.pc && sameBytes(a.stack, b.stack) && sameBytes(a.ram, b.ram);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
