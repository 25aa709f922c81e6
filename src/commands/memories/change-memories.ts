import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimedPlace, tellReplaced } from '../learnt-place.ts';
import { readNamedFile, readRooms } from './memory-files.ts';
import { roomNumber, roomsNamed } from '../rooms-named.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { locationId, type LocationId } from '../../domain/ids.ts';
import { openMemories } from '../../run/open-learnt.ts';
import { MEMORIES } from '../../managers/memory/memory-changes.ts';
import { parseDocument, roomsOf } from '../../managers/memory/memory-document.ts';
import { journalFile } from '../../storage/entry-journal.ts';
import { MergedFile } from '../../storage/merged-file.ts';
import { readBytesFile, readLinesFile } from '../../storage/read-file.ts';
import type { DurableFile } from '../../storage/storage.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { mergeMemories } from '../../managers/memory/merge-memories.ts';
import { printRaw } from '../world.ts';
import type { Call } from '../call.ts';

interface Wrong {
  readonly location: string;
  readonly title: string;
  readonly reason: string;
}

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
  await invalidateMemory(file, { id: locationId(location), title, reason }, call.tell);
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
  const memories = await writeMerged(target, (now) =>
    own === null
      ? // Where the target is one of the files, what it says by now counts.
        mergeMemories(files.map((bytes, at) => (paths[at] === file ? (now ?? bytes) : bytes)))
      : mergeMemories(files, now),
  );
  const { name, before } = tellReplaced(file, own === null ? undefined : home);
  const told = `${name} holds ${memories} memories now; ${before}.`;
  call.answer({ file, merged: words.length, memories }, () => told);
}

/**
 * Marks the believed memory of exactly this title as wrong. Rejects with NotFoundError when there is none, with
 * LockedError and StorageError when the file cannot be written.
 */
async function invalidateMemory(
  file: string,
  { id, title, reason }: { id: LocationId; title: string; reason: string },
  tell: (message: string) => void,
): Promise<void> {
  const memories = new MergedFile(openMemories(file, tell, 'person'), MEMORIES);
  const change = { kind: 'invalidate', locationId: id, title, reason, turn: null } as const;
  const { results, waiting } = await memories.change([change]);
  if (waiting !== null) throw waiting;
  if (results.some(({ outcome }) => outcome === 'applied')) return;
  throw new NotFoundError(
    `No memory titled "${title}" is believed at location ${id}; see zorkgpt memories show --location ${id}.`,
  );
}

/**
 * Replaces a file by what `merge` makes of it, as a whole; what it held before is its backup. Returns the memories it
 * holds then. Rejects with StorageError and LockedError.
 */
async function writeMerged(
  target: DurableFile,
  merge: (bytes: Uint8Array | null) => Uint8Array,
): Promise<number> {
  let merged: Uint8Array = new Uint8Array();
  await target.update((bytes) => {
    merged = merge(bytes);
    return merged;
  });
  return countMemories(merged);
}

function countMemories(bytes: Uint8Array): number {
  return [...roomsOf(parseDocument(bytes)).values()].flatMap(({ memories }) => memories).length;
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
