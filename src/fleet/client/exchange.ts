import path from 'node:path';
import { sameBytes, sha256 } from '../../storage/bytes.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { mapLearnt } from '../../storage/learnt-folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { type DurableFile } from '../../storage/storage.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import type { Fleet } from '../fleet.ts';
import { openRowFile, mergeLearnt } from '../learnt-rows.ts';
import { MAIN_STORE, submittedPlace } from '../submit.ts';
import type { MaterialisedPlace } from './materialise.ts';

/** Stores the changes of a command in folders made from a fleet. In conflicts a person's wins. Rejects as `transaction`. */
export async function pushChanges({ database }: Fleet, places: readonly MaterialisedPlace[]) {
  for (const { name: place, folder, rows } of places) {
    for (const name of Object.values(mapLearnt((one) => one))) {
      const base = rows.find((row) => row.name === name)?.bytes ?? null;
      const mine = readBytesFile(path.join(folder, name));
      if (mine === null || sameBytes(mine, base)) continue;
      const row = await openRowFile(database, { place, name });
      await row.update((theirs) => mergeLearnt(name, { base, mine: theirs, theirs: mine }));
    }
  }
}

type ExchangeFolder = Readonly<Record<'ifid' | 'folder', string>>;

export interface Exchanged {
  readonly name: string;
  readonly changed: boolean;
}

/** Brings the learnt files of a fleet into a folder. People's changes since the last exchange stay. */
export function pull(fleet: Fleet, exchange: ExchangeFolder): Promise<readonly Exchanged[]> {
  return eachFile(fleet, exchange, async ({ name, row, file, base }) => {
    const before = file.read();
    await file.update((theirs) => mergeLearnt(name, { base, mine: row.read(), theirs }));
    return !sameBytes(file.read(), before);
  });
}

/** Stores the learnt files of a folder in a fleet, merged with what the fleet learnt, and gives the folder the result. */
export function push(fleet: Fleet, exchange: ExchangeFolder): Promise<readonly Exchanged[]> {
  return eachFile(fleet, exchange, async ({ name, row, file, base }) => {
    const before = row.read();
    const edited = file.read();
    await row.update((mine) => mergeLearnt(name, { base, mine, theirs: edited }));
    await file.update((theirs) => mergeLearnt(name, { base: edited, mine: row.read(), theirs }));
    return !sameBytes(row.read(), before);
  });
}

interface Sides extends Readonly<Record<'row' | 'file', DurableFile>> {
  readonly name: string;
  /** The last common version of both sides. */
  readonly base: Uint8Array | null;
}

/** Exchanges each learnt file. The row's result becomes the common version. `exchange` tells whether it changed. */
async function eachFile(
  { database }: Fleet,
  { ifid, folder }: ExchangeFolder,
  exchange: (sides: Sides) => Promise<boolean>,
): Promise<readonly Exchanged[]> {
  const done: Exchanged[] = [];
  const place = submittedPlace(MAIN_STORE, ifid);
  const key = sha256(`${database.name}\n${ifid}`).slice(0, 16);
  for (const name of Object.values(mapLearnt((one) => one))) {
    const row = await openRowFile(database, { place, name });
    const file = openDurableFile(path.join(folder, name));
    const common = path.join(folder, '.fleet', key, name);
    const sides = { name, row, file, base: readBytesFile(common) };
    done.push({ name, changed: await exchange(sides) });
    const held = row.read();
    if (held !== null) writeFileAtomic(common, held);
  }
  return done;
}
