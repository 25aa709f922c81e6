import type { TextMachine } from './text-machine.ts';

const FRAME_BYTES = 8;
/** Room for a routine call beyond the restored data. */
const SPARE_BYTES = 64;

const NO_GAME = 'That file is no saved game, or it is damaged; the game goes on as it was.';
const OTHER_STORY = 'That game was saved in another story or release; the game goes on as it was.';

/** Whether an instruction saves or restores the game and not a table. `at` is the place of its result. */
export function savesWholeGame({ version, pc }: TextMachine, at: number): boolean {
  return version < 4 || at === pc - 1;
}

/** The game at an instruction that saves, as a Quetzal file. `at` is the place of its result. */
export function savedGame(machine: TextMachine, at: number): Uint8Array {
  const { m, staticmem, origram, frameptr, frames, stackBase, sp } = machine;
  const stacks = machine.stack.getUint8Array(0, 2 * (stackBase + sp));
  new DataView(stacks.buffer).setUint16(frameptr + 6, sp);
  swapFrames(stacks, [...frames, frameptr]);
  const bytes = compressMemory(m.getUint8Array(0, staticmem), origram);
  const memory = { isCompressed: true, bytes };
  return encodeQuetzal({ ...identityOf(machine), pc: at, memory, stacks });
}

/** Restores the machine to after the instruction that saved. Returns null, or the reason of a refusal, which changes nothing. */
export function loadGame(machine: TextMachine, bytes: Uint8Array): string | null {
  const saved = decodeQuetzal(bytes);
  if (saved === null) return NO_GAME;
  if (!isSameStory(saved, machine)) return OTHER_STORY;
  const { bytes: held, isCompressed } = saved.memory;
  const memory = isCompressed ? expandMemory(held, machine.origram) : held;
  const stacks = Uint8Array.from(saved.stacks);
  const frames = frameStarts(stacks);
  const isLost = saved.pc < 0x40 || saved.pc >= machine.memory.length;
  if (memory?.length !== machine.origram.length || frames === null || isLost) return NO_GAME;
  if (stacks.length > machine.words.byteLength - SPARE_BYTES) return NO_GAME;
  swapFrames(stacks, frames);
  const flags2 = machine.ram.getUint8(0x11);
  machine.ram.setUint8Array(0, memory);
  machine.ram.setUint8(0x11, flags2);
  machine.stack.setUint8Array(0, stacks);
  machine.frameptr = frames.at(-1) ?? 0;
  machine.frames = frames.slice(0, -1);
  machine.sp = new DataView(stacks.buffer).getUint16(machine.frameptr + 6);
  machine.update_header();
  if (machine.version3) machine.split_window(0);
  machine.pc = saved.pc;
  goOn(machine);
  return null;
}

function identityOf({ m }: TextMachine): Pick<SavedGame, 'release' | 'serial' | 'checksum'> {
  return {
    release: m.getUint16(0x02),
    serial: m.getUint8Array(0x12, 6),
    checksum: m.getUint16(0x1c),
  };
}

function isSameStory(saved: SavedGame, machine: TextMachine): boolean {
  const { release, serial, checksum } = identityOf(machine);
  const isSameEdition = release === saved.release && checksum === saved.checksum;
  return isSameEdition && Buffer.compare(serial, saved.serial) === 0;
}

/** The start of each frame, from the first. Null if they do not fill the stacks. */
function frameStarts(stacks: Uint8Array): number[] | null {
  const view = new DataView(stacks.buffer);
  const frames: number[] = [];
  let at = 0;
  while (at + FRAME_BYTES <= stacks.length) {
    frames.push(at);
    at += FRAME_BYTES + 2 * ((view.getUint8(at + 3) & 15) + view.getUint16(at + 6));
  }
  return at === stacks.length && frames.length > 0 ? frames : null;
}

/** Swaps the bytes of each frame's locals and stack: a file has big-endian words, the machine this computer's order. */
function swapFrames(stacks: Uint8Array, starts: readonly number[]): void {
  const isSame = new Uint8Array(new Uint16Array([1]).buffer)[0] === 0;
  if (isSame) return;
  for (const [index, start] of starts.entries()) {
    const from = start + FRAME_BYTES;
    Buffer.from(stacks.buffer, from, (starts[index + 1] ?? stacks.length) - from).swap16();
  }
}

/** Tells the instruction that saved, with its result at `pc`, that the game was restored (§6.1.2). */
function goOn(machine: TextMachine): void {
  const { m } = machine;
  if (machine.version > 3) {
    const variable = m.getUint8(machine.pc);
    machine.pc += 1;
    machine.variable(variable, 2);
    return;
  }
  const first = m.getUint8(machine.pc);
  const isShort = (first & 0x40) !== 0;
  const second = isShort ? 0 : m.getUint8(machine.pc + 1);
  const offset = isShort ? first & 0x3f : (((first << 8) | second) << 18) >> 18;
  machine.pc += isShort ? 1 : 2;
  if ((first & 0x80) === 0) return;
  if (offset === 0 || offset === 1) leaveRoutine(machine, offset);
  else machine.pc += offset - 2;
}

function leaveRoutine(machine: TextMachine, value: number): void {
  const { stack, frameptr } = machine;
  const storer = stack.getUint8(frameptr + 3) & 16 ? -1 : stack.getUint8(frameptr + 4);
  machine.pc = stack.getUint32(frameptr) >>> 8;
  machine.frameptr = machine.frames.pop() ?? machine.outside();
  machine.sp = stack.getUint16(machine.frameptr + 6);
  if (storer >= 0) machine.variable(storer, value);
}

/** A saved game, as Quetzal 1.4 stores it. Stacks and numbers are big-endian. */
interface SavedGame {
  readonly release: number;
  readonly serial: Uint8Array;
  readonly checksum: number;
  /** The place of the result of the instruction that saved. */
  readonly pc: number;
  /** Dynamic memory: whole, or the difference from the story file with its zeros counted. */
  readonly memory: { readonly isCompressed: boolean; readonly bytes: Uint8Array };
  readonly stacks: Uint8Array;
}

const HEADER_BYTES = 13;

export function encodeQuetzal(game: SavedGame): Uint8Array {
  const { release, serial, checksum, pc, memory, stacks } = game;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(release, 0);
  header.set(serial.subarray(0, 6), 2);
  header.writeUInt16BE(checksum, 8);
  header.writeUIntBE(pc, 10, 3);
  const body = Buffer.concat([
    Buffer.from('IFZS'),
    chunk('IFhd', header),
    chunk(memory.isCompressed ? 'CMem' : 'UMem', memory.bytes),
    chunk('Stks', stacks),
  ]);
  return chunk('FORM', body);
}

/** The saved game in a file. Null if it is none, or cut off. */
export function decodeQuetzal(bytes: Uint8Array): SavedGame | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 0, 4) !== 'FORM' || file.toString('latin1', 8, 12) !== 'IFZS')
    return null;
  const chunks = chunksIn(file.subarray(12, 8 + file.readUInt32BE(4)));
  const [header, stacks] = [chunks.get('IFhd'), chunks.get('Stks')];
  const [compressed, whole] = [chunks.get('CMem'), chunks.get('UMem')];
  const held = compressed ?? whole;
  if (header === undefined || stacks === undefined || held === undefined) return null;
  if (header.length < HEADER_BYTES) return null;
  return {
    release: header.readUInt16BE(0),
    serial: header.subarray(2, 8),
    checksum: header.readUInt16BE(8),
    pc: header.readUIntBE(10, 3),
    memory: { isCompressed: compressed !== undefined, bytes: held },
    stacks,
  };
}

/** Memory as its difference from the original: a zero stands for itself and as many more as the next byte says. */
export function compressMemory(memory: Uint8Array, original: Uint8Array): Uint8Array {
  const out: number[] = [];
  let zeros = 0;
  const flush = () => {
    for (; zeros > 0; zeros -= Math.min(zeros, 256)) out.push(0, Math.min(zeros, 256) - 1);
  };
  for (const [index, byte] of memory.entries()) {
    const difference = byte ^ (original[index] ?? 0);
    if (difference === 0) zeros += 1;
    else {
      flush();
      out.push(difference);
    }
  }
  // The rest is as in the original.
  return Uint8Array.from(out);
}

/** The memory of a difference. Null if it is too long, or cut off. */
export function expandMemory(difference: Uint8Array, original: Uint8Array): Uint8Array | null {
  const memory = original.slice();
  let at = 0;
  for (let i = 0; i < difference.length; i += 1) {
    const byte = difference[i] ?? 0;
    if (byte === 0) {
      i += 1;
      const more = difference[i];
      if (more === undefined) return null;
      at += 1 + more;
    } else {
      if (at >= memory.length) return null;
      memory[at] = byte ^ (original[at] ?? 0);
      at += 1;
    }
  }
  return at > memory.length ? null : memory;
}

function chunk(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The first chunk of each name. One that is cut off does not count. */
function chunksIn(body: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 0; at + 8 <= body.length;) {
    const name = body.toString('latin1', at, at + 4);
    const end = at + 8 + body.readUInt32BE(at + 4);
    if (end > body.length) break;
    if (!chunks.has(name)) chunks.set(name, body.subarray(at + 8, end));
    at = end + (end % 2);
  }
  return chunks;
}
