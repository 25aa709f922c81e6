import { ConfigError, StorageError } from '../domain/errors.ts';

/**
 * The API key from the environment: ZORKGPT_API_KEY, else the file that ZORKGPT_API_KEY_FILE names, else
 * OPENAI_API_KEY; null when none is set. Never from a flag. Throws ConfigError when the key file cannot be found or read.
 */
export function findApiKey(
  environment: Readonly<Record<string, string | undefined>>,
  readText: (file: string) => string | null,
): string | null {
  const own = environment['ZORKGPT_API_KEY']?.trim();
  if (own !== undefined && own !== '') return own;
  const file = environment['ZORKGPT_API_KEY_FILE'];
  if (file !== undefined && file !== '') return fromFile(file, readText);
  const shared = environment['OPENAI_API_KEY']?.trim();
  return shared === undefined || shared === '' ? null : shared;
}

/**
 * Every API key that the environment leads to, used or not: what must be shown nowhere. Throws ConfigError when the key file
 * is there and cannot be read.
 */
export function knownApiKeys(
  environment: Readonly<Record<string, string | undefined>>,
  readText: (file: string) => string | null,
): readonly string[] {
  const { ZORKGPT_API_KEY: own, ZORKGPT_API_KEY_FILE: file, OPENAI_API_KEY: shared } = environment;
  const inFile = file === undefined || file === '' ? null : readKeyFile(file, readText);
  const keys = [own, inFile, shared].map((key) => key?.trim() ?? '');
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Name of the variable that `findApiKey` would take the key from; null when none is set. */
export function apiKeySource(
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const names = ['ZORKGPT_API_KEY', 'ZORKGPT_API_KEY_FILE', 'OPENAI_API_KEY'];
  return names.find((name) => (environment[name]?.trim() ?? '') !== '') ?? null;
}

function fromFile(file: string, readText: (file: string) => string | null): string {
  const text = readKeyFile(file, readText)?.trim();
  if (text !== undefined && text !== '') return text;
  throw new ConfigError(`The key file ${file} is missing or empty; check ZORKGPT_API_KEY_FILE.`);
}

function readKeyFile(file: string, readText: (file: string) => string | null): string | null {
  try {
    return readText(file);
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause;
    const [reason] = cause.message.split('; ');
    throw new ConfigError(
      `ZORKGPT_API_KEY_FILE cannot be read (${reason}); name a readable file that holds the key.`,
      { cause },
    );
  }
}
