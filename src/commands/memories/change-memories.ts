import path from 'node:path';
import type { Command } from 'commander';
import { claimedPlace, tellReplaced } from '../learnt-place.ts';
import {
  invalidateMemory,
  isJournalled,
  readRooms,
  readSavedFile,
  writeMerged,
} from './memory-files.ts';
import { roomNumber, roomsNamed } from '../rooms-named.ts';
import type { World } from '../world.ts';
import { locationId } from '../../domain/ids.ts';
import { openMemories } from '../../run/open-learnt.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { mergeMemories } from '../../managers/memory/merge-memories.ts';
import { note, printRaw } from '../output.ts';
import { answer, type CommonOptions } from '../command.ts';

/** Options of `memories invalidate`. */
export interface InvalidateOptions extends CommonOptions {
  /** Number or name of a room. */
  readonly location: string;
  readonly title: string;
  readonly reason: string;
}

/** Options of `memories merge`. */
export interface MergeOptions extends CommonOptions {
  readonly out?: string;
}

/** Marks one memory as wrong. */
export async function invalidate(
  world: World,
  options: InvalidateOptions,
  _: readonly string[],
  command: Command,
): Promise<void> {
  const { title } = options;
  const reason = options.reason.replace(/\s+/g, ' ').trim();
  if (reason === '') command.error("error: option '--reason <text>' says why it is wrong");
  const { memories: file } = await claimedPlace(world, options);
  const [room, ...others] = roomsNamed(readRooms(file), options.location);
  const location = room?.id ?? roomNumber(options.location);
  if (location === null || others.length > 0) {
    const why =
      others.length > 0 ? 'names several rooms' : 'names no room of which anything is remembered';
    command.error(`error: option '--location <room>' ${why}; see zorkgpt memories list`);
  }
  const wrong = { id: locationId(location), title, reason };
  await invalidateMemory(file, wrong, (message) => note(world, message));
  const done = { file, location: { id: location }, title, invalidated: true };
  answer(
    world,
    options,
    done,
    () => `Marked "${title}" at location ${location} as wrong in ${file}.`,
  );
}

/** Joins files into the story's own, or into one that is named. */
export async function merge(
  world: World,
  options: MergeOptions,
  names: readonly string[],
): Promise<void> {
  const paths = names.map((name) => path.resolve(world.cwd, name));
  const files = await Promise.all(paths.map(readSavedFile));
  const { out } = options;
  if (out === '-') {
    printRaw(world, mergeMemories(files));
    return;
  }
  const own = out === undefined ? (await claimedPlace(world, options)).memories : null;
  const file = own ?? path.resolve(world.cwd, out ?? '');
  const isShared = own !== null || isJournalled(file);
  const target = isShared
    ? openMemories(file, (said) => note(world, said), 'person')
    : openDurableFile(file);
  const memories = await writeMerged(target, (now) =>
    own === null
      ? // Where the target is one of the files, what it says by now counts.
        mergeMemories(files.map((bytes, at) => (paths[at] === file ? (now ?? bytes) : bytes)))
      : mergeMemories(files, now),
  );
  const { name, before } = tellReplaced(file, out === undefined ? options : {});
  answer(
    world,
    options,
    { file, merged: names.length, memories },
    () => `${name} holds ${memories} memories now; ${before}.`,
  );
}
