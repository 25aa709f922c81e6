import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, StorageError } from '../domain/errors.ts';
import { withoutAdvice } from '../domain/text.ts';
import { keySources } from '../model/endpoint.ts';
import { ENDPOINT_PLAYERS, PLAYERS } from '../model/players.ts';
import type { Environment, FindKey, FoundKey } from '../model/settings.ts';
import { resolveConfig, type ConfigSources, type ResolvedConfig } from './resolve.ts';
import type { GameConfiguration } from './schema.ts';

export const CONFIG_FILE = 'zorkgpt.config.json';

export type ReadText = (file: string) => string | null;

export interface StartPlace {
  readonly configFlag?: string | undefined;
  readonly cwd: string;
  readonly environment: Environment;
}

/** `--config`, else ZORKGPT_CONFIG, else ./zorkgpt.config.json, as an absolute path; the file need not exist. */
export function findConfigFile({ configFlag, cwd, environment }: StartPlace) {
  const named = configFlag ?? environment['ZORKGPT_CONFIG'];
  return { file: path.resolve(cwd, named ?? CONFIG_FILE), isNamed: named !== undefined };
}

/** The variables of .env beside the configuration file; none without one. Throws as `readText` does. */
export function readDotEnv(configFile: string, readText: ReadText): Environment {
  return parseEnv(readText(path.join(path.dirname(configFile), '.env')) ?? '');
}

/** Variables that hold the key of the default endpoint before the one of the player does; the second names a file. */
const DEFAULTS = ['ZORKGPT_API_KEY', 'ZORKGPT_API_KEY_FILE'] as const;

/** Variables that hold keys by their name, whoever uses them. */
const KEY_NAME = /(^|_)(API_?KEY|ACCESS_TOKEN|API_TOKEN|SECRET_KEY)$/i;
/** A shorter text is no key; to remove it everywhere would make texts unreadable. */
const SHORTEST_KEY = 8;

/** Where keys are looked for; without a configuration, those of the default endpoint alone. */
interface KeyPlaces {
  readonly environment: Environment;
  readonly root: string;
  readonly config?: Pick<GameConfiguration, 'player' | 'models'>;
}

/** Finds keys in the environment and in files; relative files are relative to the folder of the configuration. */
export function keyFinder({ environment, root, config }: KeyPlaces, readText: ReadText): FindKey {
  const { keyVariable } = PLAYERS[config?.player ?? 'openai'];
  return (source) => {
    if (source === 'default')
      return defaultKey(environment, readText) ?? inVariable(environment, keyVariable);
    if ('env' in source) return inVariable(environment, source.env);
    const file = path.resolve(root, source.file);
    return { key: keyInFile(file, readText, 'apiKeyFile'), from: file };
  };
}

function defaultKey(environment: Environment, readText: ReadText): FoundKey | null {
  const [own, fileName] = DEFAULTS;
  const file = environment[fileName] ?? '';
  const inFile = () => ({ key: keyInFile(file, readText, fileName), from: fileName });
  return inVariable(environment, own) ?? (file === '' ? null : inFile());
}

function inVariable(environment: Environment, name: string): FoundKey | null {
  const key = environment[name]?.trim() ?? '';
  return key === '' ? null : { key, from: name };
}

function keyInFile(file: string, readText: ReadText, setting: string): string {
  const key = readKeyFile(file, readText, setting)?.trim() ?? '';
  if (key !== '') return key;
  throw new ConfigError(`The key file ${file} is missing or empty; check ${setting}.`);
}

function readKeyFile(file: string, readText: ReadText, setting: string): string | null {
  try {
    return readText(file);
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause;
    throw new ConfigError(
      `${setting} cannot be read (${withoutAdvice(cause.message)}); name a readable file that holds the key.`,
      { cause },
    );
  }
}

/** Every key that environment and configuration lead to, used or not: what must be shown nowhere. Throws ConfigError. */
export function knownApiKeys({ environment, root, config }: KeyPlaces, readText: ReadText) {
  const named = Object.entries(environment)
    .filter(([name, value]) => KEY_NAME.test(name) && (value ?? '').trim().length >= SHORTEST_KEY)
    .map(([, value]) => value);
  const fileKey = environment[DEFAULTS[1]] ?? '';
  const ofDefault = [
    environment[DEFAULTS[0]],
    fileKey === '' ? null : readKeyFile(fileKey, readText, DEFAULTS[1]),
    ...ENDPOINT_PLAYERS.map((name) => environment[PLAYERS[name].keyVariable]),
  ];
  const ofConfig = (config === undefined ? [] : keySources(config.models)).map((source) => {
    if (source === 'default') return null;
    if ('env' in source) return environment[source.env];
    return readKeyFile(path.resolve(root, source.file), readText, 'apiKeyFile');
  });
  const headers = Object.values(config?.models.endpoints ?? {}).flatMap((one) =>
    Object.values(one.headers ?? {}),
  );
  const secrets = headers.filter((value) => value.length >= SHORTEST_KEY);
  const keys = [...ofDefault, ...ofConfig, ...named, ...secrets].map((key) => key?.trim() ?? '');
  return [...new Set(keys)].filter((key) => key !== '');
}

export interface ConfigRequest extends StartPlace {
  readonly flags: ConfigSources['flags'];
  readonly readText: ReadText;
}

export interface LoadedConfig extends ResolvedConfig {
  /** Folder that relative paths of the file and the environment mean; the configuration file's own. */
  readonly root: string;
  /** Absolute path of the configuration file; null when there is none. */
  readonly file: string | null;
  /** The environment with what .env adds to it. */
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

/** A path on the command line means the folder one stands in; every other one means the configuration's folder. */
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
    // What the file begins with stays untold: the wrong file may have been named.
    const told = cause instanceof Error ? cause.message : String(cause);
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

/** Comments become spaces, so that a complaint about a place in the text is right. */
function withoutComments(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (part) =>
    part.startsWith('"') ? part : part.replaceAll(/[^\n]/g, ' '),
  );
}

/** Where JSON stops to make sense; lines and columns count from 1. */
function placeOfMistake(text: string, thrown: unknown): { line: number; column: number } {
  const [, told] = /position (\d+)/.exec(String(thrown)) ?? [];
  const before = text.slice(0, told === undefined ? firstStrange(text) : Number(told)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Some errors of the parser name no place: it is where the text that ends there is wrong already, not only cut. */
function firstStrange(text: string): number {
  const isCut = (length: number) => {
    try {
      JSON.parse(text.slice(0, length));
      return true;
    } catch (error) {
      return /end of JSON|Unterminated/.test(String(error));
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
