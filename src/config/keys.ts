import path from 'node:path';
import { ConfigError, StorageError, withoutAdvice } from '../domain/errors.ts';
import { endpointKeySources } from '../model/endpoint.ts';
import { KEY_VARIABLES, PLAYERS } from '../model/players.ts';
import type { Environment, FindKey, FoundKey } from '../model/settings.ts';
import type { GameConfiguration } from './schema.ts';

export type ReadText = (file: string) => string | null;

/** Variables with the key of the default endpoint, preferred to those of the player. The second names a file. */
export const DEFAULT_KEYS = ['ZORKGPT_API_KEY', 'ZORKGPT_API_KEY_FILE'] as const;

/** Variables that hold keys by their name, for any program. */
const KEY_NAME = /(^|_)(API_?KEY|ACCESS_TOKEN|API_TOKEN|SECRET_KEY)$/i;
/** A shorter text is no key. Removing it everywhere would make texts unreadable. */
const SHORTEST_KEY = 8;

/** Where keys are searched. Without a configuration, only for the default endpoint. */
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
  const [own, fileName] = DEFAULT_KEYS;
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

/** Every key that environment and configuration lead to, used or not, which must be shown nowhere. Throws ConfigError. */
export function knownApiKeys({ environment, root, config }: KeyPlaces, readText: ReadText) {
  const named = Object.entries(environment)
    .filter(([name, value]) => KEY_NAME.test(name) && (value ?? '').trim().length >= SHORTEST_KEY)
    .map(([, value]) => value);
  const fileKey = environment[DEFAULT_KEYS[1]] ?? '';
  const ofDefault = [
    environment[DEFAULT_KEYS[0]],
    fileKey === '' ? null : readKeyFile(fileKey, readText, DEFAULT_KEYS[1]),
    ...KEY_VARIABLES.map((name) => environment[name]),
  ];
  const ofConfig = (config === undefined ? [] : endpointKeySources(config.models)).map((source) => {
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
