import path from 'node:path';
import { parseEnv } from 'node:util';

/** The configuration file of a folder. */
export const CONFIG_FILE = 'zorkgpt.config.json';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a process was started, and how. */
export interface StartPlace {
  /** Value of `--config`. */
  readonly configFlag?: string | undefined;
  /** Folder the program was started in. */
  readonly cwd: string;
  readonly environment: Environment;
}

/** A configuration file, which need not exist, and whether a person named it. */
export interface ConfigFile {
  readonly file: string;
  readonly isNamed: boolean;
}

/** The configuration file: `--config`, else ZORKGPT_CONFIG, else ./zorkgpt.config.json. Its path is absolute. */
export function findConfigFile({ configFlag, cwd, environment }: StartPlace): ConfigFile {
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
