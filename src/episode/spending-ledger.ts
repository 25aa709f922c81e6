import * as z from 'zod';
import { StorageError } from '../domain/errors.ts';
import { jsonFile } from '../domain/json.ts';
import { oneAfterAnother } from '../domain/one-after-another.ts';
import { SCHEMA_VERSION } from '../domain/version.ts';
import { addSpent, NOTHING_SPENT, spentSince, subtractSpent, type Spent } from '../model/budget.ts';
import type { DurableFile } from '../storage/storage.ts';

const count = z.number().min(0);
const spentSchema = z.object({
  turns: count,
  calls: count,
  promptTokens: count,
  completionTokens: count,
  cachedTokens: count,
  costUsd: count,
  callsOfUnknownCost: count,
  estimatedCalls: count,
  minutes: count,
});
const openSchema = z.object({ day: z.iso.date(), spent: spentSchema });
const ledgerSchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  days: z.record(z.iso.date(), spentSchema),
  /** The counted spending of each unfinished episode, and the day of the last count. */
  open: z.record(z.string(), openSchema),
});

type Ledger = z.infer<typeof ledgerSchema>;

export interface EpisodeAccount {
  readonly episode: number;
  readonly spent: Spent;
  /** The part that counts for earlier days if the ledger does not know the episode. */
  readonly before: Spent;
  /** Whether nothing more will come, so that the ledger may forget the episode. */
  readonly isOver: boolean;
}

/** `spending.json`: what a workdir's runs spent each day. It follows the records, so that killed runs can be counted later. */
export class SpendingLedger {
  readonly #file: DurableFile;
  readonly #today: () => string;
  #total = NOTHING_SPENT;
  #written = NOTHING_SPENT;
  /** The counted spending of each episode, for when the file forgets it. */
  readonly #counted = new Map<number, Spent>();
  readonly #inOrder = oneAfterAnother();

  /** `today` names the day, `YYYY-MM-DD`. */
  constructor(file: DurableFile, today: () => string) {
    this.#file = file;
    this.#today = today;
  }

  /** The day's spending at the last look, without what this run had written by then. */
  get before(): Spent {
    return subtractSpent(this.#total, this.#written);
  }

  /** The numbers of the unfinished episodes in the file. Throws StorageError. */
  open(): readonly number[] {
    return Object.keys(readLedger(this.#file.read(), this.#file.path).open).map(Number);
  }

  /** Counts for today what this run's episodes have recorded, and the run's minutes so far. Rejects as DurableFile does. */
  settle(accounts: readonly EpisodeAccount[], minutes: number): Promise<void> {
    return this.#inOrder(async () => {
      const day = this.#today();
      const more = { ...NOTHING_SPENT, minutes: minutes - this.#written.minutes };
      const written = await this.#count(accounts, () => day, more);
      this.#written = addSpent(this.#written, written);
    });
  }

  /** Counts an episode that nobody plays, for the day of its last count, else for `day`. Rejects as DurableFile does. */
  recover(account: EpisodeAccount, day = this.#today()): Promise<void> {
    return this.#inOrder(async () => {
      await this.#count([account], (open) => open?.day ?? day, NOTHING_SPENT);
    });
  }

  async #count(
    accounts: readonly EpisodeAccount[],
    dayOf: (open: Ledger['open'][string] | undefined) => string,
    more: Spent,
  ): Promise<Spent> {
    const today = this.#today();
    let sum = NOTHING_SPENT;
    await this.#file.update((bytes) => {
      const { days, open } = readLedger(bytes, this.#file.path);
      sum = NOTHING_SPENT;
      const add = (day: string, spent: Spent) => {
        sum = addSpent(sum, spent);
        days[day] = addSpent(days[day] ?? NOTHING_SPENT, spent);
      };
      add(today, more);
      for (const { episode, spent, before, isOver } of accounts) {
        const known = open[episode];
        const day = dayOf(known);
        add(day, spentSince(known?.spent ?? this.#counted.get(episode) ?? before, spent));
        if (isOver) delete open[episode];
        else open[episode] = { day, spent };
      }
      this.#total = days[today] ?? NOTHING_SPENT;
      return Buffer.from(jsonFile({ schemaVersion: SCHEMA_VERSION, days, open }));
    });
    for (const { episode, spent } of accounts) this.#counted.set(episode, spent);
    return sum;
  }
}

function readLedger(bytes: Uint8Array | null, path: string): Ledger {
  if (bytes === null) return { schemaVersion: SCHEMA_VERSION, days: {}, open: {} };
  try {
    return ledgerSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch (cause) {
    throw new StorageError(
      `${path} is damaged, so nobody can tell what was spent today; restore or remove it.`,
      { path, cause },
    );
  }
}
