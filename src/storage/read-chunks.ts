import { createReadStream } from 'node:fs';
import { storageFailure } from './storage-failure.ts';

/**
 * The bytes of the file or pipe at `path` as they come: a pipe is waited for, and whoever writes into it may go on while
 * its first bytes are used. Rejects with StorageError when it cannot be read.
 */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw storageFailure('read', path, error);
  }
}
