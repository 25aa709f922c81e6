import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { readTextFile } from '../storage/read-file.ts';

/** Where a process runs: its folder and its variables. */
export interface Surroundings {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Flags as the configuration knows them: dotted path to value. */
export type Flags = Readonly<Record<string, string | number | boolean>>;

/** The configuration this process runs under. Throws ConfigError and StorageError. */
export function loadSettings(world: Surroundings, flags: Flags, configFlag?: string): LoadedConfig {
  return loadConfig({
    flags,
    configFlag,
    cwd: world.cwd,
    environment: world.environment,
    readText: readTextFile,
  });
}
