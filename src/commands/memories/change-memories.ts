import path from 'node:path';
import { claimedPlace, tellReplaced } from '../learnt-place.ts';
import {
  invalidateMemory,
  isJournalled,
  readRooms,
  readSavedFile,
  writeMerged,
} from './memory-files.ts';
import { roomNumber, roomsNamed } from '../rooms-named.ts';
import { locationId } from '../../domain/ids.ts';
import { openMemories } from '../../run/open-learnt.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { mergeMemories } from '../../managers/memory/merge-memories.ts';
import { printRaw } from '../output.ts';
import type { Call } from '../call.ts';

interface Wrong {
  /** Number or name of a room. */
  readonly location: string;
  readonly title: string;
  readonly reason: string;
}

/** Marks one memory as wrong. */
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

/** Joins files into the story's own, or into one that is named. */
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
