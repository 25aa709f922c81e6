import path from 'node:path';
import type { Command } from 'commander';
import { claimedPlace, tellReplaced } from '../learnt-place.ts';
import { invalidateMemory, readNamedFile, writeMerged } from './memory-files.ts';
import type { World } from '../world.ts';
import { locationId } from '../../domain/ids.ts';
import { openMemories } from '../../run/open-learnt.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { mergeMemories } from '../../managers/memory/merge-memories.ts';
import { note, printRaw } from '../output.ts';
import { answer, type CommonOptions } from '../command.ts';

/** Options of `memories invalidate`. */
export interface InvalidateOptions extends CommonOptions {
  readonly location: number;
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
  const { location, title } = options;
  const reason = options.reason.replace(/\s+/g, ' ').trim();
  if (reason === '') command.error("error: option '--reason <text>' says why it is wrong");
  const { memories: file } = await claimedPlace(world, options);
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
  const files = names.map((name) => readNamedFile(path.resolve(world.cwd, name)));
  const { out } = options;
  if (out === '-') {
    printRaw(world, mergeMemories(files));
    return;
  }
  const target =
    out === undefined
      ? openMemories(
          (await claimedPlace(world, options)).memories,
          (said) => note(world, said),
          'person',
        )
      : openDurableFile(path.resolve(world.cwd, out));
  const memories = await writeMerged(target, (own) =>
    mergeMemories(files, out === undefined ? own : null),
  );
  const file = target.path;
  const { name, before } = tellReplaced(file, out === undefined ? options : {});
  answer(
    world,
    options,
    { file, merged: names.length, memories },
    () => `${name} holds ${memories} memories now; ${before}.`,
  );
}
