import type { UndoState } from 'ifvms';
import { InterpreterError } from '../domain/errors.ts';
import { HeadlessGlk, SCREEN } from './headless-glk.ts';
import { LoopMachine } from './loop-machine.ts';
import type { StoryCode } from './story-code.ts';

/** §7.1.2.1.1 */
const MOST_MEMORY_STREAMS = 16;

/** The cost of screen and undo work, in instructions. */
const COST = { print: 20, undo: 5000, split: 4000 } as const;

/** The first address after the header, and the instruction that ends a game (§15). */
const STUB = 0x40;
const QUIT = 0xba;

/** ifvms with frotz's generator, no files and no endless work. After an error, restore a snapshot before going on. */
export class StoryMachine extends LoopMachine {
  readonly glk = new HeadlessGlk();
  readonly generator: FrotzRandom;
  #isTranscribing = false;

  constructor(image: Uint8Array<ArrayBuffer>, code: StoryCode, seed: number) {
    super(image, code);
    this.Glk = this.glk;
    this.generator = new FrotzRandom(seed);
    this.mainwin = this.statuswin = this.upperwin = null;
    this.read_data = { storer: 0 };
  }

  start(): void {
    this.refuel();
    this.restart();
    this.run();
  }

  /** Answers a line prompt. Characters outside the story's character set become question marks (§7.1.1). */
  line(command: string): void {
    // A restored state may have another one than was told.
    this.#tellTranscript();
    this.refuel();
    const room = this.read_data.buffer?.length ?? 0;
    const length = Math.min(room, command.length);
    const codes = Array.from({ length }, (_, i) => inputCode(command, i));
    // a new object, because snapshots keep the old one
    this.read_data = { ...this.read_data, buffer: codes };
    this.glk.pending = null;
    this.handle_line_input(length, 13);
    this.run();
    this.#tellTranscript();
  }

  /** Answers a key prompt with a ZSCII or Unicode code; 13 is Enter. */
  key(code: number): void {
    this.refuel();
    this.glk.pending = null;
    this.handle_char_input(code);
    this.run();
  }

  /** What one routine prints. Afterwards the machine must be restored. Throws InterpreterError on too much work. */
  printedBy(routine: number, mostWork: number): string {
    this.fuel = mostWork;
    // The routine returns to an instruction in writable memory, of which nothing is cached.
    this.ram.setUint8(STUB, QUIT);
    this.pc = STUB;
    const frame = 2 * (this.stackBase + this.sp);
    this.pc = this.enter(routine, -1, 0);
    this.frameptr = frame;
    this.sp = 0;
    this.glk.takeText();
    this.run();
    return this.glk.takeText();
  }

  override random(range: number): number {
    return this.generator.next(range);
  }

  override restart(): void {
    super.restart();
    this.generator.reset();
  }

  /** Keeps Flags 1 bit 1, which ifvms 1.1.6 clears in versions 4 and up, and claims the published standard 1.1. */
  override update_header(): void {
    super.update_header();
    if (!this.version3) {
      this.ram.setUint8(0x01, this.ram.getUint8(0x01) | ((this.origram[0x01] ?? 0) & 0x02));
      this.ram.setUint16(0x32, 0x0101);
    }
  }

  override _print(text: string): void {
    this.charge(COST.print + text.length);
    super._print(text);
  }

  /** The screen always has the same size. Only later versions store it (§8.4). */
  override update_screen_size(): void {
    const { width, height } = SCREEN;
    this.io.width = width;
    if (this.version > 3) this.ram.setUint16(0x20, (height << 8) | width);
    if (this.version > 4) this.ram.setUint32(0x22, (width << 16) | height);
  }

  override split_window(lines: number): void {
    this.charge(COST.split);
    super.split_window(Math.min(lines, SCREEN.height));
  }

  /** The status line of version 3 is read from memory on request. */
  override v3_status(): void {
    /* nothing to draw on */
  }

  /** Stories turn it on by an instruction or in their header (§7.3); both show there. */
  #tellTranscript(): void {
    const isOn = (this.ram.getUint8(0x11) & 1) === 1;
    if (this.files === null || isOn === this.#isTranscribing) return;
    this.#isTranscribing = isOn;
    this.files.turned('transcript', isOn);
  }

  /** Transcripts and command files are refused without a host for files. Memory streams are limited as the standard says. */
  override output_stream(stream: number, address?: number): void {
    const signed = (stream << 16) >> 16;
    const memoryStreams = this.io.streams[3];
    if (Math.abs(signed) === 2) {
      const isOn = signed > 0 && this.files !== null;
      this.ram.setUint8(0x11, (this.ram.getUint8(0x11) & 0xfe) | Number(isOn));
    } else if (Math.abs(signed) === 4) {
      this.files?.turned('commands', signed > 0);
    } else if (signed === 3 && memoryStreams.length >= MOST_MEMORY_STREAMS) {
      throw new InterpreterError('The story opened more than 16 memory streams at once.');
    } else if (signed !== -3 || memoryStreams.length > 0) {
      super.output_stream(stream, address);
    }
  }

  override save_undo(pc: number, variable: number): number {
    this.charge(COST.undo);
    return super.save_undo(pc, variable);
  }

  /** Like ifvms's, but copies states, because snapshots share them. */
  override restore_undo(): number {
    const state: UndoState | undefined = this.undo.pop();
    if (state === undefined) return 0;
    this.charge(COST.undo);
    this.undo_len -= state.ram.byteLength + state.stack.byteLength;
    const flags2 = this.m.getUint8(0x11);
    this.ram.setUint8Array(0, state.ram);
    this.ram.setUint8(0x11, flags2);
    this.stack.setUint8Array(0, state.stack);
    this.frameptr = state.frameptr;
    this.frames = [...state.frames];
    this.sp = state.sp;
    this.pc = state.pc;
    this.variable(state.var, 2);
    return 1;
  }
}

/** A character whose lower case is not one character would overflow the story's buffer. */
function inputCode(command: string, index: number): number {
  const character = command.charAt(index);
  return character.toLowerCase().length === 1 ? character.charCodeAt(0) : 63;
}

/** Exported because the packed types name it. */
export interface RandomState {
  readonly word: number;
  readonly interval: number;
  readonly counter: number;
}

/** The random generator of frotz, bit for bit, so that a seed gives the same game as in tools built on it (§2.4). */
export class FrotzRandom {
  readonly #start: RandomState;
  #state: RandomState;

  constructor(seed: number) {
    this.#start = this.#state = { word: seed | 0, interval: 0, counter: 0 };
  }

  /** Returns to the start seed, as a restart of the game does. */
  reset(): void {
    this.#state = this.#start;
  }

  /** The `random` opcode (§15): 1 to `range`. 0 or less seeds and returns 0. A seed below 1,000 counts 0, 1, 2 … instead. */
  next(range: number): number {
    if (range <= 0) {
      this.#reseed(-range);
      return 0;
    }
    const { interval, counter } = this.#state;
    if (interval !== 0) {
      this.#state = { ...this.#state, counter: (counter + 1) % interval };
      return (counter % range) + 1;
    }
    const word = (Math.imul(0x015a4e35, this.#state.word) + 1) | 0;
    this.#state = { ...this.#state, word };
    return (((word >>> 16) & 0x7fff) % range) + 1;
  }

  /** Uses other numbers from here on. A counting generator goes on counting. */
  shuffle(seed: number): void {
    this.#state = { ...this.#state, word: seed | 0 };
  }

  state(): RandomState {
    return this.#state;
  }

  restore(state: RandomState): void {
    this.#state = state;
  }

  #reseed(value: number): void {
    if (value === 0) this.reset();
    else if (value < 1000) this.#state = { ...this.#state, interval: value, counter: 0 };
    else this.#state = { ...this.#state, word: value, interval: 0 };
  }
}
