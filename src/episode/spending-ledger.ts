import * as z from 'zod';
import { StorageError } from '../domain/errors.ts';
import { addSpent, NOTHING_SPENT, type Spent } from '../model/budget.ts';
import type { DurableFile } from '../storage/storage.ts';

const count = z.number().min(0).default(0);
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
const ledgerSchema = z.object({
  schemaVersion: z.literal(1),
  days: z.record(z.iso.date(), spentSchema),
});

/** What was spent on each day in a workdir, by all its runs: `spending.json`. */
export class SpendingLedger {
  readonly #file: DurableFile;
  readonly #today: () => string;
  #total = NOTHING_SPENT;
  #written = NOTHING_SPENT;
  #last: Promise<unknown> = Promise.resolve();

  /** `today` names the day, `YYYY-MM-DD`. */
  constructor(file: DurableFile, today: () => string) {
    this.#file = file;
    this.#today = today;
  }

  /** What the day had seen when this last looked, less all that this run had written by then. */
  get before(): Spent {
    return addSpent(this.#total, negative(this.#written));
  }

  /** Writes down what this run spent in all; what is new of it counts for today. Rejects as DurableFile does. */
  settle(spent: Spent): Promise<void> {
    const settled = this.#last.then(() => this.#settleNow(spent));
    this.#last = settled.catch(() => undefined);
    return settled;
  }

  async #settleNow(spent: Spent): Promise<void> {
    const more = addSpent(spent, negative(this.#written));
    const day = this.#today();
    let total = NOTHING_SPENT;
    await this.#file.update((bytes) => {
      const days = readDays(bytes, this.#file.path);
      total = addSpent(days[day] ?? NOTHING_SPENT, more);
      const ledger = { schemaVersion: 1, days: { ...days, [day]: total } };
      return Buffer.from(`${JSON.stringify(ledger, null, 2)}\n`);
    });
    this.#total = total;
    this.#written = spent;
  }
}

function readDays(bytes: Uint8Array | null, path: string): Readonly<Record<string, Spent>> {
  if (bytes === null) return {};
  try {
    return ledgerSchema.parse(JSON.parse(Buffer.from(bytes).toString())).days;
  } catch (cause) {
    throw new StorageError(
      `${path} is damaged, so nobody can tell what was spent today; restore or remove it.`,
      { path, cause },
    );
  }
}

function negative(spent: Spent): Spent {
  return {
    turns: -spent.turns,
    calls: -spent.calls,
    promptTokens: -spent.promptTokens,
    completionTokens: -spent.completionTokens,
    cachedTokens: -spent.cachedTokens,
    costUsd: -spent.costUsd,
    callsOfUnknownCost: -spent.callsOfUnknownCost,
    estimatedCalls: -spent.estimatedCalls,
    minutes: -spent.minutes,
  };
}
