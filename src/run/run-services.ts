import { createHash } from 'node:crypto';
import type { LoadedConfig } from '../config/load.ts';
import type { GameConfiguration } from '../config/schema.ts';
import { ConfigError, StorageError } from '../domain/errors.ts';
import { openStory } from '../interpreter/open-story.ts';
import type { StoryIdentity } from '../interpreter/interpreter.ts';
import type { OpenedPlayer } from '../model/patience.ts';
import type { PromptLibrary } from '../prompts/prompt-library.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { ensureWritableDirectory } from '../storage/writable-directory.ts';
import { claimLearntFolder } from '../storage/learnt-folder.ts';
import { loadPrompts } from './load-prompts.ts';
import { openPlayer } from './player.ts';
import { openBudgets, type RunBudgets } from './budgets.ts';
import { readStory } from './read-story.ts';

/** What every episode of a run shares. */
export interface RunServices {
  readonly config: GameConfiguration;
  readonly story: {
    readonly bytes: Uint8Array;
    readonly sha256: string;
    readonly identity: StoryIdentity;
  };
  readonly prompts: PromptLibrary;
  readonly model: OpenedPlayer;
  /** How results name the model: `offline`, or the configured model of the agent. */
  readonly modelName: string;
  readonly directories: EpisodeDirectories;
  readonly budgets: RunBudgets;
  /** Folder of Memories.md, map_state.json and knowledgebase.md for this story. */
  readonly learnt: string;
  /** Removes secrets from a text that is about to be written or shown. */
  readonly redact: (text: string) => string;
}

/** Checks and opens what a run needs before anything is played. Rejects with ConfigError, StoryError, LockedError. */
export async function openRunServices(
  loaded: LoadedConfig,
  notice: (message: string) => void,
): Promise<RunServices> {
  const { config } = loaded;
  const bytes = readStory(config.story);
  const identity = openStory(bytes, { seed: 0 }).story;
  const player = await openPlayer(loaded, notice);
  openWorkdir(config.workdir);
  return {
    config,
    story: { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), identity },
    prompts: loadPrompts(),
    model: player.model,
    modelName: player.name,
    directories: new EpisodeDirectories(config.workdir),
    budgets: openBudgets(config),
    learnt: await claimLearntFolder(config.workdir, identity.ifid),
    redact: player.redact,
  };
}

function openWorkdir(workdir: string): void {
  try {
    ensureWritableDirectory(workdir);
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause;
    throw new ConfigError(cause.message, { cause });
  }
}
