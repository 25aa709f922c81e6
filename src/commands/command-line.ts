import path from 'node:path';
import { StorageError, unlessBroken } from '../domain/errors.ts';
import { installedFile, namesIn } from '../storage/read-file.ts';
import type { World } from './world.ts';

/** This program as cron starts it, which knows no shell: absolute paths. */
export const PROGRAM: readonly string[] = [process.execPath, installedFile('bin', 'zorkgpt.js')];

/** A command line of this program that works when it is pasted into the shell it was told in. */
export function commandLine(world: World, words: readonly string[]): string {
  const folders = (world.environment['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  // A folder that cannot be looked into holds no program either.
  const isOnPath = folders.some((folder) =>
    unlessBroken(() => namesIn(folder), StorageError)?.includes('zorkgpt'),
  );
  return [...(isOnPath ? ['zorkgpt'] : PROGRAM), ...words].map(quoted).join(' ');
}

/** This program as the person called it: `npx zorkgpt` in a folder where it is not installed. npm sets the variable. */
export function calledName({ environment }: World): string {
  return environment['npm_command'] === 'exec' ? 'npx zorkgpt' : 'zorkgpt';
}

/** A word for sh. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A word for sh in a crontab, where a bare % would end the line. */
export function quotedForCron(word: string): string {
  return quoted(word).replaceAll('%', '\\%');
}
