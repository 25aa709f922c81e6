import path from 'node:path';
import * as z from 'zod';
import { NotFoundError, StorageError } from '../../domain/errors.ts';
import { rollBack } from '../../managers/knowledge/compare-versions.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import { namesIn, readBytesFile, readTextFile } from '../../storage/read-file.ts';

/** A version of knowledgebase.md that an episode kept. */
export interface KnowledgeVersion {
  /** How a person names it: episode and number in it, `7/3`. */
  readonly name: string;
  readonly episode: number;
  /** The turn after which it held; 0 for the start of the episode. */
  readonly turn: number;
  readonly file: string;
}

const FILE_NAME = /^(\d{4,9})-turn-(\d{4,9})\.md$/;

const manifest = z.looseObject({ story: z.looseObject({ ifid: z.string() }) });

/** Every version that the episodes of a story kept, oldest first. Throws StorageError. */
export function listVersions(workdir: string, ifid: string): readonly KnowledgeVersion[] {
  return new EpisodeDirectories(workdir).list().flatMap(({ number, path: directory }) => {
    const kept = namesIn(path.join(directory, 'knowledge')).flatMap((name) => {
      const [, count, turn] = FILE_NAME.exec(name) ?? [];
      if (count === undefined || turn === undefined) return [];
      const file = path.join(directory, 'knowledge', name);
      const version = `${number}/${Number(count)}`;
      return [{ name: version, episode: number, turn: Number(turn), file }];
    });
    return kept.length > 0 && storyOf(directory) === ifid ? kept : [];
  });
}

/** The version that a person named: `7/3`, or `7` for the last one of episode 7. Throws NotFoundError. */
export function findVersion(
  versions: readonly KnowledgeVersion[],
  named: string,
): KnowledgeVersion {
  const found = /^\d{1,9}$/.test(named)
    ? versions.findLast(({ episode }) => episode === Number(named))
    : versions.find(({ name }) => name === named);
  if (found !== undefined) return found;
  throw new NotFoundError(
    `There is no version "${named}" of this story's knowledge; see zorkgpt knowledge list.`,
  );
}

/** The bytes of a version. Throws StorageError, also when it is gone. */
export function readVersion({ file }: KnowledgeVersion): Uint8Array {
  const bytes = readBytesFile(file);
  if (bytes !== null) return bytes;
  throw new StorageError(`${file} is gone; choose another version.`, { path: file });
}

/** Takes what was learnt back to a version, whatever the file says by then. Rejects with LockedError and StorageError. */
export async function rollBackTo(target: string, version: Uint8Array): Promise<void> {
  await openDurableFile(target).update((bytes) => rollBack(bytes, version));
}

/** IFID of the story of an episode; null when its manifest does not tell. */
function storyOf(directory: string): string | null {
  const text = readTextFile(path.join(directory, 'manifest.json'));
  try {
    return manifest.parse(JSON.parse(text ?? 'null')).story.ifid;
  } catch {
    return null;
  }
}
