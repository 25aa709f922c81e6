import path from 'node:path';
import { openDurableFile } from '../../storage/durable-file.ts';
import { mapLearnt } from '../../storage/learnt-folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { sha256, sameBytes, type DurableFile } from '../../storage/storage.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import type { Fleet } from '../fleet.ts';
import { openRowFile, mergeLearnt } from '../learnt-rows.ts';
import { MAIN_STORE, placeIn } from '../submit.ts';
import type { MaterialisedPlace } from './materialise.ts';

type Bytes = Uint8Array | null;

/** Stores what a command changed in folders that were made of a fleet. Rejects as `Database.transaction`. */
export async function pushChanges({ database }: Fleet, places: readonly MaterialisedPlace[]) {
  for (const { name: place, folder, rows } of places) {
    for (const name of Object.values(mapLearnt((one) => one))) {
      const base = rows.find((row) => row.name === name)?.bytes ?? null;
      const mine = readBytesFile(path.join(folder, name));
      if (mine === null || sameBytes(mine, base)) continue;
      const row = await openRowFile(database, { place, name });
      await row.update((theirs) => withEdits(name, { base, edited: mine, row: theirs }));
    }
  }
}

type ExchangeFolder = Readonly<Record<'ifid' | 'folder', string>>;

export interface Exchanged {
  readonly name: string;
  readonly changed: boolean;
}

/** Brings the learnt files of a fleet into a folder; what people changed there since the last exchange stays. */
export function pull(fleet: Fleet, exchange: ExchangeFolder): Promise<readonly Exchanged[]> {
  return eachFile(fleet, exchange, async ({ name, row, file, base }) => {
    const before = file.read();
    await file.update((edited) => withEdits(name, { base: base.read(), edited, row: row.read() }));
    return !sameBytes(file.read(), before);
  });
}

/** Stores the learnt files of a folder in a fleet, with what the fleet learnt since; the folder then has that, too. */
export function push(fleet: Fleet, exchange: ExchangeFolder): Promise<readonly Exchanged[]> {
  return eachFile(fleet, exchange, async ({ name, row, file, base }) => {
    const before = row.read();
    const edited = file.read();
    await row.update((theirs) => withEdits(name, { base: base.read(), edited, row: theirs }));
    await file.update((now) => withEdits(name, { base: edited, edited: now, row: row.read() }));
    return !sameBytes(row.read(), before);
  });
}

/** A person's text with what a row learnt since: the person's words stand where both changed the same. */
function withEdits(
  name: string,
  { base, edited, row }: { readonly base: Bytes; readonly edited: Bytes; readonly row: Bytes },
): Bytes {
  return mergeLearnt(name, { base, mine: row, theirs: edited });
}

interface Sides {
  readonly name: string;
  readonly row: DurableFile;
  readonly file: DurableFile;
  readonly base: ReturnType<typeof baseOf>;
}

/** Exchanges each learnt file; what the row then holds, both sides have in common. `exchange` tells whether it changed. */
async function eachFile(
  fleet: Fleet,
  { ifid, folder }: ExchangeFolder,
  exchange: (sides: Sides) => Promise<boolean>,
): Promise<readonly Exchanged[]> {
  const done: Exchanged[] = [];
  const place = placeIn(MAIN_STORE, ifid);
  for (const name of Object.values(mapLearnt((one) => one))) {
    const row = await openRowFile(fleet.database, { place, name });
    const file = openDurableFile(path.join(folder, name));
    const base = baseOf(fleet, { ifid, folder }, name);
    done.push({ name, changed: await exchange({ name, row, file, base }) });
    base.write(row.read());
  }
  return done;
}

/** What both sides last had in common, kept beside the files. */
function baseOf({ database }: Fleet, { ifid, folder }: ExchangeFolder, name: string) {
  const key = sha256(`${database.name}\n${ifid}`).slice(0, 16);
  const file = path.join(folder, '.fleet', key, name);
  return {
    read: () => readBytesFile(file),
    write(bytes: Bytes) {
      if (bytes !== null) writeFileAtomic(file, bytes);
    },
  };
}
