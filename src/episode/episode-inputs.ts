import { StorageError } from '../domain/errors.ts';
import type { Emit } from '../events/event.ts';
import type { InputRecord } from '../records/cassette.ts';
import type { DurableFile } from '../storage/storage.ts';
import { WatchedFile, type InputPorts } from './watched-file.ts';

interface EpisodePorts extends InputPorts {
  readonly emit: Emit;
}

/** The only way for others' changes of files into an episode. */
export class EpisodeInputs {
  readonly #ports: EpisodePorts;
  readonly #files: WatchedFile[] = [];
  #turn = 0;

  constructor(ports: EpisodePorts) {
    this.#ports = ports;
  }

  /** The file as the episode sees it. `name` stands for it in the records. */
  watch(name: string, file: DurableFile, start: Uint8Array | null): DurableFile {
    const ports = { ...this.#ports, turn: () => this.#turn };
    const watched = new WatchedFile(name, file, start, ports);
    this.#files.push(watched);
    return watched;
  }

  left(): readonly InputRecord[] {
    return this.#files.flatMap((file) => file.left());
  }

  /** Takes in others' changes. Throws what must end the episode. A file that cannot be read is a warning. */
  beforeTurn(turn: number): void {
    this.#ports.failStop.check();
    this.#turn = turn;
    for (const file of this.#files) {
      file.recall(turn);
      if (!this.#ports.isApart && turn >= this.#ports.firstLook) this.#look(file, turn);
    }
  }

  /** Ends play; see `endPlay` of a watched file. */
  endPlay(willBeResumed: boolean): void {
    for (const file of this.#files) file.endPlay(willBeResumed);
  }

  /** Restores files that were deleted in play, at the very end. Rejects with what must end the episode. */
  async keep(): Promise<void> {
    this.#ports.failStop.check();
    for (const file of this.#files) await file.keep();
  }

  /** Throws LockedError or StorageError if a lesson of the episode is not in its files yet. */
  checkWritten(): void {
    for (const file of this.#files) file.checkWritten();
  }

  #look(file: WatchedFile, turn: number): void {
    try {
      file.look(turn);
    } catch (error) {
      this.#ports.failStop.check();
      if (!(error instanceof StorageError)) throw error;
      this.#ports.emit({ type: 'warning', code: 'file-unreadable', message: error.message });
    }
  }
}
