import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { configSchema } from '../config/schema.ts';
import { ConfigError, StorageError } from '../domain/errors.ts';
import { redactStrings } from '../domain/redact.ts';
import { VERSION } from '../domain/version.ts';
import { readBytesFile, readTextFile } from '../storage/read-file.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { LEARNT_NAMES, mapLearnt } from './learnt-files.ts';
import type { RunServices } from './run-services.ts';

const START_FOLDER = 'start';

const manifestSchema = z.looseObject({
  schemaVersion: z.literal(1),
  episode: z.int().positive(),
  story: z.looseObject({ ifid: z.string(), sha256: z.string(), file: z.string().nullable() }),
  seed: z.int(),
  model: z.string(),
  config: configSchema.omit({ $schema: true }),
  startFiles: z.record(z.string(), z.string().nullable()),
});

/** What is needed to play an episode again. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The learnt files as an episode found them; null for one that was not there. */
export type StartFiles = Readonly<Record<keyof typeof LEARNT_NAMES, Uint8Array | null>>;

/** Copies what the episode starts from into its directory, then writes the manifest: with it, it can be resumed. */
export function writeStart(
  services: RunServices,
  episode: { readonly directory: string; readonly number: number; readonly seed: number },
): StartFiles {
  const start = mapLearnt((name) => readBytesFile(path.join(services.learnt, name)));
  for (const [key, bytes] of Object.entries(start)) {
    const name = LEARNT_NAMES[key as keyof typeof LEARNT_NAMES];
    if (bytes !== null) writeFileAtomic(path.join(episode.directory, START_FOLDER, name), bytes);
  }
  const manifest = manifestOf(services, episode, start);
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileAtomic(path.join(episode.directory, 'manifest.json'), text);
  return start;
}

/** The manifest of an episode; null when it was killed before it had one. Throws ConfigError for a damaged one. */
export function readManifest(directory: string): Manifest | null {
  const file = path.join(directory, 'manifest.json');
  const text = readTextFile(file);
  if (text === null) return null;
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ConfigError(
      `${file} is damaged or of another version of zorkgpt; use the version that wrote it.`,
      { cause },
    );
  }
}

/** What an episode started from. Throws StorageError when the copies are not what the manifest says. */
export function readStart(directory: string, { startFiles }: Manifest): StartFiles {
  return mapLearnt((name) => {
    const file = path.join(directory, START_FOLDER, name);
    const bytes = readBytesFile(file);
    if (hashOf(bytes) === (startFiles[name] ?? null)) return bytes;
    throw new StorageError(
      `${file} is not what the episode started from; restore it, or let the episode rest.`,
      { path: file },
    );
  });
}

/** What is needed to play the episode again, and what the player was helped with. */
function manifestOf(
  { config, story, modelName, redact }: RunServices,
  { number, seed }: { readonly number: number; readonly seed: number },
  start: StartFiles,
): object {
  return {
    schemaVersion: 1,
    episode: number,
    startedAt: new Date().toISOString(),
    story: { ...story.identity, sha256: story.sha256, file: config.story },
    seed,
    model: modelName,
    config: redactStrings(config, redact),
    configHash: hashOf(JSON.stringify(config)),
    versions: { zorkgpt: VERSION, node: process.version },
    startFiles: Object.fromEntries(
      Object.entries(LEARNT_NAMES).map(([key, name]) => [
        name,
        hashOf(start[key as keyof typeof LEARNT_NAMES]),
      ]),
    ),
    helpedWith: {
      exits: config.exits,
      objectTree: true,
      memory: start.memories === null ? 'fresh' : 'persistent',
    },
  };
}

function hashOf(content: string | Uint8Array | null): string | null {
  return content === null ? null : createHash('sha256').update(content).digest('hex');
}
