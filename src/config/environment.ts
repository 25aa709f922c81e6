import path from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from '../model/settings.ts';

/** The configuration file of a folder. */
export const CONFIG_FILE = 'zorkgpt.config.json';

/** Where a process was started, and how. */
export interface StartPlace {
  /** Value of `--config`. */
  readonly configFlag?: string | undefined;
  /** Folder the program was started in. */
  readonly cwd: string;
  readonly environment: Environment;
}

/**
 * The configuration file: `--config`, else ZORKGPT_CONFIG, else ./zorkgpt.config.json. Its path is absolute, and it need
 * not exist; `isNamed` says whether a person named it.
 */
export function findConfigFile({ configFlag, cwd, environment }: StartPlace) {
  const named = configFlag ?? environment['ZORKGPT_CONFIG'];
  return { file: path.resolve(cwd, named ?? CONFIG_FILE), isNamed: named !== undefined };
}

/** The variables of .env beside the configuration file; none without one. Throws as `readText` does. */
export function readDotEnv(
  configFile: string,
  readText: (file: string) => string | null,
): Environment {
  return parseEnv(readText(path.join(path.dirname(configFile), '.env')) ?? '');
}
