import path from 'node:path';
import { claimLearntFolder, learntFile, learntFolder } from '../storage/learnt-folder.ts';
import { openStoryFile } from '../run/read-story.ts';
import { settingsFor, type CommonOptions } from './command.ts';
import type { World } from './world.ts';

/** Folder and files of a story's learnt data. */
export interface LearntPlace {
  readonly workdir: string;
  readonly ifid: string;
  readonly folder: string;
  readonly memories: string;
  readonly knowledge: string;
  readonly map: string;
  readonly evidence: string;
  readonly recipes: string;
}

/**
 * The place of what was learnt of the story that is named or configured. Reads the story's header and does not start
 * the story. Rejects with ConfigError, StoryError and StorageError.
 */
export async function learntPlace(world: World, options: CommonOptions): Promise<LearntPlace> {
  const { workdir, ifid } = await placeOf(world, options);
  return placeIn(workdir, ifid, learntFolder(workdir, ifid));
}

/** The same for a command that writes: the folder belongs to this story from now on. Rejects as above and with LockedError. */
export async function claimedPlace(world: World, options: CommonOptions): Promise<LearntPlace> {
  const { workdir, ifid } = await placeOf(world, options);
  return placeIn(workdir, ifid, await claimLearntFolder(workdir, ifid));
}

async function placeOf(world: World, options: CommonOptions) {
  const { config } = await settingsFor(world, options);
  const { ifid } = openStoryFile(config.story).identity;
  return { workdir: config.workdir, ifid };
}

function placeIn(workdir: string, ifid: string, folder: string): LearntPlace {
  return {
    workdir,
    ifid,
    folder,
    memories: learntFile(folder, 'memories'),
    knowledge: learntFile(folder, 'knowledge'),
    map: learntFile(folder, 'map'),
    evidence: learntFile(folder, 'evidence'),
    recipes: learntFile(folder, 'recipes'),
  };
}

/** How a person is told of a learnt file that a command replaces, and of what it was before. */
export function tellReplaced(
  file: string,
  { home }: CommonOptions,
): { readonly name: string; readonly before: string } {
  if (home === undefined) return { name: file, before: `before it is ${file}.backup` };
  // The folder of the command is gone when it ends.
  const name = `${path.basename(file)} of the fleet`;
  return { name, before: 'its last 20 versions are kept there' };
}
