import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotFoundError } from '../../domain/errors.ts';
import { locationId } from '../../domain/ids.ts';
import { MEMORIES } from '../../managers/memory/memory-changes.ts';
import { parseDocument, roomsOf } from '../../managers/memory/memory-document.ts';
import { mergeMemories } from '../../managers/memory/merge-memories.ts';
import { openMemories } from '../../run/open-learnt.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { journalFile } from '../../storage/entry-journal.ts';
import { MergedFile } from '../../storage/merged-file.ts';
import { readBytesFile, readLinesFile } from '../../storage/read-file.ts';
import type { Call } from '../command.ts';
import { claimedPlace, tellReplaced } from '../learnt-place.ts';
import { roomNumber, roomsNamed } from '../rooms-named.ts';
import { printRaw } from '../world.ts';
import { readNamedFile, readRooms } from './memory-files.ts';

interface Wrong {
  readonly location: string;
  readonly title: string;
  readonly reason: string;
}

/** Marks the believed memory of exactly this title as wrong. Rejects with NotFoundError, LockedError and StorageError. */
export async function invalidate(call: Call<Wrong>): Promise<void> {
  const { title } = call.options;
  const reason = call.options.reason.replace(/\s+/g, ' ').trim();
  if (reason === '') call.refuse("option '--reason <text>' says why it is wrong");
  const { memories: file } = await claimedPlace(call);
  const [room, ...others] = roomsNamed(readRooms(file), call.options.location);
  const location = room?.id ?? roomNumber(call.options.location);
  if (location === null || others.length > 0) {
    const why =
      others.length > 0 ? 'names several rooms' : 'names no room of which anything is remembered';
    call.refuse(`option '--location <room>' ${why}; see zorkgpt memories list`);
  }
  const memories = new MergedFile(openMemories(file, call.tell, 'person'), MEMORIES);
  const { results, waiting } = await memories.change([
    { kind: 'invalidate', locationId: locationId(location), title, reason, turn: null },
  ]);
  if (waiting !== null) throw waiting;
  if (!results.some(({ outcome }) => outcome === 'applied')) {
    throw new NotFoundError(
      `No memory titled "${title}" is believed at location ${location}; see zorkgpt memories show --location ${location}.`,
    );
  }
  const done = { file, location: { id: location }, title, invalidated: true };
  call.answer(done, () => `Marked "${title}" at location ${location} as wrong in ${file}.`);
}

export async function merge(call: Call<{ readonly out?: string }>): Promise<void> {
  const { world, words, options, tell } = call;
  const paths = words.map((name) => path.resolve(world.cwd, name));
  const files = await Promise.all(paths.map(readSavedFile));
  const { out, home } = options;
  if (out === '-') {
    printRaw(world, mergeMemories(files));
    return;
  }
  const own = out === undefined ? (await claimedPlace(call)).memories : null;
  const file = own ?? path.resolve(world.cwd, out ?? '');
  const isShared = own !== null || isJournalled(file);
  const target = isShared ? openMemories(file, tell, 'person') : openDurableFile(file);
  let merged: Uint8Array = new Uint8Array();
  await target.update((now) => {
    // Where the target is one of the files, what it says by now counts.
    const fresh = files.map((bytes, at) => (paths[at] === file ? (now ?? bytes) : bytes));
    merged = own === null ? mergeMemories(fresh) : mergeMemories(files, now);
    return merged;
  });
  const rooms = [...roomsOf(parseDocument(merged)).values()];
  const memories = rooms.flatMap((room) => room.memories).length;
  const { name, before } = tellReplaced(file, own === null ? undefined : home);
  const told = `${name} holds ${memories} memories now; ${before}.`;
  call.answer({ file, merged: words.length, memories }, () => told);
}

/** Whether a file is one that runs write, so that people's edits of it are merged. */
function isJournalled(file: string): boolean {
  return readBytesFile(journalFile(file)) !== null;
}

/** The same as `readNamedFile`; a file that an editor has moved away to save it anew is waited for. */
async function readSavedFile(file: string): Promise<Uint8Array> {
  for (let looks = 0; looks < MOST_LOOKS && isJournalled(file); looks += 1) {
    const bytes = readLinesFile(file);
    if (bytes !== null) return bytes;
    await sleep(LOOK_AGAIN_MS);
  }
  return readNamedFile(file);
}

/** For a second. */
const MOST_LOOKS = 40;
const LOOK_AGAIN_MS = 25;
