import { StoryError } from '../domain/errors.ts';

/**
 * A story's own bytes, copied: out of a Blorb's executable chunk, or as they are when there is no Blorb around them
 * (Blorb 2.0.4 §3, §5). Throws StoryError for a Blorb without a Z-machine story.
 */
export function unwrapBlorb(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (fourCharacters(bytes, 0) !== 'FORM' || fourCharacters(bytes, 8) !== 'IFRS') {
    return new Uint8Array(bytes);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = '';
  for (let at = 12; at + 8 <= bytes.length;) {
    const kind = fourCharacters(bytes, at);
    const length = view.getUint32(at + 4);
    if (kind === 'ZCOD') {
      if (at + 8 + length > bytes.length) {
        throw new StoryError('The Blorb file is cut off inside its story.');
      }
      return new Uint8Array(bytes.subarray(at + 8, at + 8 + length));
    }
    if (kind === 'GLUL') found = kind;
    at += 8 + length + (length % 2);
  }
  throw new StoryError(
    found === 'GLUL'
      ? 'The Blorb file holds a Glulx story; only Z-machine stories can be played.'
      : 'The Blorb file holds no Z-machine story.',
  );
}

function fourCharacters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
