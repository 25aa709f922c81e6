import { LockedError, StorageError } from '../../domain/errors.ts';
import { quote } from '../../prompts/quote.ts';
import type { DurableFile } from '../../storage/storage.ts';
import { joinLedgers, ledgerWords, parseLedger, printLedger, type Stretch } from './stretch.ts';

/** What the turns of all episodes cost and brought, kept in `ledger.jsonl`. */
export class NightLedger {
  readonly #file: DurableFile | undefined;
  #words = '';

  /** Without a file nothing is kept. */
  constructor(file: DurableFile | undefined) {
    this.#file = file;
  }

  /** Reads what earlier episodes left. Throws StorageError. */
  read(): void {
    this.#words = ledgerWords(parseLedger(this.#file?.read() ?? null));
  }

  /** Quoted lines: the best and the worst; empty where nothing is known. */
  get lines(): string {
    return this.#words === '' ? '' : quote(this.#words);
  }

  /** Adds the stretches of an episode. Says why they could not be written; null when they were. */
  async add(stretches: readonly Stretch[]): Promise<string | null> {
    try {
      await this.#file?.update((bytes) => printLedger(joinLedgers(parseLedger(bytes), stretches)));
      return null;
    } catch (error) {
      if (error instanceof StorageError || error instanceof LockedError) return error.message;
      throw error;
    }
  }
}
