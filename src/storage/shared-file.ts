import { randomUUID } from 'node:crypto';
import { entryChange, hasEntryChange } from '../domain/entry-changes.ts';
import { applyEntryEdits, entriesIn, type EntryFormat } from '../domain/entry-edits.ts';
import { mergeEdits, type EntryEdits } from '../domain/entry-merge.ts';
import { StorageError } from '../domain/errors.ts';
import type { LinedBlock } from '../domain/lined-document.ts';
import { plural } from '../domain/text.ts';
import { sha256, whyNoText } from './bytes.ts';
import { openDurableFile, type DurableFileOptions } from './durable-file.ts';
import { EntryJournal, heldAfter, type JournalStep } from './entry-journal.ts';
import { type Base, nearestBase } from './late-edits.ts';
import { lookAtSnapshot, takeSnapshot, type SeenFile } from './snapshot.ts';
import { type Change, type DurableFile } from './storage.ts';

interface SharedFileOptions<B extends LinedBlock> extends DurableFileOptions {
  readonly format: EntryFormat<B>;
  /** Who makes these changes: a run, or a person with a command. */
  readonly by?: 'run' | 'person';
  /** Gets sentences for a person, each only once. */
  readonly tell: (message: string) => void;
}

/** A file saved by others may still be written to, so long after its last byte. */
const QUIET_MS = 250;
/** The same for a text shorter than the last one, which may be half of a save. */
const QUIET_WHEN_SHORTER_MS = 2_000;
/** Some editors remove the file before they put the new one there. */
const MISSING_MS = 1_000;

/**
 * Opens a text file that runs and people change at once. A text made from an older version keeps what was written since,
 * according to the file's journal. One that is being written is waited for; a deleted one comes back; bytes that are no text
 * are refused with StorageError.
 */
export function openSharedFile<B extends LinedBlock>(
  path: string,
  options: SharedFileOptions<B>,
): DurableFile {
  return new SharedFile(path, options);
}

interface Pending {
  readonly write: string;
  /** The file's content, its interpretation, and its replacement. */
  readonly found: Uint8Array | null;
  readonly seen: Uint8Array | null;
  readonly after: Uint8Array | null;
}

class SharedFile<B extends LinedBlock> implements DurableFile {
  readonly path: string;
  readonly #file: DurableFile;
  readonly #format: EntryFormat<B>;
  readonly #by: 'run' | 'person';
  readonly #tell: (message: string) => void;
  readonly #journal: EntryJournal;
  readonly #told = new Set<string>();
  /** The newest whole text that this process knows. Null before the first. */
  #newest: Uint8Array | null = null;
  #pending: Pending | null = null;
  #missingSince: number | null = null;

  constructor(path: string, { format, tell, by = 'run', ...options }: SharedFileOptions<B>) {
    this.path = path;
    this.#format = format;
    this.#by = by;
    this.#tell = tell;
    this.#journal = new EntryJournal(path, tell);
    this.#file = openDurableFile(path, {
      ...options,
      isUnfinished: (seen) => this.#isUnfinished(seen),
      beforeRename: () => this.#note(),
    });
  }

  read(): Uint8Array | null {
    const seen = this.#look();
    if (this.#newest !== null && this.#isUnfinished(seen)) return this.#newest;
    return this.#wholeOf(seen?.bytes ?? null, null);
  }

  version(): string | null {
    const version = this.#file.version();
    const isUnfinished = this.#newest !== null && this.#isUnfinished(this.#look());
    return isUnfinished ? `${version} unfinished` : version;
  }

  update(change: Change): Promise<void> {
    const write = randomUUID();
    return this.#file.update((found) => {
      const seen = this.#wholeOf(found, write);
      const after = change(seen) ?? seen;
      this.#pending = { write, found, seen, after };
      return after;
    });
  }

  #look(): SeenFile | null {
    return lookAtSnapshot(this.path, takeSnapshot);
  }

  #isUnfinished(seen: SeenFile | null): boolean {
    if (seen === null) {
      if (this.#newest === null && this.#journal.steps().length === 0) return false;
      this.#missingSince ??= performance.now();
      return performance.now() - this.#missingSince < MISSING_MS;
    }
    this.#missingSince = null;
    const last = this.#journal.steps().at(-1);
    const before = this.#newest?.length ?? last?.size ?? 0;
    const quiet = seen.bytes.length < before ? QUIET_WHEN_SHORTER_MS : QUIET_MS;
    if (Math.abs(Date.now() - seen.modifiedMs) >= quiet) return false;
    return last?.sha256 !== sha256(seen.bytes);
  }

  /** The content with everything that must not be lost. `write` is the write in progress, which does not count. */
  #wholeOf(found: Uint8Array | null, write: string | null): Uint8Array | null {
    if (found === null) return this.#deleted();
    const reason = whyNoText(found);
    if (reason !== null) {
      const says = `${this.path} ${reason}. It is left as it is, and what is learnt waits.`;
      throw new StorageError(says, { path: this.path });
    }
    const steps = this.#journal.steps().filter((step) => step.write !== write);
    const isKnown = steps.length === 0 || steps.at(-1)?.sha256 === sha256(found);
    const whole = isKnown ? found : this.#merge(found, steps, write !== null);
    this.#newest = whole;
    return whole;
  }

  /** Reports only what is seen under the lock: without it, a write of another process may be half done. */
  #merge(found: Uint8Array, steps: readonly JournalStep[], isLocked: boolean): Uint8Array {
    const newest = heldAfter(steps);
    const start = steps.findLastIndex(({ by }) => by === 'start');
    const entries = entriesIn(found, this.#format);
    const base = nearestBase(entries, newest, steps.slice(start + 1));
    const edits = mergeEdits(entries, base.entries, newest);
    const { add, replace, remove } = edits;
    if (add.length + replace.length + remove.length === 0) return found;
    if (isLocked) this.#tellOfMerge(base, edits);
    return applyEntryEdits(found, edits, this.#format);
  }

  #tellOfMerge(base: Base, { conflicts, reworded }: EntryEdits): void {
    this.#tellOnce(
      base.isUnclear
        ? `${this.path} could be a copy of several earlier versions; nothing learnt was taken out of it.`
        : `${this.path} holds a copy from ${plural(base.age, 'write')} ago; what was learnt since is kept.`,
    );
    for (const { name, place } of conflicts) {
      this.#tellOnce(`${this.path}: "${name}" under ${place} was changed twice; both are kept.`);
    }
    for (const { place, text } of reworded) {
      const words = Buffer.from(text, 'latin1').toString('utf8');
      this.#tellOnce(
        `${this.path}: an entry under ${place} was changed twice; both are kept, this one too: ${words}`,
      );
    }
  }

  #deleted(): Uint8Array | null {
    if (this.#newest !== null) {
      this.#tellOnce(`${this.path} was deleted; it comes back with what it held.`);
    }
    return this.#newest;
  }

  /** Notes a write in the journal before it is made. If the write is never made, the note does no harm. */
  #note(): void {
    if (this.#pending === null) return;
    const { write, found, seen, after } = this.#pending;
    const [known, taken, made] = [found, seen, after].map((one) => entriesIn(one, this.#format));
    const steps = this.#journal.steps().filter((step) => step.write !== write);
    const isNew = steps.length === 0 || (found === null && this.#newest === null);
    const held = isNew ? (known ?? []) : heldAfter(steps);
    const mark = {
      at: new Date().toISOString(),
      sha256: sha256(after ?? ''),
      size: after?.length ?? 0,
      write,
    };
    const byPerson = entryChange(held, taken ?? []);
    const byRun = entryChange(taken ?? [], made ?? []);
    this.#journal.append([
      ...(isNew ? [{ ...mark, by: 'start' as const, came: held, went: [] }] : []),
      ...(hasEntryChange(byPerson) ? [{ ...mark, by: 'person' as const, ...byPerson }] : []),
      { ...mark, by: this.#by, ...byRun },
    ]);
    this.#newest = after;
  }

  #tellOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#tell(message);
  }
}
