import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { BudgetExceeded, NOTHING_SPENT } from '../../src/model/budget.ts';
import { checkBudgets, isBudgetUsedUp, needsNoBudget, RunBudgets } from '../../src/run/budgets.ts';
import { settings } from '../helpers/settings.ts';

const NO_RECORDS = { calls: [], turns: [] };
const NONE = { episode: {}, run: {}, day: {} };
const turn = { ...NOTHING_SPENT, turns: 1, calls: 2, costUsd: 0.5 };

function episodeOf(limits: Partial<typeof NONE & Record<string, object>>, copiedTurns = 0) {
  const budgets = new RunBudgets({ ...NONE, ...limits }, null);
  return { budgets, own: budgets.forEpisode(1, NO_RECORDS, copiedTurns) };
}

describe('what the episodes of a run spend', () => {
  it('is the sum of them, also of those that are over', async () => {
    const { budgets, own } = episodeOf({});
    own.recorded(turn);
    const other = budgets.forEpisode(2, NO_RECORDS, 0);
    other.recorded(turn);
    await own.settle(true);
    expect(budgets.spent).toMatchObject({ turns: 2, calls: 4, costUsd: 1 });
    expect(budgets.isSpent()).toBe(false);
  });

  it('counts an episode once, however often its end is written down, and what comes after it', async () => {
    const { budgets, own } = episodeOf({});
    own.recorded(turn);
    await own.settle(true);
    await own.settle(true);
    expect(budgets.spent).toMatchObject({ turns: 1, calls: 2, costUsd: 0.5 });
    own.recorded(turn);
    await own.settle(true);
    expect(budgets.spent).toMatchObject({ turns: 2, calls: 4, costUsd: 1 });
  });

  it('ends the turns of an episode at its own limit, with the turns that a fork has from its parent', async () => {
    const { own } = episodeOf({ episode: { turns: 3 } }, 1);
    for (let played = 1; played < 3; played += 1) {
      await own.beforeTurn();
      own.recorded(turn);
    }
    await expect(own.beforeTurn()).rejects.toThrow(BudgetExceeded);
    const { own: other } = episodeOf({ episode: { turns: 3 } });
    await other.beforeTurn();
    await other.beforeTurn();
  });

  it('counts a turn of another episode that is played now, until it is recorded', async () => {
    const { budgets, own } = episodeOf({ run: { turns: 2 } });
    const other = budgets.forEpisode(2, NO_RECORDS, 0);
    await own.beforeTurn();
    await other.beforeTurn();
    const third = budgets.forEpisode(3, NO_RECORDS, 0);
    await expect(third.beforeTurn()).rejects.toThrow('2 turns per run');
    own.recorded({ ...turn, turns: 0 });
    await expect(third.beforeTurn()).rejects.toThrow('2 turns per run');
    own.recorded(turn);
    other.recorded(turn);
    expect(budgets.isSpent()).toBe(true);
  });
});

describe('a limit of money', () => {
  const config = (differs: object) =>
    configSchema.parse({ player: 'openai', models: { model: 'nobody-knows-1' }, ...differs });
  const limit = { budget: { run: { costUsd: 1 } } };

  it('is refused where nobody says what a model costs, with the lines that mend it', () => {
    const check = () => checkBudgets(config(limit), '2026-11-20');
    expect(check).toThrow('nobody says what "nobody-knows-1" costs');
    expect(check).toThrow('"nobody-knows-1": [{ "since": "2026-11-20"');
    checkBudgets(config({}), '2026-11-20');
  });

  it('holds for nobody who plays for nothing', () => {
    const free = config({ ...limit, player: 'offline' });
    checkBudgets(free, '2026-11-20');
    expect([
      needsNoBudget(free),
      needsNoBudget(config({})),
      needsNoBudget({ player: null }),
    ]).toEqual([true, false, false]);
  });

  it('is used up where what is recorded reaches it', () => {
    const one = { ...settings(), ...config({ budget: { episode: { costUsd: 1 } } }) };
    const isUsedUp = (costUsd: number) => isBudgetUsedUp(one, { ...NOTHING_SPENT, costUsd });
    expect([0.99, 1, 1.01].map(isUsedUp)).toEqual([false, true, true]);
  });
});
