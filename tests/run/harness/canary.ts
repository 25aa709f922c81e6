import { everyFile, unpacked } from './played-files.ts';

/** A key that must never be seen anywhere. */
export const CANARY = 'sk-canary-9f3Kq7Lw2Zx8Vb4Nm6Tp1Rd5';

/** The ways in which it could hide. */
const SPELLINGS: readonly string[] = [
  CANARY,
  encodeURIComponent(CANARY),
  Buffer.from(CANARY).toString('base64'),
  Buffer.from(CANARY).toString('base64url').slice(0, -2),
  Buffer.from(CANARY).toString('hex'),
  Buffer.from(CANARY, 'utf8').toString('utf16le'),
  [...CANARY].reverse().join(''),
  CANARY.slice(3, 20),
];

/** Where the key was found: files below a folder, compressed ones too, and texts. */
export function canaryHits(folder: string, texts: readonly string[]): string[] {
  const files = everyFile(folder).filter(([, bytes]) => isIn(bytes) || isIn(unpacked(bytes)));
  return [
    ...files.map(([file]) => file),
    ...texts.filter((text) => isIn(Buffer.from(text))).map((text) => text.slice(0, 80)),
  ];
}

function isIn(bytes: Buffer): boolean {
  return SPELLINGS.some((spelling) => bytes.includes(Buffer.from(spelling)));
}
