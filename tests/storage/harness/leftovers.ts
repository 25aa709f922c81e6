import { readdirSync } from 'node:fs';

/** What a writer must not leave behind: locks and temporary files. */
export function leftovers(folder: string): string[] {
  return readdirSync(folder).filter((name) => /\.lock$|\.tmp$/.test(name));
}
