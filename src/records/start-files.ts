import type { GameConfiguration } from '../config/schema.ts';
import { StorageError } from '../domain/errors.ts';
import { jsonFile } from '../domain/json.ts';
import { SCHEMA_VERSION, VERSION } from '../domain/version.ts';
import { sha256 } from '../storage/bytes.ts';
import { compressFile, readCompressedFile } from '../storage/compressed-file.ts';
import {
  type LearntBytes,
  type LearntName,
  learntFile,
  mapLearnt,
} from '../storage/learnt-folder.ts';
import { readBytesFile } from '../storage/read-file.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { type Manifest, type PlayedRecipe, manifestConfig } from './manifest.ts';

interface PlayedWith {
  readonly config: GameConfiguration;
  readonly story: { readonly identity: object; readonly sha256: string };
  readonly modelName: string;
  readonly redact: (text: string) => string;
  /** The program of the player by hand, by its own name. */
  readonly client?: { readonly name: string; readonly version: string };
}

interface Begun {
  readonly seed: number;
  /** When its run began, ISO 8601. Absent for none. */
  readonly run: string | undefined;
  readonly start: LearntBytes;
  /** Absent if no recipe is to be played. */
  readonly recipe: PlayedRecipe | undefined;
}

interface Place {
  readonly number: number;
  path(what: 'manifest' | 'start'): string;
}

/** Copies what an episode starts from, then writes the manifest, so that it can be resumed. Throws StorageError. */
export function writeStartFiles(
  { config, story, modelName, redact, client }: PlayedWith,
  files: Place,
  { seed, run, start, recipe }: Begun,
  more: object = {},
): void {
  const startFiles = copyStart(files, start);
  const manifest = {
    schemaVersion: SCHEMA_VERSION,
    episode: files.number,
    startedAt: new Date().toISOString(),
    run: run ?? null,
    story: { ...story.identity, sha256: story.sha256, file: config.story },
    seed,
    player: config.player,
    client,
    model: modelName,
    config: manifestConfig(config, redact),
    configHash: startFileHash(JSON.stringify(config)),
    versions: { zorkgpt: VERSION, node: process.version },
    startFiles,
    recipe,
    helpedWith: {
      exits: config.exits,
      deadlyWays: config.exits === 'probed' ? 'tried ahead' : 'not told',
      lossesOnWays: config.exits === 'probed' ? 'tried ahead' : 'not told',
      names: config.names,
      choices: config.models.structured === 'choice',
      causes: config.causes,
      objectTree: true,
      memory: start.memories === null ? 'fresh' : 'persistent',
      recipes: config.memory.enabled ? config.recipes : 'off',
      returns: config.memory.enabled ? config.returns : 'off',
    },
    ...more,
  };
  writeFileAtomic(files.path('manifest'), jsonFile(manifest));
}

/** SHA-256, hexadecimal. Null for a missing file. */
export function startFileHash(content: string | Uint8Array | null): string | null {
  return content === null ? null : sha256(content);
}

/** A finished episode keeps so many bytes of its start per turn uncompressed, readable for every program. */
const PLAIN_BYTES_A_TURN = 1_024;

/** Copies learnt files into an episode's start folder. Returns their hashes by name. */
function copyStart(files: Place, start: LearntBytes): Manifest['startFiles'] {
  const hashes = mapLearnt((name, what) => {
    const bytes = start[what];
    if (bytes !== null) writeFileAtomic(learntFile(files.path('start'), what), bytes);
    return [name, startFileHash(bytes)] as const;
  });
  return Object.fromEntries(Object.values(hashes));
}

/** The learnt files at the start of an episode. Throws StorageError if the copies do not match the manifest. */
export function readStartFiles(files: Place, { startFiles }: Manifest): LearntBytes {
  return mapLearnt((name, what) => {
    const file = learntFile(files.path('start'), what);
    const bytes = readCompressedFile(file);
    if (startFileHash(bytes) === (startFiles[name] ?? null)) return bytes;
    throw new StorageError(
      `${file} is not what the episode started from; restore it, or let the episode rest.`,
      { path: file },
    );
  });
}

/** Compresses the largest start files of an episode if they are too large for its turns. Throws StorageError. */
export function compressStartFiles(files: Place, turns: number): void {
  const copies = Object.values(mapLearnt((_, what) => learntFile(files.path('start'), what)))
    .map((file) => ({ file, size: readBytesFile(file)?.length ?? 0 }))
    .sort((one, other) => other.size - one.size);
  let size = copies.reduce((sum, copy) => sum + copy.size, 0);
  for (const copy of copies) {
    if (size <= turns * PLAIN_BYTES_A_TURN) return;
    compressFile(copy.file);
    size -= copy.size;
  }
}

/** One learnt file at the start of an episode, if it is there. Nothing is checked. Throws StorageError. */
export function readStartFile(files: Place, what: LearntName): Uint8Array | null {
  return readCompressedFile(learntFile(files.path('start'), what));
}
