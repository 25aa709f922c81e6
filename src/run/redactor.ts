import path from 'node:path';
import { knownApiKeys, findConfigFile, readDotEnv } from '../config/environment.ts';
import type { LoadedConfig } from '../config/load.ts';
import { StorageError } from '../domain/errors.ts';
import { redact } from '../domain/redact.ts';
import { readTextFile } from '../storage/read-file.ts';
import type { Surroundings } from './settings.ts';

/**
 * Removes from a text every API key that this process knows, whoever plays, and whatever else looks like a secret.
 * Throws ConfigError when the key file is there and cannot be read: what is not known cannot be removed.
 */
export function openRedactor(loaded: LoadedConfig): (text: string) => string {
  const secrets = knownApiKeys(loaded, readTextFile);
  return (text) => redact(text, secrets);
}

/** As `openRedactor`, for what is said of an error: a file that cannot be read told this process no key. Never throws. */
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
  try {
    return readTextFile(file);
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}
