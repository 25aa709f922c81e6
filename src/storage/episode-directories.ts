import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../domain/errors.ts';
import { flushFolderOf } from './durable-folder.ts';
import { ensureWritableDirectory } from './folder.ts';
import { storyOfLearntFolder } from './learnt-folder.ts';
import { readFolderEntries } from './read-file.ts';
import { attempt, storageErrno, storageFailure } from './storage.ts';

export interface EpisodeDirectory {
  /** Counts up from 1 for ever per workdir. */
  readonly number: number;
  /** Absolute or relative as the workdir is. */
  readonly path: string;
}

const FOLDER_NAME = /^\d{4,9}$/;
const REMOVED = '.removed';
const DIGITS = 4;
const MOST_TRIES = 100;

/** The episodes of a workdir, `episodes/0001` and on. A number is given only once. Another version throws StorageError. */
export class EpisodeDirectories {
  readonly #workdir: string;
  readonly #folder: string;

  constructor(workdir: string) {
    this.#workdir = workdir;
    this.#folder = join(workdir, 'episodes');
  }

  /** Creates the folder of the next episode, for this process alone. Rejects with StorageError and LockedError. */
  async allocate(): Promise<EpisodeDirectory> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const number = await this.#count((counted) => Math.max(counted, this.#newest()) + 1);
      const path = this.pathOf(number);
      if (createFolder(path)) return { number, path };
    }
    throw new StorageError(`Other programs keep creating folders in ${this.#folder}; stop them.`, {
      path: this.#folder,
    });
  }

  /** The folder of the episode with this number, created if it is missing. Rejects as `reserve`. */
  async claim(number: number): Promise<EpisodeDirectory> {
    await this.reserve(number);
    const path = this.pathOf(number);
    createFolder(path);
    return { number, path };
  }

  /** Marks the numbers up to this one as given: their folders come from elsewhere. Rejects as `allocate`. */
  async reserve(last: number): Promise<void> {
    await this.#count((counted) => Math.max(counted, last));
  }

  /** The newest given number; 0 for none. Rejects as `allocate`. */
  newest(): Promise<number> {
    return this.#count((counted) => Math.max(counted, this.#newest()));
  }

  /** All episodes, by number. Empty for a workdir without any. Throws StorageError. */
  list(): readonly EpisodeDirectory[] {
    return this.#numbers().map((number) => ({ number, path: this.pathOf(number) }));
  }

  /** The episode that a person named: `latest`, `7` or `0007`. Null if there is none. Throws StorageError. */
  find(name: string | number): EpisodeDirectory | null {
    if (name === 'latest') return this.list().at(-1) ?? null;
    if (!/^\d{1,9}$/.test(String(name))) return null;
    const number = Number(name);
    return this.list().find((episode) => episode.number === number) ?? null;
  }

  /** Deletes an episode with all its files, at once or not at all: it is renamed first. Throws StorageError. */
  remove(number: number): void {
    const path = this.pathOf(number);
    const doomed = `${path}${REMOVED}`;
    attempt('remove', path, () => {
      renameSync(path, doomed);
      flushFolderOf(path);
      for (const name of readdirSync(this.#folder)) {
        if (!name.endsWith(REMOVED)) continue;
        if (!FOLDER_NAME.test(name.slice(0, -REMOVED.length))) continue;
        rmSync(join(this.#folder, name), { recursive: true, force: true });
      }
    });
  }

  #newest(): number {
    return this.#numbers().at(-1) ?? 0;
  }

  /** Changes the counter. A missing or unreadable counter is 0 and found again from the folders. */
  async #count(change: (counted: number) => number): Promise<number> {
    ensureWritableDirectory(this.#folder);
    let number = 0;
    // Commands that only read start faster without the locks.
    const { openDurableFile } = await import('./durable-file.ts');
    const counter = openDurableFile(join(this.#folder, 'last-number'), { backup: false });
    await counter.update((bytes) => {
      const text = bytes === null ? '' : Buffer.from(bytes).toString('latin1').trim();
      number = change(/^\d{1,9}$/.test(text) ? Number(text) : 0);
      return Buffer.from(`${number}\n`);
    });
    return number;
  }

  #numbers(): readonly number[] {
    storyOfLearntFolder(this.#workdir);
    return readFolderEntries(this.#folder)
      .filter((entry) => entry.isDirectory() && FOLDER_NAME.test(entry.name))
      .map((entry) => Number(entry.name))
      .sort((a, b) => a - b);
  }

  /** The folder of this number, whether it exists or not. */
  pathOf(number: number): string {
    return join(this.#folder, String(number).padStart(DIGITS, '0'));
  }
}

/** False if that name exists already. */
function createFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    flushFolderOf(path);
    return true;
  } catch (error) {
    if (storageErrno(error) === 'EEXIST') return false;
    throw storageFailure('create', path, error);
  }
}
