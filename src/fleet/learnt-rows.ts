import { ConfigError } from '../domain/errors.ts';
import { whyNoText } from '../storage/read-file.ts';
import { sameBytes, type Change, type DurableFile } from '../storage/storage.ts';
import type { Database, Transaction } from './postgres/database.ts';

export const KEPT_VERSIONS = 20;

export interface LearntRow {
  readonly name: string;
  /** Counts up from 1; 0 for one that was never written. */
  readonly version: number;
  readonly bytes: Uint8Array | null;
}

interface RowName {
  readonly place: string;
  readonly name: string;
}

/** The learnt files of a place; those that were never written are left out. Rejects with ConfigError for a damaged one. */
export async function readLearnt(tx: Transaction, place: string): Promise<readonly LearntRow[]> {
  const rows = await tx.query<LearntRow>(
    'select name, version, bytes from zorkgpt.learnt where place = $1 and version > 0 order by name',
    [place],
  );
  for (const { name, bytes } of rows) {
    if (bytes === null || isLearntText(name, bytes)) continue;
    throw new ConfigError(
      `What the fleet keeps as ${place}/${name} is damaged; restore the database.`,
    );
  }
  return rows;
}

/** Whether bytes can be a learnt file: each is text, and the map is JSON. */
function isLearntText(name: string, bytes: Uint8Array): boolean {
  if (whyNoText(bytes) !== null) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (name.endsWith('.json')) JSON.parse(text);
    return true;
  } catch {
    // Neither UTF-8 nor JSON.
    return false;
  }
}

/**
 * Changes a row in this transaction: locks it, applies the pure change to what it holds by then, writes the next version
 * and forgets those before the last 20. Returns what the row then holds.
 */
export async function updateRow(
  tx: Transaction,
  { place, name }: RowName,
  change: Change,
): Promise<LearntRow> {
  await tx.query(
    'insert into zorkgpt.learnt (place, name, version) values ($1, $2, 0) on conflict do nothing',
    [place, name],
  );
  const [row] = await tx.query<LearntRow>(
    'select name, version, bytes from zorkgpt.learnt where place = $1 and name = $2 for update',
    [place, name],
  );
  const before = row?.bytes ?? null;
  const version = row?.version ?? 0;
  const after = change(before);
  if (after === null || sameBytes(after, before)) return { name, version, bytes: before };
  const next = version + 1;
  await tx.query(
    `with written as (
       update zorkgpt.learnt set version = $3, bytes = $4 where place = $1 and name = $2
     ), forgotten as (
       delete from zorkgpt.learnt_version where place = $1 and name = $2 and version <= $3 - $5::int
     )
     insert into zorkgpt.learnt_version (place, name, version, bytes) values ($1, $2, $3, $4)`,
    [place, name, next, Buffer.from(after), KEPT_VERSIONS],
  );
  return { name, version: next, bytes: after };
}

/** Opens a row as a file that only changes as a whole. Rejects as `Database.transaction`, and so do its updates. */
export async function openRowFile(database: Database, row: RowName): Promise<DurableFile> {
  let held: LearntRow = { name: row.name, version: 0, bytes: null };
  const look = async (tx: Transaction) => {
    const rows = await readLearnt(tx, row.place);
    held = rows.find(({ name }) => name === row.name) ?? held;
  };
  await database.transaction(look);
  return {
    path: `${row.place}/${row.name}`,
    /** As it was when this file last looked or changed it. */
    read: () => held.bytes,
    version: () => (held.version === 0 ? null : String(held.version)),
    async update(change) {
      held = await database.transaction((tx) => updateRow(tx, row, change));
    },
  };
}
