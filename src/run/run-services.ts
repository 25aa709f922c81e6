import type { GameConfiguration } from '../config/schema.ts';
import type { LoadedConfig } from '../config/load.ts';
import { ConfigError, StorageError } from '../domain/errors.ts';
import type { OpenedPlayer } from '../model/opened-player.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { checkWritable, ensureWritableDirectory } from '../storage/folder.ts';
import { claimLearntFolder, learntFolder } from '../storage/learnt-folder.ts';
import { createPromptLibrary } from '../prompts/prompt-library.ts';
import { readPrompts, type Setting } from './setting.ts';
import { settleAsking } from './settle-asking.ts';
import { openPlayer, type Player } from './player.ts';
import type { StoryBytes } from './read-story.ts';
import { openBudgets, type RunBudgets } from './budgets.ts';
import { openPlayableStory } from './playable-story.ts';

/** What every episode of a run shares. */
export interface RunServices extends Setting {
  readonly model: OpenedPlayer;
  readonly directories: EpisodeDirectories;
  readonly budgets: RunBudgets;
  /** Folder of Memories.md, map_state.json and knowledgebase.md for this story. */
  readonly learnt: string;
  /** Removes secrets from a text that is about to be written or shown. */
  readonly redact: (text: string) => string;
}

/**
 * Checks and opens what a run needs before anything is played; budgets may be those of the run that resumes an episode,
 * prompts those that came with the work.
 * Rejects with ConfigError, StoryError, LockedError.
 */
export async function openRunServices(
  loaded: LoadedConfig,
  notice: (message: string) => void,
  shared: Partial<Pick<RunServices, 'budgets'>> & {
    /** Templates by name. */
    readonly prompts?: ReadonlyMap<string, string>;
    /** Whether the settings are those of an episode that was begun, and so stay as they are. */
    readonly isRecorded?: boolean;
    /** Folder that keeps how models are best asked; the workdir when absent. */
    readonly asking?: string;
  } = {},
): Promise<RunServices> {
  const { story, player } = await openParts(loaded, notice);
  openWorkdir(loaded.config.workdir);
  const isRecorded = shared.isRecorded === true;
  const settled = settledConfig(loaded.config, player.model, isRecorded, notice);
  const config = isRecorded
    ? settled
    : await settleAsking(settled, player.model, notice, shared.asking);
  return {
    config,
    story,
    prompts: createPromptLibrary(shared.prompts ?? readPrompts(), config.prompts),
    model: player.model,
    modelName: player.name,
    directories: new EpisodeDirectories(config.workdir),
    budgets: shared.budgets ?? openBudgets(config),
    learnt: await claimLearntFolder(config.workdir, story.identity.ifid),
    redact: player.redact,
  };
}

/** What can be refused before anything is written. Rejects as opening all of it does. */
async function openParts(
  loaded: LoadedConfig,
  notice: (message: string) => void,
): Promise<{ readonly story: StoryBytes; readonly player: Player }> {
  const story = openPlayableStory(loaded.config.story);
  return { story, player: await openPlayer(loaded, notice) };
}

/** Every check that a run makes before it plays, without changing anything. Rejects as opening its services does. */
export async function checkRun(loaded: LoadedConfig): Promise<void> {
  const { workdir } = loaded.config;
  const { story, player } = await openParts(loaded, () => undefined);
  openBudgets({ ...loaded.config, models: player.model.models ?? loaded.config.models });
  checkWritable(workdir);
  learntFolder(workdir, story.identity.ifid);
}

/** The settings, with gaps filled from the player's servers and public tables. A recorded episode keeps its own. */
function settledConfig(
  set: GameConfiguration,
  player: OpenedPlayer,
  isRecorded: boolean,
  notice: (message: string) => void,
): GameConfiguration {
  const config = { ...set, models: player.models ?? set.models };
  if (isRecorded) return config;
  const prompts = set.prompts === 'auto' ? player.prompts : set.prompts;
  return fittingHistory({ ...config, prompts }, player, notice);
}

/** The history that the agent's model has room for; told when it is less than configured. */
function fittingHistory(
  config: GameConfiguration,
  { historyTokens: room, adviceFor }: OpenedPlayer,
  notice: (message: string) => void,
): GameConfiguration {
  const { context } = config;
  if (room === null || room >= context.historyTokens) return config;
  const advice = adviceFor(context.historyTokens);
  notice(
    `The model has room for ${room} tokens of play; context.historyTokens is lowered to that.${advice === null ? '' : ` ${advice}`}`,
  );
  return { ...config, context: { ...context, historyTokens: room } };
}

/** Throws ConfigError when nothing can be written there. */
export function openWorkdir(workdir: string): void {
  try {
    ensureWritableDirectory(workdir);
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause;
    throw new ConfigError(cause.message, { cause });
  }
}
