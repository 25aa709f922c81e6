import path from 'node:path';
import { StorageError } from '../domain/errors.ts';
import { jsonFile } from '../domain/json.ts';
import { compressFile, readBytesOf } from '../storage/compressed-file.ts';
import { learntFile, mapLearnt, type LearntName } from '../storage/learnt-folder.ts';
import { readBytesFile } from '../storage/read-file.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import type { EpisodeFiles } from './episode-files.ts';
import {
  hashOf,
  manifestOf,
  type Begun,
  type Manifest,
  type PlayedRecipe,
  type PlayedWith,
} from './manifest.ts';

/** What a finished episode keeps of its start as it was, readable for every program, for each turn that was played. */
const PLAIN_BYTES_A_TURN = 1_024;

/** The learnt files as an episode found them; null for one that was not there. */
export type StartFiles = Readonly<Record<LearntName, Uint8Array | null>>;

interface StartPlan extends Omit<Begun, 'number'> {
  /** What of a recipe is going to be played; null where nothing is. */
  readonly recipeOf: (start: StartFiles) => PlayedRecipe | null;
}

/**
 * Copies what the episode starts from in the folder `learnt` into its directory, then writes the manifest: with it, it
 * can be resumed. Throws StorageError.
 */
export function writeStart(
  playedWith: PlayedWith & { readonly learnt: string },
  files: EpisodeFiles,
  { recipeOf, ...begun }: StartPlan,
): StartFiles {
  const start = mapLearnt((name) => readBytesFile(path.join(playedWith.learnt, name)));
  const hashes = copyStart(files, start);
  const { number } = files;
  const manifest = manifestOf(
    playedWith,
    { number, ...begun },
    { hashes, hasMemories: start.memories !== null, recipe: recipeOf(start) },
  );
  writeFileAtomic(files.path('manifest'), jsonFile(manifest));
  return start;
}

/** Copies learnt files to where an episode keeps what it started from; their hashes by their names. Throws StorageError. */
export function copyStart(files: EpisodeFiles, start: StartFiles): Manifest['startFiles'] {
  const hashes = mapLearnt((name, what) => {
    const bytes = start[what];
    if (bytes !== null) writeFileAtomic(startFile(files, name), bytes);
    return [name, hashOf(bytes)] as const;
  });
  return Object.fromEntries(Object.values(hashes));
}

/** What an episode started from. Throws StorageError when the copies are not what the manifest says. */
export function readStart(files: EpisodeFiles, { startFiles }: Manifest): StartFiles {
  return mapLearnt((name) => {
    const file = startFile(files, name);
    const bytes = readBytesOf(file);
    if (hashOf(bytes) === (startFiles[name] ?? null)) return bytes;
    throw new StorageError(
      `${file} is not what the episode started from; restore it, or let the episode rest.`,
      { path: file },
    );
  });
}

/**
 * Compresses the largest copies that a finished episode started from, as far as they are too much for its turns. Throws
 * StorageError.
 */
export function putStartAway(files: EpisodeFiles, turns: number): void {
  const copies = Object.values(mapLearnt((name) => startFile(files, name)))
    .map((file) => ({ file, size: readBytesFile(file)?.length ?? 0 }))
    .sort((one, other) => other.size - one.size);
  let size = copies.reduce((sum, copy) => sum + copy.size, 0);
  for (const copy of copies) {
    if (size <= turns * PLAIN_BYTES_A_TURN) return;
    compressFile(copy.file);
    size -= copy.size;
  }
}

/** One learnt file as an episode found it, as far as it is there: nothing is checked. Throws StorageError. */
export function readStartFile(files: EpisodeFiles, what: LearntName): Uint8Array | null {
  return readBytesOf(learntFile(files.path('start'), what));
}

function startFile(files: EpisodeFiles, name: string): string {
  return path.join(files.path('start'), name);
}
