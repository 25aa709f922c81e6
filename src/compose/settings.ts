import type { World } from './world.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { readTextFile } from '../storage/read-file.ts';

/** Flags as the configuration knows them: dotted path to value. */
export type Flags = Readonly<Record<string, string | number | boolean>>;

/** The configuration this process runs under. Throws ConfigError and StorageError. */
export function loadSettings(world: World, flags: Flags, configFlag?: string): LoadedConfig {
  return loadConfig({
    flags,
    configFlag,
    cwd: world.cwd,
    environment: world.environment,
    readText: readTextFile,
  });
}
