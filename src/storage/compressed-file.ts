import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { StorageError } from '../domain/errors.ts';
import { readBytesFile } from './read-file.ts';
import { attempt } from './storage.ts';
import { writeFileAtomic } from './write-file-atomic.ts';
import { removeFile } from './remove-file.ts';

/** The ending of a compressed file's name. */
const ENDING = '.br';

/** Higher qualities take long for a few bytes. At this one, conversations become a third smaller than with gzip, as fast. */
const QUALITY = 6;

/** Replaces a file by its compressed form. Does nothing if there is none. Throws StorageError. */
export function compressFile(path: string): void {
  const bytes = readBytesFile(path);
  if (bytes === null) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileAtomic(`${path}${ENDING}`, brotliCompressSync(bytes, { params }));
  attempt('remove', path, () => removeFile(path));
}

/** Expands a compressed file, so that it can be written on. Throws StorageError. */
export function expandFile(path: string): void {
  if (readBytesFile(path) === null) {
    const bytes = readCompressedFile(path);
    if (bytes === null) return;
    writeFileAtomic(path, bytes);
  }
  const compressed = `${path}${ENDING}`;
  attempt('remove', compressed, () => removeFile(compressed));
}

/** The bytes of a file, compressed or not. Null if there is none. Throws StorageError. */
export function readCompressedFile(path: string): Uint8Array | null {
  const plain = readBytesFile(path);
  if (plain !== null) return plain;
  const file = `${path}${ENDING}`;
  const compressed = readBytesFile(file);
  try {
    return compressed === null ? null : brotliDecompressSync(compressed);
  } catch (cause) {
    throw new StorageError(`${file} is damaged; restore it from a copy.`, { path: file, cause });
  }
}
