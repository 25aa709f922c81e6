import { StoryError } from '../domain/errors.ts';
import type { Trait } from '../domain/observation.ts';
import type { StoryIdentity } from './interpreter.ts';

const SUPPORTED = new Set([3, 4, 5, 8]);
const GLOBALS_BYTES = 480;
const HEADER_BYTES = 0x40;
/** The most bytes that a version can address (§1.1.4). */
const MOST_BYTES = 512 * 1024;

export type StoryFile = Readonly<ReturnType<typeof readStoryFile>>;

/** Reads the header (§11.1) of a story file, also in a Blorb. Throws StoryError for an unplayable file. */
export function readStoryFile(bytes: Uint8Array) {
  const image = unwrapBlorb(bytes);
  const version = checkedVersion(image);
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  checkLayout(view);
  const release = view.getUint16(0x02);
  const serial = String.fromCharCode(...image.subarray(0x12, 0x18)).replace(/[^0-9A-Za-z]/g, '-');
  const checksum = view.getUint16(0x1c).toString(16).padStart(4, '0');
  const key = `${release}.${serial}.${checksum}`;
  const ifid = ifidOf(image, release, serial, checksum);
  const { title = null, maxScore = null } = knownHeaderFacts(key) ?? {};
  const identity: StoryIdentity = { key, ifid, version, release, serial, title, maxScore };
  return { image, identity };
}

function checkedVersion(image: Uint8Array): number {
  const [version = 0] = image;
  const refuse = (reason: string): never => {
    throw new StoryError(reason);
  };
  if (image.length === 0) refuse('The story file is empty.');
  if (fourCharacters(image, 0) === 'Glul')
    refuse('This is a Glulx story; only Z-machine stories can be played.');
  if (version >= 1 && version <= 8 && !SUPPORTED.has(version))
    refuse(`This is a version ${version} story; only versions 3, 4, 5 and 8 can be played.`);
  if (!SUPPORTED.has(version))
    refuse('This is no Z-machine story: its first byte names no version of the machine.');
  if (image.length < HEADER_BYTES)
    refuse(`The story file is cut off: ${image.length} bytes are less than its header.`);
  if (image.length > MOST_BYTES)
    refuse('The story file is larger than any Z-machine story can be (512 KB).');
  return version;
}

/** The header's addresses have to lie inside the file, in their order (§1.1). */
function checkLayout(view: DataView): void {
  // §11.1.6: the length in units of the version; 0 in early stories that do not tell it.
  const unit = { 3: 2, 4: 4, 5: 4 }[view.getUint8(0)] ?? 8;
  const length = view.getUint16(0x1a) * unit;
  if (length > view.byteLength) {
    throw new StoryError(
      `The story file is cut off: it has ${view.byteLength} of ${length} bytes; get a whole copy of it.`,
    );
  }
  const staticMemory = view.getUint16(0x0e);
  const [objects, globals, dictionary] = [0x0a, 0x0c, 0x08].map((at) => view.getUint16(at));
  const last = [staticMemory - 1, (globals ?? 0) + GLOBALS_BYTES - 1];
  const isInside = (address = 0) => address >= HEADER_BYTES && address < view.byteLength;
  const isDynamic = (address = 0) => address < staticMemory;
  if (
    ![...last, objects, globals, dictionary].every(isInside) ||
    ![objects, globals].every(isDynamic)
  ) {
    throw new StoryError('The story file is damaged or cut off: its header points outside of it.');
  }
}

/** The Treaty of Babel's rule: an embedded UUID, else release and serial, and the checksum for later stories. */
function ifidOf(image: Uint8Array, release: number, serial: string, checksum: string): string {
  const text = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  const mark = text.indexOf('UUID://');
  if (mark >= 0) {
    const end = text.indexOf('/', mark + 7);
    const uuid = text.toString('latin1', mark + 7, Math.max(mark + 7, end));
    if (/^[0-9A-Za-z-]{8,63}$/.test(uuid)) return uuid;
  }
  const modern = /^[0-79]/.test(serial) && serial !== '000000';
  return `ZCODE-${release}-${serial}${modern ? `-${checksum.toUpperCase()}` : ''}`;
}

/** A copy of the story's own bytes, also out of a Blorb (2.0.4 §3, §5). Throws StoryError if it has no Z-machine story. */
function unwrapBlorb(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (fourCharacters(bytes, 0) !== 'FORM' || fourCharacters(bytes, 8) !== 'IFRS') {
    return new Uint8Array(bytes);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let isGlulx = false;
  for (let at = 12; at + 8 <= bytes.length;) {
    const kind = fourCharacters(bytes, at);
    const length = view.getUint32(at + 4);
    if (kind === 'ZCOD') {
      if (at + 8 + length > bytes.length) {
        throw new StoryError('The Blorb file is cut off inside its story.');
      }
      return new Uint8Array(bytes.subarray(at + 8, at + 8 + length));
    }
    isGlulx ||= kind === 'GLUL';
    at += 8 + length + (length % 2);
  }
  throw new StoryError(
    isGlulx
      ? 'The Blorb file holds a Glulx story; only Z-machine stories can be played.'
      : 'The Blorb file holds no Z-machine story.',
  );
}

function fourCharacters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/**
 * Attribute numbers by meaning. `hidden` marks a present thing that cannot be seen, `lit` what gives light, rooms included,
 * `scenery` what only the room's description mentions, `lockable` what has a lock for a key. An absent one is unknown.
 */
export type AttributeNumbers = {
  readonly [name in Trait | 'hidden' | 'lit' | 'scenery' | 'lockable']?: number;
};

/** Known facts of one release of a story, which need no detection. */
export interface StoryFacts {
  readonly title: string;
  readonly maxScore: number;
  readonly player: number;
  /** Global variables, from 0, with score and moves, unless version 3 fixes them. */
  readonly globals?: { readonly score: number; readonly moves: number };
  /** Left out if they can be detected. */
  readonly attributes?: AttributeNumbers;
}

/** Checked in the stories: which objects carry them, and what opening and lighting changes. */
const ZORK_1: AttributeNumbers = {
  animate: 30,
  container: 19,
  door: 23,
  edible: 21,
  light: 31,
  on: 20,
  open: 11,
  supporter: 10,
  transparent: 12,
  hidden: 7,
  lit: 20,
  scenery: 14,
};

const FACTS: Readonly<Record<string, StoryFacts>> = {
  '88.840726.a129': { title: 'Zork I', maxScore: 350, player: 4, attributes: ZORK_1 },
  '119.880429.bf44': {
    title: 'Zork I',
    maxScore: 350,
    player: 44,
    attributes: { ...ZORK_1, container: 18, door: 22, edible: 20, on: 19, lit: 19 },
  },
  '1.261120.5815': {
    title: 'The Saltmere Light',
    maxScore: 100,
    player: 21,
    globals: { score: 18, moves: 13 },
  },
};

/** Facts by story key (`release.serial.checksum`); null for a story that is not in the table. */
export function knownHeaderFacts(key: string): StoryFacts | null {
  return FACTS[key] ?? null;
}
