/** A saved game, as Quetzal 1.4 stores it. Stacks and numbers are big-endian. */
export interface SavedGame {
  readonly release: number;
  /** Six characters. */
  readonly serial: Uint8Array;
  readonly checksum: number;
  /** Where the result of the instruction that saved is to be found. */
  readonly pc: number;
  /** Dynamic memory: as it is, or the difference from the story file with its zeros counted. */
  readonly memory: { readonly isCompressed: boolean; readonly bytes: Uint8Array };
  readonly stacks: Uint8Array;
}

const HEADER_BYTES = 13;

/** The file of a saved game. */
export function encodeQuetzal({
  release,
  serial,
  checksum,
  pc,
  memory,
  stacks,
}: SavedGame): Uint8Array {
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

/** What a file holds; null when it is no saved game, or one that is cut off. */
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

/** Memory as its difference from what it was: a zero stands for itself and so many more as the byte behind it says. */
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
  // What is not told at the end is as it was.
  return Uint8Array.from(out);
}

/** The memory that a difference stands for; null when it is longer than the memory, or cut off. */
export function expand(difference: Uint8Array, original: Uint8Array): Uint8Array | null {
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

/** The first chunk of each name; one that is cut off is none. */
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
