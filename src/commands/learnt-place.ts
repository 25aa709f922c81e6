import path from 'node:path';
import type { GameConfiguration } from '../config/schema.ts';
import { openStoryFile, type StoryBytes } from '../run/story-file.ts';
import {
  claimLearntFolder,
  learntFolder,
  mapLearnt,
  type LearntName,
} from '../storage/learnt-folder.ts';
import type { Call } from './command.ts';

/** A story, and the folder and files of what was learnt of it. */
export interface LearntPlace extends Readonly<Record<LearntName, string>> {
  readonly config: GameConfiguration;
  readonly story: StoryBytes;
  readonly folder: string;
}

/**
 * The place of what was learnt of the story that is named or configured. Reads the story's header and does not start
 * the story. Rejects with ConfigError, StoryError and StorageError.
 */
export async function learntPlace(call: Call): Promise<LearntPlace> {
  return placeIn(call, learntFolder);
}

/** The same for a command that writes: the folder belongs to this story from now on. Rejects as above and with LockedError. */
export async function claimedPlace(call: Call): Promise<LearntPlace> {
  return placeIn(call, claimLearntFolder);
}

async function placeIn(
  call: Call,
  find: (workdir: string, ifid: string) => string | Promise<string>,
): Promise<LearntPlace> {
  const { config } = await call.settings();
  const story = openStoryFile(config.story);
  const folder = await find(config.workdir, story.identity.ifid);
  return { config, story, folder, ...mapLearnt((name) => path.join(folder, name)) };
}

/** What a message calls a learnt file that a command replaces, and where the version before is. */
export function tellReplaced(file: string, home: string | undefined) {
  if (home === undefined) return { name: file, before: `before it is ${file}.backup` };
  // The folder of the command is gone when it ends.
  const name = `${path.basename(file)} of the fleet`;
  return { name, before: 'its last 20 versions are kept there' };
}

/** Changes a learnt file after showing how and asking; where nothing would change, `shown` is null. */
export async function changeShown(
  call: Call,
  file: string,
  { shown, write }: { readonly shown: string | null; readonly write: () => Promise<unknown> },
): Promise<ReturnType<typeof tellReplaced>> {
  const told = tellReplaced(file, call.options.home);
  if (shown === null) return told;
  call.tell(shown);
  await call.confirm(`Change ${told.name} like this?`);
  await write();
  return told;
}
