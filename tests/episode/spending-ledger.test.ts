import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import { SpendingLedger, type EpisodeAccount } from '../../src/episode/spending-ledger.ts';
import {
  Budget,
  BudgetExceeded,
  addSpent,
  NOTHING_SPENT,
  type Spent,
} from '../../src/model/budget.ts';
import { createScratchStorage } from '../../src/storage/storage.ts';
import { repeats } from '../helpers/repeats.ts';

const spent = (calls: number): Spent => ({ ...NOTHING_SPENT, calls, promptTokens: calls * 100 });

/** An episode that so many recorded calls belong to. */
const account = (
  calls: number,
  episode = 1,
  more: Partial<EpisodeAccount> = {},
): EpisodeAccount => ({
  episode,
  spent: spent(calls),
  before: NOTHING_SPENT,
  isOver: false,
  ...more,
});

interface Written {
  readonly days: Readonly<Record<string, Spent>>;
  readonly open: Readonly<Record<string, { readonly day: string }>>;
}

const written = (file: { read(): Uint8Array | null }) =>
  JSON.parse(Buffer.from(file.read() ?? '').toString()) as Written;

describe('the ledger of a day', () => {
  it('adds up what several runs spend, and starts anew on the next day', async () => {
    const file = createScratchStorage('spending.json', null);
    let day = '2030-01-31';
    const [one, other] = [new SpendingLedger(file, () => day), new SpendingLedger(file, () => day)];
    await one.settle([account(3)], 0);
    await other.settle([account(4, 2)], 0);
    await one.settle([account(5)], 0.5);
    expect(one.before).toMatchObject({ calls: 4, promptTokens: 400 });
    day = '2030-02-01';
    await one.settle([account(6)], 0.75);
    const { days } = written(file);
    expect(days['2030-01-31']?.minutes).toBe(0.5);
    expect(days['2030-02-01']?.minutes).toBe(0.25);
    expect(days['2030-01-31']?.calls).toBe(9);
    expect(days['2030-02-01']?.calls).toBe(1);
  });

  it('counts nothing twice when parts of a run settle at once', async () => {
    const file = createScratchStorage('spending.json', null);
    const ledger = new SpendingLedger(file, () => '2030-01-31');
    const over = account(3, 1, { isOver: true });
    await Promise.all(
      [[account(2)], [over], [over], [account(3)]].map((all) => ledger.settle(all, 0)),
    );
    expect(ledger.before.calls).toBe(0);
    expect(written(file).days['2030-01-31']?.calls).toBe(3);
  });

  it('keeps of an episode what was counted until it is over, whichever run plays it', async () => {
    const file = createScratchStorage('spending.json', null);
    const open = () => new SpendingLedger(file, () => '2030-01-31');
    await open().settle([account(3), account(2, 2, { isOver: true })], 0);
    expect(open().open()).toEqual([1]);
    const resumed = open();
    await resumed.settle([account(3, 1, { before: spent(3) })], 0);
    await resumed.settle([account(5, 1, { isOver: true })], 0);
    expect(written(file)).toMatchObject({ days: { '2030-01-31': { calls: 7 } }, open: {} });
  });

  it('does not count what an episode had used when the ledger first heard of it', async () => {
    const file = createScratchStorage('spending.json', null);
    const ledger = new SpendingLedger(file, () => '2030-01-31');
    await ledger.settle([account(9, 1, { before: spent(7) })], 0);
    expect(written(file).days['2030-01-31']?.calls).toBe(2);
  });

  it('counts what a killed run left on the day on which it was last counted, and never for this run', async () => {
    const file = createScratchStorage('spending.json', null);
    await new SpendingLedger(file, () => '2030-01-31').settle([account(3)], 0);
    const ledger = new SpendingLedger(file, () => '2030-02-01');
    await ledger.recover(account(5), '2030-01-01');
    await ledger.recover(account(4, 2), '2030-02-01');
    await ledger.settle([], 0);
    const { days } = written(file);
    expect(Object.entries(days).map(([day, { calls }]) => [day, calls])).toEqual([
      ['2030-01-31', 5],
      ['2030-02-01', 4],
    ]);
    expect(ledger.before.calls).toBe(4);
  });

  it('comes to what the records hold, whatever is settled, lost and found again in between', async () => {
    const step = fc.record({
      episode: fc.integer({ min: 1, max: 3 }),
      calls: fc.integer({ min: 0, max: 5 }),
      how: fc.constantFrom('settle', 'kill', 'midnight'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const file = createScratchStorage('spending.json', null);
        let day = 1;
        const today = () => `2030-01-${String(day).padStart(2, '0')}`;
        let ledger = new SpendingLedger(file, today);
        const recorded = new Map<number, number>();
        const accounts = () => [...recorded].map(([episode, calls]) => account(calls, episode));
        for (const { episode, calls, how } of steps) {
          recorded.set(episode, (recorded.get(episode) ?? 0) + calls);
          if (how === 'midnight') day = Math.min(31, day + 1);
          if (how === 'settle') await ledger.settle(accounts(), 0);
          if (how !== 'kill') continue;
          ledger = new SpendingLedger(file, today);
          for (const one of accounts()) await ledger.recover(one, today());
        }
        await ledger.settle(accounts(), 0);
        const total = Object.values(written(file).days).reduce(addSpent, NOTHING_SPENT);
        expect(total).toEqual(spent([...recorded.values()].reduce((sum, calls) => sum + calls, 0)));
      }),
      { numRuns: repeats(60, 2_000) },
    );
  });

  it('lets a run spend only what the others of the day left', async () => {
    const file = createScratchStorage('spending.json', null);
    await new SpendingLedger(file, () => '2030-01-31').settle([account(9)], 0);
    const ledger = new SpendingLedger(file, () => '2030-01-31');
    let own = NOTHING_SPENT;
    const budget = new Budget('day', { tokens: 1000 }, () => addSpent(ledger.before, own));
    await ledger.settle([], 0);
    budget.check();
    own = spent(1);
    expect(() => budget.check()).toThrow(BudgetExceeded);
    expect(() => budget.check()).toThrow('1000 tokens per day');
  });

  it('that is damaged is told and not overwritten', async () => {
    const file = createScratchStorage('spending.json', Buffer.from('{"days":'));
    const ledger = new SpendingLedger(file, () => '2030-01-31');
    await expect(ledger.settle([account(1)], 0)).rejects.toThrow(StorageError);
    expect(Buffer.from(file.read() ?? '').toString()).toBe('{"days":');
  });
});
