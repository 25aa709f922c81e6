import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, messageOf } from '../domain/errors.ts';
import { suggestNames } from '../domain/text.ts';
import { endpointKeySources } from '../model/endpoint.ts';
import type { Environment } from '../model/settings.ts';
import { DEFAULT_KEYS, type ReadText } from './keys.ts';
import { LEAVES, resolveConfig, type ConfigSources, type ResolvedConfig } from './resolve.ts';

export const CONFIG_FILE = 'zorkgpt.config.json';

interface StartPlace {
  readonly configFlag?: string | undefined;
  readonly cwd: string;
  readonly environment: Environment;
}

/** `--config`, else ZORKGPT_CONFIG, else ./zorkgpt.config.json, as an absolute path. The file need not exist. */
export function findConfigFile({ configFlag, cwd, environment }: StartPlace) {
  const named = configFlag ?? environment['ZORKGPT_CONFIG'];
  return { file: path.resolve(cwd, named ?? CONFIG_FILE), isNamed: named !== undefined };
}

/** The variables of .env beside the configuration file. Empty without one. Throws as `readText` does. */
export function readDotEnv(configFile: string, readText: ReadText): Environment {
  return parseEnv(readText(path.join(path.dirname(configFile), '.env')) ?? '');
}

export interface ConfigRequest extends StartPlace {
  readonly flags: ConfigSources['flags'];
  readonly readText: ReadText;
}

export interface LoadedConfig extends ResolvedConfig {
  /** The folder for relative paths of the file and the environment: the configuration file's own. */
  readonly root: string;
  /** Absolute path of the configuration file. Null if there is none. */
  readonly file: string | null;
  /** The environment together with .env. */
  readonly environment: ConfigSources['environment'];
}

/** Reads the configuration file and .env beside it, and resolves every setting, with absolute paths. Throws ConfigError. */
export function loadConfig(request: ConfigRequest): LoadedConfig {
  const { file, isNamed } = findConfigFile(request);
  const text = request.readText(file);
  if (text === null && isNamed) {
    throw new ConfigError(
      `There is no configuration file ${file}; check --config or ZORKGPT_CONFIG.`,
    );
  }
  const root = path.dirname(file);
  const dotEnv = readDotEnv(file, request.readText);
  const resolved = resolveConfig({
    flags: request.flags,
    environment: request.environment,
    dotEnv,
    file: text === null ? null : parseJson(text, file),
    fileName: path.basename(file),
  });
  return {
    ...resolved,
    config: withAbsolutePaths(resolved, root, request.cwd),
    root,
    file: text === null ? null : file,
    environment: { ...dotEnv, ...request.environment },
  };
}

/** A relative path on the command line starts at the current folder; any other at the configuration's folder. */
function withAbsolutePaths({ config, origins }: ResolvedConfig, root: string, cwd: string) {
  const absolute = (value: string, key: string) =>
    path.resolve(origins[key] === 'flag' ? cwd : root, value);
  return {
    ...config,
    story: config.story === null ? null : absolute(config.story, 'story'),
    workdir: absolute(config.workdir, 'workdir'),
  };
}

function parseJson(bytes: string, file: string): unknown {
  const text = withoutComments(bytes.replace(/^\uFEFF/, ''));
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    // The file's content is not shown, because the wrong file may have been named.
    const told = messageOf(cause);
    const { line, column } = placeOfMistake(text, cause);
    const detail = told
      .replace(/ in JSON at position.*| *\(line.*/s, '')
      .replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '');
    throw new ConfigError(
      `${file}, line ${line}, column ${column}, is no valid JSON (${detail}); correct it and run again.`,
      { cause },
    );
  }
}

/** Comments become spaces, so that places in error messages stay right. */
function withoutComments(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (part) =>
    part.startsWith('"') ? part : part.replaceAll(/[^\n]/g, ' '),
  );
}

/** The place of a mistake in JSON. Lines and columns count from 1. */
function placeOfMistake(text: string, thrown: unknown): { line: number; column: number } {
  const [, told] = /position (\d+)/.exec(String(thrown)) ?? [];
  const before = text.slice(0, told === undefined ? firstStrange(text) : Number(told)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Some errors of the parser name no place. It is where a text cut there is already wrong, and not only incomplete. */
function firstStrange(text: string): number {
  const isCut = (length: number) => {
    try {
      JSON.parse(text.slice(0, length));
      return true;
    } catch (error) {
      const [, at] = /position (\d+)/.exec(String(error)) ?? [];
      return Number(at) >= length || /end of JSON|Unterminated/.test(String(error));
    }
  };
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isCut(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A sentence for each variable that looks like the program's own but is not read: probably a slip. Pure. */
export function unreadVariables(
  environment: Environment,
  models: ResolvedConfig['config']['models'],
) {
  const keys = endpointKeySources(models).flatMap((source) =>
    typeof source === 'object' && 'env' in source ? [source.env] : [],
  );
  const known = [...LEAVES.map(({ env }) => env), ...DEFAULT_KEYS, 'ZORKGPT_CONFIG', ...keys];
  return Object.keys(environment)
    .filter((name) => name.startsWith('ZORKGPT_') && !known.includes(name))
    .map((name) => {
      const [meant] = suggestNames(name, known);
      return `${name} is no setting${meant === undefined ? '' : `; ${meant} may be meant`}.`;
    });
}
