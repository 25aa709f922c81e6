import path from 'node:path';
import * as z from 'zod';
import { StorageError } from '../domain/errors.ts';
import { jsonFile } from '../domain/json.ts';
import { SCHEMA_VERSION } from '../domain/version.ts';
import { journalFile } from './entry-journal.ts';
import { readBytesFile } from './read-file.ts';
import { attempt, createScratchStorage, type DurableFile } from './storage.ts';
import { writeFileAtomic } from './write-file-atomic.ts';
import { removeFile } from './remove-file.ts';

/** File names of what is learnt, by their names in code. */
const LEARNT_NAMES = {
  memories: 'Memories.md',
  archive: 'Memories.archive.md',
  map: 'map_state.json',
  knowledge: 'knowledgebase.md',
  evidence: 'evidence.jsonl',
  recipes: 'recipes.md',
  things: 'things.jsonl',
  returns: 'returns.jsonl',
  ledger: 'ledger.jsonl',
} as const;

export type LearntName = keyof typeof LEARNT_NAMES;

/** A value for each learnt file, made from its name. */
export function mapLearnt<T>(make: (name: string, what: LearntName) => T): Record<LearntName, T> {
  const names = Object.entries(LEARNT_NAMES) as [LearntName, string][];
  const made = names.map(([what, name]) => [what, make(name, what)] as const);
  return Object.fromEntries(made) as Record<LearntName, T>;
}

/** The path of a learnt file in the learnt folder of its story. */
export function learntFile(folder: string, what: LearntName): string {
  return path.join(folder, LEARNT_NAMES[what]);
}

const ownerSchema = z.object({ schemaVersion: z.literal(SCHEMA_VERSION), story: z.string() });

/**
 * The folder of what was learnt of a story: the workdir for its first story, else a subfolder named after the IFID, because
 * object numbers mean nothing across stories. Rejects with StorageError and LockedError.
 */
export async function claimLearntFolder(workdir: string, ifid: string): Promise<string> {
  // Commands that only read start faster without the locks.
  const { openDurableFile } = await import('./durable-file.ts');
  const file = openDurableFile(placeOf(workdir), { backup: false });
  let owner = ifid;
  await file.update((bytes) => {
    if (bytes === null) {
      return Buffer.from(jsonFile({ schemaVersion: SCHEMA_VERSION, story: ifid }));
    }
    owner = decode(bytes, file.path);
    return bytes;
  });
  return folderFor(workdir, ifid, owner);
}

/** As claimLearntFolder, without claiming: for commands that only read. */
export function learntFolder(workdir: string, ifid: string): string {
  return folderFor(workdir, ifid, storyOfLearntFolder(workdir) ?? ifid);
}

/** IFID of the story that a workdir belongs to. Null for none yet. Throws StorageError, also for another version. */
export function storyOfLearntFolder(workdir: string): string | null {
  const file = placeOf(workdir);
  const bytes = readBytesFile(file);
  return bytes === null ? null : decode(bytes, file);
}

function placeOf(workdir: string): string {
  return path.join(workdir, 'workdir.json');
}

function folderFor(workdir: string, ifid: string, owner: string): string {
  return owner === ifid ? workdir : path.join(workdir, learntFolderName(ifid));
}

export function learntFolderName(ifid: string): string {
  return ifid.replaceAll(/[^A-Za-z0-9-]/g, '_');
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return ownerSchema.parse(JSON.parse(Buffer.from(bytes).toString())).story;
  } catch (cause) {
    throw new StorageError(
      `${path.dirname(file)} was recorded by another version of zorkgpt, or its ${path.basename(file)} is damaged; name another folder with --workdir, or use the version that recorded it.`,
      { path: file, cause },
    );
  }
}

/** The learnt files as the episode sees them. */
export interface LearntFiles extends Readonly<Record<LearntName, DurableFile>> {
  readonly open: (path: string) => DurableFile;
}

/** The bytes of the learnt files at one moment. Null for a missing one. */
export type LearntBytes = Readonly<Record<LearntName, Uint8Array | null>>;

/** The present learnt files in a folder. Throws StorageError. */
export function readLearntFolder(folder: string): LearntBytes {
  return mapLearnt((_, what) => readBytesFile(learntFile(folder, what)));
}

/** Learnt files in memory alone, as an episode found them. */
export function scratchLearntFolder(start: LearntBytes): LearntFiles {
  const files = mapLearnt((name, what) => createScratchStorage(name, start[what]));
  return { ...files, open: (file) => createScratchStorage(file, null) };
}

/** Restores a learnt file and begins its history again; null removes it. Nothing is merged. Throws StorageError. */
export function restoreLearnt(folder: string, what: LearntName, bytes: Uint8Array | null): void {
  const file = learntFile(folder, what);
  attempt('remove', file, () => {
    // With its history, the older text would count as a copy that somebody saved, and be merged.
    removeFile(journalFile(file));
    if (bytes === null) removeFile(file);
  });
  if (bytes !== null) writeFileAtomic(file, bytes);
}
