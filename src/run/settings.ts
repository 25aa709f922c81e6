import path from 'node:path';
import { knownApiKeys } from '../config/keys.ts';
import { loadConfig, type LoadedConfig, findConfigFile, readDotEnv } from '../config/load.ts';
import { StorageError, unlessBroken } from '../domain/errors.ts';
import { redact } from '../domain/redact.ts';
import type { Environment } from '../model/settings.ts';
import { readTextFile } from '../storage/read-file.ts';
import { findStoryOf, SHIPPED_STORY } from './story-file.ts';

export interface Surroundings {
  readonly cwd: string;
  readonly environment: Environment;
}

/** Flags by the dotted path of their setting. */
export type Flags = Readonly<Record<string, string | number | boolean>>;

/** A configuration, with the defaults that were filled in; reported if there is no configuration file. */
export interface Settings extends LoadedConfig {
  readonly assumed: { readonly shippedStory: boolean; readonly offlinePlayer: boolean };
}

/**
 * The configuration of this process. Without a named story, that of the workdir or the shipped one is played. Without a
 * configuration file, a model and an address, the offline player plays. Throws ConfigError and StorageError.
 */
export function loadSettings(world: Surroundings, flags: Flags, configFlag?: string): Settings {
  const loaded = loadConfig({
    flags,
    configFlag,
    cwd: world.cwd,
    environment: world.environment,
    readText: readTextFile,
  });
  const { config, file, origins } = loaded;
  const story = config.story ?? findStoryOf(config.workdir);
  const hasAddress = origins['models.baseUrl'] !== 'default';
  const isOffline = file === null && config.models.model === null && !hasAddress;
  const usual = isOffline ? 'offline' : hasAddress ? 'openai' : null;
  return {
    ...loaded,
    config: {
      ...config,
      story: story ?? SHIPPED_STORY,
      player: config.player ?? usual,
    },
    assumed: {
      shippedStory: story === null && file === null,
      offlinePlayer: config.player === null && isOffline,
    },
  };
}

/** Removes known API keys and strings that look like secrets. Throws ConfigError for an unreadable key file. */
export function openSettingsRedactor(loaded: LoadedConfig): (text: string) => string {
  const secrets = knownApiKeys(loaded, readTextFile);
  return (text) => redact(text, secrets);
}

/** As `openSettingsRedactor`, for error messages: an unreadable key file gave this process no key. Never throws. */
export function openErrorRedactor(
  { cwd, environment }: Surroundings,
  configFlag: string | undefined,
): (text: string) => string {
  const { file } = findConfigFile({ cwd, environment, configFlag });
  const all = { ...readDotEnv(file, readableText), ...environment };
  const secrets = knownApiKeys({ environment: all, root: path.dirname(file) }, readableText);
  return (text) => redact(text, secrets);
}

function readableText(file: string): string | null {
  return unlessBroken(() => readTextFile(file), StorageError);
}
