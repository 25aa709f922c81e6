import { createHash } from 'node:crypto';
import type { ScreenState, UndoState } from 'ifvms';
import type { StoryMachine } from './story-machine.ts';

/** Everything that decides a machine's future. Immutable. */
export type MachineState = Readonly<ReturnType<typeof captureState>>;

/** Copies a machine's state. It must wait for input or have ended. */
export function captureState(machine: StoryMachine) {
  return {
    ram: machine.m.getUint8Array(0, machine.staticmem),
    stack: machine.stack.getUint8Array(0, 2 * (machine.stackBase + machine.sp)),
    frames: [...machine.frames],
    frameptr: machine.frameptr,
    sp: machine.sp,
    pc: machine.pc,
    quit: machine.quit,
    io: copyScreen(machine.io),
    request: machine.read_data,
    random: machine.generator.state(),
    glk: machine.glk.state(),
    undo: [...machine.undo],
    undoLength: machine.undo_len,
  };
}

/** Restores a machine exactly, even after errors. */
export function restoreState(machine: StoryMachine, state: MachineState): void {
  machine.ram.setUint8Array(0, state.ram);
  machine.stack.setUint8Array(0, state.stack);
  machine.frames = [...state.frames];
  machine.frameptr = state.frameptr;
  machine.sp = state.sp;
  machine.pc = state.pc;
  machine.quit = state.quit;
  machine.io = copyScreen(state.io);
  machine.read_data = state.request;
  machine.generator.restore(state.random);
  machine.glk.restore(state.glk);
  machine.upperwin = machine.glk.upper;
  machine.undo = [...state.undo];
  machine.undo_len = state.undoLength;
}

/** Whether a story waits in both states at the same place of its code. */
export function isSamePlace(a: MachineState, b: MachineState): boolean {
  return a.pc === b.pc && Buffer.compare(a.stack, b.stack) === 0;
}

const undoHashes = new WeakMap<UndoState, string>();

/** SHA-256 over a state; equal states have equal hashes, wherever they come from. */
export function hashState(state: MachineState): string {
  const { ram, stack, undo, glk, request, ...rest } = state;
  const { buffer, ...waiting } = request;
  const hash = createHash('sha256').update(ram).update(stack);
  for (const saved of undo) hash.update(undoHash(saved));
  if (glk.upper !== null) hash.update(glk.upper.cells);
  const grid = glk.upper === null ? null : { ...glk.upper, cells: null };
  const room = buffer?.length ?? 0;
  hash.update(JSON.stringify([rest, { ...waiting, room }, { ...glk, upper: grid }]));
  return hash.digest('hex');
}

function undoHash(saved: UndoState): string {
  const known = undoHashes.get(saved);
  if (known !== undefined) return known;
  const { ram, stack, ...rest } = saved;
  const hash = createHash('sha256').update(ram).update(stack).update(JSON.stringify(rest));
  const digest = hash.digest('hex');
  undoHashes.set(saved, digest);
  return digest;
}

function copyScreen(io: ScreenState): ScreenState {
  const [input, screen, transcript, memory, commands] = io.streams;
  const copied = memory.map(([at, text]): [number, string] => [at, text]);
  return { ...io, streams: [input, screen, transcript, copied, commands] };
}
