import { renameSync, statSync } from 'node:fs';
import * as z from 'zod';
import { afterChanges, type EntryChange, type FileEntry } from '../domain/entry-merge.ts';
import { StorageError } from '../domain/errors.ts';
import { AppendLog } from './append-log.ts';
import { encodeRecord } from './record-line.ts';
import { parseRecords } from './record-file.ts';
import { resolveTarget, takeSnapshot } from './snapshot.ts';
import { errnoOf, storageFailure } from './storage-failure.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

const entry = z.object({
  place: z.string(),
  heading: z.string(),
  name: z.string().nullable(),
  text: z.string(),
  isCount: z.literal(true).optional(),
});

const step = z.object({
  at: z.iso.datetime(),
  by: z.enum(['start', 'person', 'run']),
  came: z.array(entry),
  went: z.array(entry),
  /** SHA-256 and length in bytes of the file after it. */
  sha256: z.string(),
  size: z.int(),
  write: z.string(),
});

/** One step of a file's history: `start` is everything that it held when its history begins. */
export interface JournalStep extends EntryChange {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Whose change it is: a person's, by whatever editor, or what a run or command wrote. */
  readonly by: 'start' | 'person' | 'run';
  /** Of the file after it. */
  readonly sha256: string;
  readonly size: number;
  /** The same for all steps of one write. */
  readonly write: string;
}

/** Steps that a journal keeps, and for how long: what is older in both ways is forgotten. */
const MOST_STEPS = 1_000;
const LONGEST_MS = 30 * 24 * 60 * 60 * 1_000;
/** The file is made shorter once it has so many steps too many. */
const SLACK = 200;

/** Where the history of a file lies. */
export function journalFile(file: string): string {
  return `${file}.journal`;
}

/**
 * The history of a file by entries, `<path>.journal`: when each came, changed and went. Appended to only while the lock
 * of the file itself is held.
 */
export class EntryJournal {
  readonly path: string;
  readonly #tell: (message: string) => void;
  #steps: readonly JournalStep[] = [];
  /** Size in bytes at which `#steps` were read; null when they never were. */
  #size: number | null = null;

  /** `tell` hears in a sentence when a damaged journal had to be put aside. */
  constructor(file: string, tell: (message: string) => void) {
    this.path = journalFile(file);
    this.#tell = tell;
  }

  /** Every step that is kept, oldest first. A damaged journal is put aside and begun anew. Throws StorageError. */
  steps(): readonly JournalStep[] {
    try {
      const target = resolveTarget(this.path);
      const size = statSync(target, { throwIfNoEntry: false })?.size ?? 0;
      if (size !== this.#size) {
        this.#read(takeSnapshot(target)?.bytes ?? new Uint8Array(), target);
      }
      return this.#steps;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return [];
      throw storageFailure('read', this.path, error);
    }
  }

  #read(bytes: Uint8Array, target: string): void {
    try {
      const { records, cutBytes } = parseRecords(bytes, this.path);
      this.#steps = records.map((record) => step.parse(record) as JournalStep);
      // A torn last line is read again, and cut before the next one.
      this.#size = cutBytes === 0 ? bytes.length : null;
    } catch (error) {
      if (!(error instanceof StorageError || error instanceof z.ZodError)) throw error;
      const aside = `${target}.damaged`;
      renameSync(target, aside);
      this.#tell(`${this.path} is damaged and was put aside as ${aside}; a new one is begun.`);
      this.#steps = [];
      this.#size = 0;
    }
  }

  /** Adds steps, durable on return. Throws StorageError. */
  append(added: readonly JournalStep[]): void {
    const known = this.steps();
    const all = [...known, ...added];
    if (this.#size === null || all.length > MOST_STEPS + SLACK) {
      this.#rewrite(all);
      return;
    }
    const log = new AppendLog(this.path, encodeRecord, { size: this.#size, isTorn: false });
    this.#size = null;
    try {
      log.append(...added);
    } finally {
      log.close();
    }
    [this.#steps, this.#size] = [all, log.size];
  }

  #rewrite(all: readonly JournalStep[]): void {
    const kept = forgetOld(all, Date.now());
    const text = kept.map(encodeRecord).join('');
    writeFileAtomic(this.path, text);
    this.#steps = kept;
    this.#size = Buffer.byteLength(text);
  }
}

/** The newest steps after one that holds everything that the older ones led to. */
export function forgetOld(steps: readonly JournalStep[], now: number): readonly JournalStep[] {
  const isOld = ({ at }: JournalStep) => now - Date.parse(at) > LONGEST_MS;
  const first = steps.findIndex((one) => !isOld(one));
  const from = Math.max(
    0,
    Math.min(first === -1 ? steps.length : first, steps.length),
    steps.length - MOST_STEPS,
  );
  const last = steps[from - 1];
  if (last === undefined) return steps;
  const came = heldAfter(steps.slice(0, from));
  return [{ ...last, by: 'start', came, went: [] }, ...steps.slice(from)];
}

/** What the file holds after these steps. */
export function heldAfter(steps: readonly JournalStep[]): readonly FileEntry[] {
  const from = Math.max(
    0,
    steps.findLastIndex(({ by }) => by === 'start'),
  );
  return afterChanges([], steps.slice(from));
}
