import { LockedError, StorageError } from '../domain/errors.ts';
import { oneAfterAnother } from '../domain/one-after-another.ts';
import { sameBytes } from './bytes.ts';
import { type DurableFile } from './storage.ts';

/** The meaning of a file's bytes, and the effect of a change. All pure. */
export interface FileFormat<Document, Change, Result> {
  /** Null stands for no file. */
  readonly parse: (bytes: Uint8Array | null) => Document;
  readonly print: (document: Document) => Uint8Array;
  /** Returns the same document if the change does nothing. */
  readonly apply: (
    document: Document,
    change: Change,
  ) => { readonly document: Document; readonly result: Result };
}

interface ChangeReport<Result> {
  /** The bytes that the changes were applied to. Null if there was no file. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  /** One for each change. If all is durable, those of waiting changes come first. */
  readonly results: readonly Result[];
  /** Why effective changes wait. Null if everything is durable. */
  readonly waiting: LockedError | StorageError | null;
}

/**
 * A file that several writers change, with the changes that wait to be written. `document` is the last read or written
 * content with these applied by the function that changes the file, so memory and disk cannot diverge.
 */
export class MergedFile<Document, Change, Result> {
  readonly #file: DurableFile;
  readonly #format: FileFormat<Document, Change, Result>;
  #bytes: Uint8Array | null;
  #stored: Document;
  #document: Document;
  /** The version of `#bytes`. Undefined if the file must be compared. */
  #version: string | null | undefined;
  #waiting: readonly Change[] = [];
  readonly #inOrder = oneAfterAnother();

  /** Reads the file. Throws StorageError if it cannot be read. A missing file is an empty one. */
  constructor(file: DurableFile, format: FileFormat<Document, Change, Result>) {
    this.#file = file;
    this.#format = format;
    this.#version = file.version();
    this.#bytes = file.read();
    this.#stored = format.parse(this.#bytes);
    this.#document = this.#stored;
  }

  get document(): Document {
    return this.#document;
  }

  /** The bytes of the file as last read or written. Null if there was none. */
  get bytes(): Uint8Array | null {
    return this.#bytes;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Reads the file again if another process changed it. Throws StorageError. */
  sync(): void {
    const version = this.#file.version();
    if (version === this.#version) return;
    const bytes = this.#file.read();
    this.#version = version;
    if (sameBytes(bytes, this.#bytes)) return;
    this.#remember(bytes, this.#format.parse(bytes));
  }

  /** Applies waiting changes and these in one replacement of the file. Calls run one after another. */
  change(changes: readonly Change[]): Promise<ChangeReport<Result>> {
    return this.#inOrder(() => this.#write(changes));
  }

  async #write(changes: readonly Change[]): Promise<ChangeReport<Result>> {
    const wanted = [...this.#waiting, ...changes];
    let made = this.#make(this.#bytes, []);
    try {
      await this.#file.update((bytes) => {
        made = this.#make(bytes, wanted);
        return made.after;
      });
    } catch (error) {
      if (!(error instanceof LockedError || error instanceof StorageError)) throw error;
      return this.#putOff(changes, error);
    }
    this.#waiting = [];
    // Another process may have saved the file since, so the next look reads it.
    this.#version = undefined;
    this.#remember(made.after, made.document);
    return { before: made.before, after: made.after, results: made.results, waiting: null };
  }

  /** Changes with an effect wait; the others have had their answer. */
  #putOff(changes: readonly Change[], waiting: LockedError | StorageError): ChangeReport<Result> {
    const results = changes.map((change) => {
      const { document, result } = this.#format.apply(this.#document, change);
      if (document !== this.#document) this.#waiting = [...this.#waiting, change];
      this.#document = document;
      return result;
    });
    return { before: this.#bytes, after: this.#bytes, results, waiting };
  }

  /** One whole change of the file. The same bytes if there is nothing to change. */
  #make(before: Uint8Array | null, changes: readonly Change[]) {
    const read = sameBytes(before, this.#bytes) ? this.#stored : this.#format.parse(before);
    const { document, results } = this.#applyAll(read, changes);
    const after = document === read ? before : this.#format.print(document);
    return { before, after, document, results };
  }

  #applyAll(read: Document, changes: readonly Change[]) {
    let document = read;
    const results = changes.map((change) => {
      const step = this.#format.apply(document, change);
      document = step.document;
      return step.result;
    });
    return { document, results };
  }

  #remember(bytes: Uint8Array | null, stored: Document): void {
    this.#bytes = bytes;
    this.#stored = stored;
    this.#document = this.#applyAll(stored, this.#waiting).document;
  }
}
