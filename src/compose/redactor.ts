import { knownApiKeys } from '../config/api-key.ts';
import type { LoadedConfig } from '../config/load.ts';
import { redact } from '../domain/redact.ts';
import { readTextFile } from '../storage/read-file.ts';

/**
 * Removes from a text every API key that this process knows, whoever plays, and whatever else looks like a secret.
 * Throws StorageError when the key file is there and cannot be read: what is not known cannot be removed.
 */
export function openRedactor({ environment }: LoadedConfig): (text: string) => string {
  const secrets = knownApiKeys(environment, readTextFile);
  return (text) => redact(text, secrets);
}
