import { describe, expect, it } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import { SpendingLedger } from '../../src/episode/spending-ledger.ts';
import { BudgetExceeded, NOTHING_SPENT, type Spent, createBudget } from '../../src/model/budget.ts';
import { createScratchFile } from '../../src/storage/scratch-file.ts';

const spent = (calls: number): Spent => ({ ...NOTHING_SPENT, calls, promptTokens: calls * 100 });

describe('the ledger of a day', () => {
  it('adds up what several runs spend, and starts anew on the next day', async () => {
    const file = createScratchFile('spending.json', null);
    let day = '2030-01-31';
    const [one, other] = [new SpendingLedger(file, () => day), new SpendingLedger(file, () => day)];
    await one.settle(spent(3));
    await other.settle(spent(4));
    await one.settle(spent(5));
    expect(one.before).toMatchObject({ calls: 4, promptTokens: 400 });
    day = '2030-02-01';
    await one.settle(spent(6));
    const { days } = JSON.parse(Buffer.from(file.read() ?? '').toString()) as {
      days: Record<string, Spent>;
    };
    expect(days['2030-01-31']?.calls).toBe(9);
    expect(days['2030-02-01']?.calls).toBe(1);
  });

  it('counts nothing twice when parts of a run settle at once', async () => {
    const file = createScratchFile('spending.json', null);
    const ledger = new SpendingLedger(file, () => '2030-01-31');
    await Promise.all([ledger.settle(spent(2)), ledger.settle(spent(3)), ledger.settle(spent(3))]);
    expect(ledger.before.calls).toBe(0);
    expect(Buffer.from(file.read() ?? '').toString()).toContain('"calls": 3');
  });

  it('lets a run spend only what the others of the day left', async () => {
    const file = createScratchFile('spending.json', null);
    await new SpendingLedger(file, () => '2030-01-31').settle(spent(9));
    const ledger = new SpendingLedger(file, () => '2030-01-31');
    const budget = createBudget({ tokens: 1000 }, { scope: 'day', before: () => ledger.before });
    await ledger.settle(budget.spent);
    budget.check();
    budget.charge({
      promptTokens: 100,
      completionTokens: 0,
      cachedTokens: 0,
      reasoningTokens: 0,
      costUsd: 0,
    });
    expect(() => budget.check()).toThrow(BudgetExceeded);
    expect(() => budget.check()).toThrow('1000 tokens per day');
  });

  it('that is damaged is told and not overwritten', async () => {
    const file = createScratchFile('spending.json', Buffer.from('{"days":'));
    const ledger = new SpendingLedger(file, () => '2030-01-31');
    await expect(ledger.settle(spent(1))).rejects.toThrow(StorageError);
    expect(Buffer.from(file.read() ?? '').toString()).toBe('{"days":');
  });
});
