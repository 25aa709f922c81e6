import { LockedError, StorageError } from '../domain/errors.ts';
import { oneAfterAnother } from '../domain/one-after-another.ts';
import type { FileEdit, InputRecord } from '../records/cassette.ts';
import { startFileHash } from '../records/start-files.ts';
import { applyByteDelta, byteDelta, sameBytes } from '../storage/bytes.ts';
import { type DurableFile } from '../storage/storage.ts';
import { type FailStop, RecordingDiverged } from './verified-journal.ts';

type Change = Parameters<DurableFile['update']>[0];
type OwnUpdate = Extract<InputRecord, { kind: 'update' | 'refused' }>;
type Refusal = Extract<InputRecord, { kind: 'refused' }>;
type Edit = Extract<InputRecord, { kind: 'edit' }>;

export interface InputPorts {
  /** Inputs of an earlier play of the episode. Empty for a new one. */
  readonly recorded: readonly InputRecord[];
  readonly log: { append(record: object): void };
  readonly failStop: FailStop;
  /** The first turn before which files are looked at. No record says whether this was done before the turn after the last. */
  readonly firstLook: number;
  /** Whether the episode sees only its own changes of its files: a fork, whose files were different at its start. */
  readonly isApart: boolean;
}

interface WatchedFilePorts extends InputPorts {
  readonly turn: () => number;
}

/**
 * A file as one episode sees it. Others' changes show at the start of a turn and at its own changes, and are recorded.
 * Recorded changes are repeated in memory alone, because the file has them already.
 */
export class WatchedFile implements DurableFile {
  readonly path: string;
  readonly #name: string;
  readonly #file: DurableFile;
  readonly #ports: WatchedFilePorts;
  readonly #edits: Edit[];
  readonly #updates: OwnUpdate[];
  #known: Uint8Array | null;
  #revision = 0;
  /** The version of `#known`. Undefined if the file must be compared. */
  #seenVersion: string | null | undefined;
  #updatesMade = 0;
  /** Whether the next change may be in the file already: a kill may have kept it from being recorded. */
  #maybeDone: boolean;
  #isRecorded = true;
  /** Refusals since the end of play, to be recorded if a change is made later. Null during play. */
  #heldBack: Refusal[] | null = null;
  #refusal: LockedError | StorageError | null = null;
  readonly #inOrder = oneAfterAnother();

  /** `start` is the content at the start of the episode. */
  constructor(name: string, file: DurableFile, start: Uint8Array | null, ports: WatchedFilePorts) {
    this.path = file.path;
    this.#name = name;
    this.#file = file;
    this.#known = start;
    this.#ports = ports;
    const recorded = ports.recorded.filter((input) => 'file' in input && input.file === name);
    this.#edits = recorded.filter((input) => input.kind === 'edit');
    this.#updates = recorded.filter((input) => input.kind === 'update' || input.kind === 'refused');
    this.#maybeDone = ports.firstLook > 1;
  }

  /** The content that the episode knows, without later changes by others. */
  read(): Uint8Array | null {
    return this.#known;
  }

  version(): string | null {
    return this.#known === null ? null : String(this.#revision);
  }

  /** Recorded edits and changes that were not repeated yet. */
  left(): readonly InputRecord[] {
    return [...this.#edits, ...this.#updates];
  }

  recall(turn: number): void {
    for (
      let next = this.#edits[0];
      next !== undefined && next.turn <= turn;
      next = this.#edits[0]
    ) {
      this.#edits.shift();
      this.#know(edited(this.#known, next.edit));
    }
  }

  /** Takes in and records others' changes before a turn. Throws StorageError if the file cannot be read. */
  look(turn: number): void {
    const version = this.#file.version();
    if (version === this.#seenVersion) return;
    const bytes = this.#file.read();
    if (!sameBytes(bytes, this.#known)) {
      const edit = editOf(this.#known, bytes);
      this.#record({ kind: 'edit', turn, file: this.#name, edit });
      this.#know(bytes);
    }
    this.#seenVersion = version;
  }

  /** Ends play. If it will be resumed, later changes are not recorded, because they are made again; nor are refused ones. */
  endPlay(willBeResumed: boolean): void {
    this.#isRecorded = !willBeResumed;
    this.#heldBack = [];
    this.#refusal = null;
  }

  /** Throws LockedError or StorageError if the newest change since the end of play could not be made. */
  checkWritten(): void {
    if (this.#refusal !== null) throw this.#refusal;
  }

  /** Restores a file that was deleted in play, with what others' saves left out. This is not recorded. */
  async keep(): Promise<void> {
    if (this.#ports.isApart || this.#file.version() === this.#seenVersion) return;
    await this.#file
      .update((bytes) => bytes)
      .catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
  }

  update(change: Change): Promise<void> {
    return this.#inOrder(() => this.#updateNow(change));
  }

  async #updateNow(change: Change): Promise<void> {
    try {
      await this.#make(change);
      this.#refusal = null;
    } catch (error) {
      if (isRefusal(error)) this.#refusal = error;
      throw error;
    }
  }

  async #make(change: Change): Promise<void> {
    if (!this.#isRecorded) return this.#file.update(change);
    this.#updatesMade += 1;
    const recorded = this.#updates.shift();
    if (recorded === undefined) return this.#updateFile(this.#updatesMade, change);
    if (recorded.kind === 'refused') throw refusal(recorded, this.path);
    const seen = recorded.edit === null ? this.#known : edited(this.#known, recorded.edit);
    const after = change(seen) ?? seen;
    if (startFileHash(after) !== recorded.sha256) this.#diverge();
    this.#know(after);
  }

  async #updateFile(number: number, change: Change): Promise<void> {
    const known = this.#known;
    let seen: Uint8Array | null = null;
    let after: Uint8Array | null = null;
    try {
      await this.#file.update((bytes) => {
        if (this.#ports.isApart) return change(bytes) ?? bytes;
        const isDone =
          this.#maybeDone && !sameBytes(bytes, known) && sameBytes(bytes, change(known));
        seen = isDone ? known : bytes;
        after = change(seen) ?? seen;
        return after;
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const { code, message } = error;
      const refused = { kind: 'refused', file: this.#name, number, code, message } as const;
      if (this.#heldBack === null) this.#record(refused);
      else this.#heldBack.push(refused);
      throw error;
    }
    if (this.#ports.isApart) {
      seen = known;
      after = change(known) ?? known;
    }
    this.#maybeDone = false;
    for (const refused of this.#heldBack?.splice(0) ?? []) this.#record(refused);
    const edit = sameBytes(seen, known) ? null : editOf(known, seen);
    const sha256 = startFileHash(after);
    this.#record({ kind: 'update', file: this.#name, number, edit, sha256 });
    this.#know(after);
    this.#seenVersion = undefined;
  }

  #know(bytes: Uint8Array | null): void {
    if (sameBytes(bytes, this.#known)) return;
    this.#known = bytes;
    this.#revision += 1;
  }

  #record(input: InputRecord): void {
    const { failStop, log } = this.#ports;
    failStop.guard(() => log.append(input));
  }

  #diverge(): never {
    const turn = this.#ports.turn();
    return this.#ports.failStop.fail(
      new RecordingDiverged(
        `During turn ${turn} ${this.#name} becomes something else than when it was recorded; use the version that recorded it.`,
        { turn, where: this.#name },
      ),
    );
  }
}

function editOf(before: Uint8Array | null, after: Uint8Array | null): FileEdit {
  return after === null ? 'removed' : byteDelta(before ?? new Uint8Array(), after);
}

function edited(before: Uint8Array | null, edit: FileEdit): Uint8Array | null {
  return edit === 'removed' ? null : applyByteDelta(before ?? new Uint8Array(), edit);
}

function isRefusal(error: unknown): error is LockedError | StorageError {
  return error instanceof LockedError || error instanceof StorageError;
}

function refusal({ code, message }: Refusal, path: string): LockedError | StorageError {
  return code === 'locked'
    ? new LockedError(message, { path })
    : new StorageError(message, { path });
}
