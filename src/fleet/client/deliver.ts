import { createFolder } from '../../storage/folder.ts';
import { getBlobs } from '../blobs.ts';
import type { Fleet } from '../fleet.ts';
import type { Transaction } from '../postgres/database.ts';

/** What was stored of an episode, by paths in its directory; `isWanted` chooses. Rejects with ConfigError. */
export async function readRecords(
  tx: Transaction,
  episode: number,
  isWanted: (path: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await tx.query<{ path: string; hash: string }>(
    'select path, hash from zorkgpt.record where episode = $1 order by path',
    [episode],
  );
  const wanted = rows.filter(({ path }) => isWanted(path));
  const blobs = await getBlobs(
    tx,
    wanted.map(({ hash }) => hash),
  );
  return new Map(wanted.map(({ path, hash }) => [path, blobs.get(hash) ?? new Uint8Array()]));
}

/**
 * Brings the records of a stored episode into `directory`, whole or not at all, and notes that they are there. One that is
 * there already stays. Rejects as `Database.transaction`, and with StorageError.
 */
export async function deliverRecords(
  { database }: Fleet,
  episode: number,
  directory: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  const files = await database.transaction((tx) => readRecords(tx, episode, isWanted));
  createFolder(directory, files);
  await database.transaction((tx) =>
    tx.query('update zorkgpt.episode set delivered = true where id = $1', [episode]),
  );
}

/** Stored episodes of runs that were asked for from this folder and did not come there yet. */
export function undeliveredEpisodes(
  { database }: Fleet,
  origin: string,
): Promise<readonly { readonly id: number; readonly number: number }[]> {
  return database.transaction((tx) =>
    tx.query<{ id: number; number: number }>(
      `select episode.id, episode.number from zorkgpt.episode
       join zorkgpt.run on run.id = episode.run
       where run.origin = $1 and run.kind = 'run' and episode.state = 'done' and not delivered
       order by episode.number`,
      [origin],
    ),
  );
}
