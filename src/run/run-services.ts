import type { LoadedConfig } from '../config/load.ts';
import type { GameConfiguration } from '../config/schema.ts';
import { ConfigError, StorageError } from '../domain/errors.ts';
import type { EngineSteps } from '../interpreter/interpreter.ts';
import { createPromptLibrary, type PromptLibrary } from '../prompts/question.ts';
import type { BeginsBy } from '../records/manifest.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { checkWritable, ensureWritableDirectory } from '../storage/folder.ts';
import { claimLearntFolder, learntFolder } from '../storage/learnt-folder.ts';
import { installedFile, readTextFolder } from '../storage/read-file.ts';
import type { OpenedPlayer } from '../model/settings.ts';
import { openBudgets, type RunBudgets } from './budgets.ts';
import { openPlayer } from './player.ts';
import { settleByProbe } from './probe-player.ts';
import { openPlayableStory } from './playable-story.ts';
import { type StoryBytes } from './story-file.ts';

export interface Setting {
  readonly config: GameConfiguration;
  readonly story: StoryBytes;
  readonly prompts: PromptLibrary;
  /** The model's name in results: `offline`, or the configured model of the agent. */
  readonly modelName: string;
  /** Where the episode begins. Absent if nothing is set. */
  readonly begins?: BeginsBy | undefined;
  /** Counts the engine steps of one episode. Absent if not needed. */
  readonly steps?: EngineSteps | undefined;
}

export interface RunServices extends Setting {
  readonly model: OpenedPlayer;
  readonly directories: EpisodeDirectories;
  readonly budgets: RunBudgets;
  /** The folder of Memories.md, map_state.json and knowledgebase.md for this story. */
  readonly learnt: string;
  /** Removes secrets from a text before it is written or shown. */
  readonly redact: (text: string) => string;
}

/** Checks and opens what a run needs before anything is played. Rejects with ConfigError, StoryError, LockedError. */
export async function openRunServices(
  loaded: LoadedConfig,
  notice: (message: string) => void,
  shared: Partial<Pick<RunServices, 'budgets'>> & {
    readonly prompts?: ReadonlyMap<string, string>;
    /** Whether the settings are those of a recorded episode, and so stay as they are. */
    readonly isRecorded?: boolean;
    /** The folder that keeps how models are best asked. The workdir if absent. */
    readonly asking?: string;
  } = {},
): Promise<RunServices> {
  const { story, player } = await openParts(loaded, notice);
  openRunWorkdir(loaded.config.workdir);
  const set = withModels(loaded.config, player.model);
  const config =
    shared.isRecorded === true ? set : await settled(set, player.model, notice, shared.asking);
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

/** Opens what can be refused before anything is written. Rejects as opening all of it does. */
async function openParts(loaded: LoadedConfig, notice: (message: string) => void) {
  const story = openPlayableStory(loaded.config.story);
  return { story, player: await openPlayer(loaded, notice) };
}

/** Makes every check of a run without changing anything. Rejects as opening its services does. */
export async function checkRunServices(loaded: LoadedConfig): Promise<void> {
  const { workdir } = loaded.config;
  const { story, player } = await openParts(loaded, () => undefined);
  openBudgets(withModels(loaded.config, player.model));
  checkWritable(workdir);
  learntFolder(workdir, story.identity.ifid);
}

/** The settings, with gaps filled from the player's servers and public tables. */
function withModels(config: GameConfiguration, { models }: OpenedPlayer): GameConfiguration {
  return { ...config, models: models ?? config.models };
}

function settled(
  config: GameConfiguration,
  player: OpenedPlayer,
  notice: (message: string) => void,
  asking?: string,
): Promise<GameConfiguration> {
  const prompts = config.prompts === 'auto' ? player.prompts : config.prompts;
  const fitting = fittingHistory({ ...config, prompts }, player, notice);
  return settleByProbe(fitting, player, notice, asking);
}

/** The history that the agent's model has room for. Reported if it is less than configured. */
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

/** Throws ConfigError if nothing can be written there. */
export function openRunWorkdir(workdir: string): void {
  try {
    ensureWritableDirectory(workdir);
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause;
    throw new ConfigError(cause.message, { cause });
  }
}

/** The prompts that are installed with this code, by name. Throws StorageError. */
export function readPrompts(): ReadonlyMap<string, string> {
  return readTextFolder(installedFile('src', 'prompts'), '.md');
}

/** The prompts in the configured form, ready for use. Throws StorageError. */
export function loadRunPrompts({ prompts }: Pick<GameConfiguration, 'prompts'>): PromptLibrary {
  return createPromptLibrary(readPrompts(), prompts);
}
