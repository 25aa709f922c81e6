import { claimLearntFolder, learntFile, learntFolder } from '../storage/learnt-folder.ts';
import { storyIdentity } from '../run/read-story.ts';
import { loadSettings } from '../run/settings.ts';
import type { World } from './world.ts';

/** Flags that say whose memories and knowledge a command means. */
export interface PlaceFlags {
  readonly config?: string;
  readonly story?: string;
  readonly workdir?: string;
}

/** Where what was learnt of a story is kept. */
export interface LearntPlace {
  readonly workdir: string;
  readonly ifid: string;
  readonly folder: string;
  readonly memories: string;
  readonly knowledge: string;
}

/**
 * The place of what was learnt of the story that is named or configured. Reads the story's header and does not start
 * the story. Throws ConfigError, StoryError and StorageError.
 */
export function learntPlace(world: World, flags: PlaceFlags): LearntPlace {
  const { workdir, ifid } = placeOf(world, flags);
  return placeIn(workdir, ifid, learntFolder(workdir, ifid));
}

/** The same for a command that writes: the folder belongs to this story from now on. Rejects as above and with LockedError. */
export async function claimedPlace(world: World, flags: PlaceFlags): Promise<LearntPlace> {
  const { workdir, ifid } = placeOf(world, flags);
  return placeIn(workdir, ifid, await claimLearntFolder(workdir, ifid));
}

function placeOf(world: World, { config: configFlag, story, workdir }: PlaceFlags) {
  const flags = {
    ...(story !== undefined && { story }),
    ...(workdir !== undefined && { workdir }),
  };
  const { config } = loadSettings(world, flags, configFlag);
  const { ifid } = storyIdentity(config.story);
  return { workdir: config.workdir, ifid };
}

function placeIn(workdir: string, ifid: string, folder: string): LearntPlace {
  return {
    workdir,
    ifid,
    folder,
    memories: learntFile(folder, 'memories'),
    knowledge: learntFile(folder, 'knowledge'),
  };
}
