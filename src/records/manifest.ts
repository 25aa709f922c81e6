import * as z from 'zod';
import { configSchema, type GameConfiguration } from '../config/schema.ts';
import { StorageError } from '../domain/errors.ts';
import { jsonFile } from '../domain/json.ts';
import { withTexts } from '../domain/text.ts';
import { SCHEMA_VERSION, VERSION } from '../domain/version.ts';
import { PLAYER_NAMES } from '../model/players.ts';
import { compressFile, readCompressedFile } from '../storage/compressed-file.ts';
import {
  learntFile,
  mapLearnt,
  type LearntBytes,
  type LearntName,
} from '../storage/learnt-folder.ts';
import { readBytesFile } from '../storage/read-file.ts';
import { sha256 } from '../storage/storage.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';

const playedConfig = configSchema.omit({ $schema: true });

/** The recorded moment that a fork begins at: a turn of an episode in the same workdir. */
const parentSchema = z.object({ episode: z.int().positive(), turn: z.int().positive() });

/** What the tool plays at the start of an episode without a model, and what of earlier episodes decided on it. */
const playedStart = z.object({
  turns: z.int(),
  points: z.number(),
  /** Number of the room where the player goes on; absent where the best recipe is played whatever room it ends in. */
  room: z.int().min(0).optional(),
  /** Number of the room that a person named. */
  from: z.int().min(0).optional(),
  /** Rooms where earlier episodes began and ended soon with nothing new: once for each such episode in a row. */
  deadEnds: z.array(z.int().min(0)).readonly().optional(),
  /** The most that the way there may take; absent where it may take any. */
  mostTurns: z.int().min(0).optional(),
});

export type PlayedRecipe = Readonly<z.infer<typeof playedStart>>;

/** What decides where an episode begins, beside the learnt files. */
export type BeginsBy = Pick<PlayedRecipe, 'from' | 'deadEnds' | 'mostTurns'>;

/** What an episode began with, as far as it is told of. */
export const factsSchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  startedAt: z.string(),
  /** When the run began that began the episode; null for none. */
  run: z.string().nullable(),
  story: z.object({
    ifid: z.string(),
    title: z.string().nullable(),
    /** Where the story that was played lies. */
    file: z.string().nullable(),
  }),
  seed: z.int(),
  player: z.enum(PLAYER_NAMES).nullable(),
  model: z.string(),
  parent: parentSchema.optional(),
  helpedWith: z.object({ memory: z.string() }),
  recipe: playedStart.optional(),
});

export type ManifestFacts = Readonly<z.infer<typeof factsSchema>>;

export const manifestSchema = z.looseObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  episode: z.int().positive(),
  story: z.looseObject({ ifid: z.string(), sha256: z.string(), file: z.string().nullable() }),
  seed: z.int(),
  model: z.string(),
  config: playedConfig,
  startFiles: z.record(z.string(), z.string().nullable()),
  /** What a recipe played at its start. */
  recipe: playedStart.optional(),
  parent: parentSchema.optional(),
  /** Of a fork: whose turns the first ones are, up to which, and how they were played; by turns. */
  earlier: z
    .array(
      z.object({ turns: z.int().positive(), episode: z.int().positive(), config: playedConfig }),
    )
    .optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

interface PlayedWith {
  readonly config: GameConfiguration;
  readonly story: { readonly identity: object; readonly sha256: string };
  readonly modelName: string;
  readonly redact: (text: string) => string;
  /** The program through which somebody plays by hand, as it names itself. */
  readonly client?: { readonly name: string; readonly version: string };
}

interface Begun {
  readonly seed: number;
  /** When the run began that it belongs to, ISO 8601; absent for none. */
  readonly run: string | undefined;
  readonly start: LearntBytes;
  /** Absent where no recipe is to be played. */
  readonly recipe: PlayedRecipe | undefined;
}

interface Place {
  readonly number: number;
  path(what: 'manifest' | 'start'): string;
}

/** A configuration as it may be stored: without secrets, and without the address that is told of the run. Pure. */
export function toldConfig(
  config: Partial<GameConfiguration>,
  redact: (text: string) => string,
): unknown {
  return withTexts({ ...config, notify: null }, redact);
}

/** Copies what an episode starts from, then writes the manifest: now it can be resumed. Throws StorageError. */
export function writeStart(
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
    config: toldConfig(config, redact),
    configHash: hashOf(JSON.stringify(config)),
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

/** SHA-256, hexadecimal; null for what is not there. */
export function hashOf(content: string | Uint8Array | null): string | null {
  return content === null ? null : sha256(content);
}

/** What a finished episode keeps of its start as it was, readable for every program, for each turn that was played. */
const PLAIN_BYTES_A_TURN = 1_024;

/** Copies learnt files to where an episode keeps what it started from; their hashes by their names. */
function copyStart(files: Place, start: LearntBytes): Manifest['startFiles'] {
  const hashes = mapLearnt((name, what) => {
    const bytes = start[what];
    if (bytes !== null) writeFileAtomic(learntFile(files.path('start'), what), bytes);
    return [name, hashOf(bytes)] as const;
  });
  return Object.fromEntries(Object.values(hashes));
}

/** What an episode started from. Throws StorageError when the copies are not what the manifest says. */
export function readStart(files: Place, { startFiles }: Manifest): LearntBytes {
  return mapLearnt((name, what) => {
    const file = learntFile(files.path('start'), what);
    const bytes = readCompressedFile(file);
    if (hashOf(bytes) === (startFiles[name] ?? null)) return bytes;
    throw new StorageError(
      `${file} is not what the episode started from; restore it, or let the episode rest.`,
      { path: file },
    );
  });
}

/** Compresses the largest copies of what an episode started from, where they are too much for its turns. Throws StorageError. */
export function putStartAway(files: Place, turns: number): void {
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

/** One learnt file as an episode found it, as far as it is there: nothing is checked. Throws StorageError. */
export function readStartFile(files: Place, what: LearntName): Uint8Array | null {
  return readCompressedFile(learntFile(files.path('start'), what));
}
