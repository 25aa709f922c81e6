import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { readTextFile } from '../storage/read-file.ts';
import { findStoryOf, SHIPPED_STORY } from './find-story.ts';

/** Where a process runs: its folder and its variables. */
export interface Surroundings {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Flags as the configuration knows them: dotted path to value. */
export type Flags = Readonly<Record<string, string | number | boolean>>;

/** A configuration, with what was put where nobody named anything. */
export interface Settings extends LoadedConfig {
  readonly assumed: { readonly shippedStory: boolean; readonly offlinePlayer: boolean };
}

/**
 * The configuration this process runs under. A workdir knows its story; where there is no configuration file at all, the
 * shipped story is played by the offline player, unless others are named. Throws ConfigError and StorageError.
 */
export function loadSettings(world: Surroundings, flags: Flags, configFlag?: string): Settings {
  const loaded = loadConfig({
    flags,
    configFlag,
    cwd: world.cwd,
    environment: world.environment,
    readText: readTextFile,
  });
  const { config, file } = loaded;
  const found = config.story ?? findStoryOf(config.workdir);
  const shippedStory = found === null && file === null;
  const offlinePlayer = config.player === null && file === null && config.models.model === null;
  return {
    ...loaded,
    config: {
      ...config,
      story: shippedStory ? SHIPPED_STORY : found,
      player: offlinePlayer ? 'offline' : config.player,
    },
    assumed: { shippedStory, offlinePlayer },
  };
}
