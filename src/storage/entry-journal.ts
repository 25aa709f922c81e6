import { renameSync, statSync } from 'node:fs';
import * as z from 'zod';
import { type FileEntry, entriesAfterChanges } from '../domain/entry-changes.ts';
import { StorageError } from '../domain/errors.ts';
import { AppendLog } from './append-log.ts';
import { encodeRecord, parseRecords } from './record-log.ts';
import { lookAtSnapshot, takeSnapshot } from './snapshot.ts';
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
  /** Who made the change: a person with any editor, or a run or command. */
  by: z.enum(['start', 'person', 'run']),
  came: z.array(entry).readonly(),
  went: z.array(entry).readonly(),
  /** SHA-256 and length in bytes of the file after it. */
  sha256: z.string(),
  size: z.int(),
  /** Equal for all steps of one write. */
  write: z.string(),
});

/** One step of a file's history. `start` holds all entries at the start of the history. */
export type JournalStep = Readonly<z.infer<typeof step>>;

/** The most steps of a journal, and their age. Older steps are forgotten. */
const MOST_STEPS = 1_000;
const LONGEST_MS = 30 * 24 * 60 * 60 * 1_000;
/** The file is made shorter when it has so many steps too many. */
const SLACK = 200;
/** The most bytes of the steps after the first. A shortened file keeps half of it. */
const MOST_BYTES = 1_000_000;

export function journalFile(file: string): string {
  return `${file}.journal`;
}

/** The history of a file by entries, `<path>.journal`. Appended to only under the lock of the file itself. */
export class EntryJournal {
  readonly path: string;
  readonly #tell: (message: string) => void;
  #steps: readonly JournalStep[] = [];
  /** The file's size when `#steps` were read. Null if they never were. */
  #size: number | null = null;
  /** The bytes of the first step, which holds all entries at the start of the history. */
  #firstSize: number | null = null;

  /** `tell` gets a sentence if a damaged journal had to be put aside. */
  constructor(file: string, tell: (message: string) => void) {
    this.path = journalFile(file);
    this.#tell = tell;
  }

  /** All kept steps, the oldest first. A damaged journal is put aside and begun again. Throws StorageError. */
  steps(): readonly JournalStep[] {
    const steps = lookAtSnapshot(this.path, (target) => {
      const size = statSync(target, { throwIfNoEntry: false })?.size ?? 0;
      if (size !== this.#size) {
        this.#read(takeSnapshot(target)?.bytes ?? new Uint8Array(), target);
      }
      return this.#steps;
    });
    return steps ?? [];
  }

  #read(bytes: Uint8Array, target: string): void {
    try {
      const { records, cutBytes } = parseRecords(bytes, this.path);
      this.#steps = records.map((record) => step.parse(record));
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
    if (this.#size === null || all.length > MOST_STEPS + SLACK || this.#isTooLong(all)) {
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

  #isTooLong([first]: readonly JournalStep[]): boolean {
    if (this.#size === null || first === undefined) return false;
    this.#firstSize ??= sizeOf(first);
    return this.#size - this.#firstSize > MOST_BYTES;
  }

  #rewrite(all: readonly JournalStep[]): void {
    const kept = forgetOld(all, Date.now());
    const text = kept.map(encodeRecord).join('');
    writeFileAtomic(this.path, text);
    this.#steps = kept;
    this.#size = Buffer.byteLength(text);
    this.#firstSize = null;
  }
}

/** The newest steps, after a `start` that holds the result of the older ones. */
function forgetOld(steps: readonly JournalStep[], now: number): readonly JournalStep[] {
  const isOld = ({ at }: JournalStep) => now - Date.parse(at) > LONGEST_MS;
  const first = steps.findIndex((one) => !isOld(one));
  const from = Math.max(
    0,
    first === -1 ? steps.length : first,
    steps.length - MOST_STEPS,
    firstWithin(steps, MOST_BYTES / 2),
  );
  const last = steps[from - 1];
  if (last === undefined) return steps;
  const came = heldAfter(steps.slice(0, from));
  // It belongs to no write: a repeated write ignores its own steps, and this step joins those of many writes.
  return [{ ...last, by: 'start', came, went: [], write: 'start' }, ...steps.slice(from)];
}

/** The index of the first step from which all steps together fit into so many bytes. */
function firstWithin(steps: readonly JournalStep[], bytes: number): number {
  const sizes = steps.slice(1).map(sizeOf);
  let left = sizes.reduce((sum, size) => sum + size, 0);
  if (left <= 2 * bytes) return 0;
  const index = sizes.findIndex((size) => {
    if (left <= bytes) return true;
    left -= size;
    return false;
  });
  return index === -1 ? steps.length - 1 : index + 1;
}

function sizeOf(step: JournalStep): number {
  return Buffer.byteLength(encodeRecord(step));
}

/** The entries that a file holds after these steps of its journal. */
export function heldAfter(steps: readonly JournalStep[]): readonly FileEntry[] {
  const from = Math.max(
    0,
    steps.findLastIndex(({ by }) => by === 'start'),
  );
  return entriesAfterChanges([], steps.slice(from));
}
