import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ConfigError } from '../domain/errors.ts';
import { sha256 } from '../storage/bytes.ts';
import type { Database, Transaction } from './postgres/database.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

const BATCH_BYTES = 4_000_000;

/** Stores contents, compressed, each once, and returns their hashes. Needs no transaction: they mean nothing by themselves. */
export async function putBlobs(database: Database, contents: readonly Uint8Array[]) {
  const hashes = contents.map(sha256);
  const known = await database.query<{ hash: string }>(
    'select hash from zorkgpt.blob where hash = any($1)',
    [hashes],
  );
  const there = new Set(known.map(({ hash }) => hash));
  const missing = new Map(
    contents
      .map((content, index) => [hashes[index] ?? '', content] as const)
      .filter(([hash]) => !there.has(hash)),
  );
  // In one order, so that two transactions never wait for each other.
  for (const batch of batchesOf([...missing].sort(([a], [b]) => (a < b ? -1 : 1)))) {
    const bytes = await Promise.all(batch.map(([, content]) => compress(content)));
    const names = batch.map(([hash]) => hash);
    await database.query(
      `insert into zorkgpt.blob (hash, bytes) select * from unnest($1::text[], $2::bytea[])
         on conflict do nothing`,
      [names, bytes],
    );
  }
  return hashes;
}

/** Batches of a moderate statement size. Pure. */
function batchesOf(blobs: readonly (readonly [string, Uint8Array])[]) {
  const batches: (readonly [string, Uint8Array])[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const blob of blobs) {
    if (size + blob[1].length > BATCH_BYTES) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(blob);
    size += blob[1].length;
  }
  return batches;
}

/** Finds contents by their hashes. Rejects with ConfigError if one is missing or damaged. */
export async function getBlobs(tx: Transaction, hashes: readonly string[]) {
  const rows = await tx.query<{ hash: string; bytes: Uint8Array }>(
    'select hash, bytes from zorkgpt.blob where hash = any($1)',
    [[...new Set(hashes)]],
  );
  const found = new Map<string, Uint8Array>();
  for (const { hash, bytes } of rows) {
    // What cannot be expanded counts as missing.
    const content = await expand(bytes).catch(() => null);
    if (content !== null && sha256(content) === hash) found.set(hash, content);
  }
  const lacking = hashes.find((hash) => !found.has(hash));
  if (lacking !== undefined) {
    throw new ConfigError(
      `The fleet lacks the content ${lacking.slice(0, 12)}, or it is damaged; restore the database.`,
    );
  }
  return (hash: string) => found.get(hash) ?? new Uint8Array();
}
