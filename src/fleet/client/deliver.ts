import { createFolder } from '../../storage/folder.ts';
import { getBlobs } from '../blobs.ts';
import type { Fleet } from '../fleet.ts';
import type { Transaction } from '../postgres/database.ts';

/** The stored files of an episode, by paths in its directory. `isWanted` chooses. Rejects with ConfigError. */
export async function readRecords(
  tx: Transaction,
  episode: number,
  isWanted = (_path: string) => true,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await tx.query<{ path: string; hash: string }>(
    'select path, hash from zorkgpt.record where episode = $1 order by path',
    [episode],
  );
  const wanted = rows.filter(({ path }) => isWanted(path));
  const contentOf = await getBlobs(
    tx,
    wanted.map(({ hash }) => hash),
  );
  return new Map(wanted.map(({ path, hash }) => [path, contentOf(hash)]));
}

/** Brings the records of a stored episode into `directory`, whole or not at all, and notes that. An existing one stays. */
export async function deliverRecords({ database }: Fleet, episode: number, directory: string) {
  const files = await database.transaction((tx) => readRecords(tx, episode));
  createFolder(directory, files);
  await database.query('update zorkgpt.episode set delivered = true where id = $1', [episode]);
}

/** Stored episodes that runs of this folder asked for and that did not come yet. */
export function undeliveredEpisodes({ database }: Fleet, origin: string) {
  return database.query<{ id: number; number: number }>(
    `select episode.id, episode.number from zorkgpt.episode
       join zorkgpt.run on run.id = episode.run
       where run.origin = $1 and run.kind = 'run' and episode.state = 'done' and not delivered
       order by episode.number`,
    [origin],
  );
}
