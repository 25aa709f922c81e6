import path from 'node:path';
import type { Command } from 'commander';
import { claimedPlace } from '../learnt-place.ts';
import { invalidateMemory, writeMerged } from './write-memories.ts';
import { readNamedFile } from './read-memories.ts';
import type { World } from '../world.ts';
import { locationId } from '../../domain/ids.ts';
import { openMemories } from '../../run/open-learnt.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { mergeMemories } from '../../managers/memory/merge-memories.ts';
import { note, print, printJson, printRaw } from '../output.ts';
import type { LookOptions } from '../options.ts';

/** Options of `memories invalidate`. */
export interface InvalidateOptions extends LookOptions {
  readonly location: number;
  readonly title: string;
  readonly reason: string;
}

/** Options of `memories merge`. */
export interface MergeOptions extends LookOptions {
  readonly out?: string;
}

/** Marks one memory as wrong. */
export async function invalidate(world: World, command: Command): Promise<void> {
  const options = command.optsWithGlobals<InvalidateOptions>();
  const { location, title, json } = options;
  const reason = options.reason.replace(/\s+/g, ' ').trim();
  if (reason === '') command.error("error: option '--reason <text>' says why it is wrong");
  const { memories: file } = await claimedPlace(world, options);
  const wrong = { id: locationId(location), title, reason };
  await invalidateMemory(file, wrong, (message) => note(world, message));
  if (json) printJson(world, { file, location: { id: location }, title, invalidated: true });
  else print(world, `Marked "${title}" at location ${location} as wrong in ${file}.`);
}

/** Joins files into the story's own, or into one that is named. */
export async function merge(
  world: World,
  names: readonly string[],
  options: MergeOptions,
): Promise<void> {
  const files = names.map((name) => readNamedFile(path.resolve(world.cwd, name)));
  const { out, json } = options;
  if (out === '-') {
    printRaw(world, mergeMemories(files));
    return;
  }
  const target =
    out === undefined
      ? openMemories((await claimedPlace(world, options)).memories, (said) => note(world, said))
      : openDurableFile(path.resolve(world.cwd, out));
  const memories = await writeMerged(target, (own) =>
    mergeMemories(out === undefined && own !== null ? [...files, own] : files),
  );
  if (json) printJson(world, { file: target.path, merged: names.length, memories });
  else
    print(
      world,
      `${target.path} holds ${memories} memories now; before it is ${target.path}.backup.`,
    );
}
