import path from 'node:path';
import type { GameConfiguration } from '../config/schema.ts';
import { ConfigError } from '../domain/errors.ts';
import { ROLES } from '../domain/message.ts';
import { SpendingLedger, type EpisodeAccount } from '../episode/spending-ledger.ts';
import {
  Budget,
  addSpent,
  NOTHING_SPENT,
  recordedSpending,
  subtractSpent,
  type BudgetLimits,
  type SpendingRecords,
  type Spent,
} from '../model/budget.ts';
import { endpointOf } from '../model/endpoint.ts';
import { PLAYERS } from '../model/players.ts';
import { isCostKnown, priceDay } from '../model/prices.ts';
import { Experience } from '../model/reservation.ts';
import { openDurableFile } from '../storage/durable-file.ts';

export type EpisodeBudgets = ReturnType<RunBudgets['forEpisode']>;

type Limits = Readonly<Record<'episode' | 'run' | 'day', BudgetLimits>>;

/** The budgets of a run. A free player has no limit of money; else throws ConfigError if a model's price is unknown. */
export function openBudgets(config: GameConfiguration, today: () => string = priceDay): RunBudgets {
  checkBudgets(config, today());
  const file = openDurableFile(path.join(config.workdir, 'spending.json'), { backup: false });
  return new RunBudgets(limitsOf(config), new SpendingLedger(file, today));
}

/** What the episodes of a run spend, alone and together with the other runs of the day, by their records. */
export class RunBudgets {
  /** What was spent on each day. Null for a free player. */
  readonly ledger: SpendingLedger | null;
  readonly #limits: Limits;
  readonly #run: Budget;
  readonly #day: Budget;
  readonly #experience = new Experience();
  readonly #minutes = stopwatch();
  readonly #accounts = new Map<number, EpisodeAccount>();
  /** What finished episodes of this run spent. */
  #over = NOTHING_SPENT;

  constructor(limits: Limits, ledger: SpendingLedger | null) {
    this.ledger = ledger;
    this.#limits = limits;
    this.#run = new Budget('run', limits.run, () => this.spent);
    const before = () => ledger?.before ?? NOTHING_SPENT;
    this.#day = new Budget('day', limits.day, () => addSpent(before(), this.spent));
  }

  get spent(): Spent {
    const minutes = { ...NOTHING_SPENT, minutes: this.#minutes() };
    return [...this.#accounts.values()].map(newIn).reduce(addSpent, addSpent(this.#over, minutes));
  }

  isSpent(): boolean {
    return this.#run.isSpent || this.#day.isSpent;
  }

  /** Writes down what was spent so far. Rejects as DurableFile does. */
  async settle(): Promise<void> {
    await this.ledger?.settle([...this.#accounts.values()], this.#minutes());
  }

  /** The budgets of an episode. Its own count includes earlier records and the turns that a fork copied from its parent. */
  forEpisode(episode: number, records: SpendingRecords, copiedTurns: number) {
    this.#retire(episode);
    const before = recordedSpending(records, copiedTurns);
    let account: EpisodeAccount = { episode, spent: before, before, isOver: false };
    const keep = (change: Partial<EpisodeAccount>) => {
      account = { ...account, ...change };
      this.#accounts.set(episode, account);
    };
    keep({});
    const minutes = stopwatch();
    const beside = () => ({ ...NOTHING_SPENT, turns: copiedTurns, minutes: minutes() });
    const own = new Budget('episode', this.#limits.episode, () =>
      addSpent(account.spent, beside()),
    );
    const all = [own, this.#run, this.#day];
    let endTurn = () => {};
    return {
      all,
      /** The usage of earlier calls in this run. */
      experience: this.#experience,
      /** Called once per turn. Throws BudgetExceeded at a limit. Rejects as DurableFile does. */
      beforeTurn: async () => {
        // Other runs spend on the same day. Without a daily limit, settling can wait.
        if (Object.keys(this.#limits.day).length > 0) await this.settle();
        for (const budget of all) budget.checkTurn();
        const ends = all.map((budget) => budget.holdTurn());
        endTurn = () => ends.splice(0).forEach((end) => end());
      },
      /** Counts a call or a turn that is on disk. */
      recorded(more: Spent) {
        keep({ spent: addSpent(account.spent, more) });
        if (more.turns > 0) endTurn();
      },
      /** Writes down what is recorded and, with `isOver`, that nothing more will come. Rejects as DurableFile does. */
      settle: async (isOver: boolean) => {
        keep({ isOver });
        await this.settle();
        if (!isOver) return;
        this.#retire(episode);
        account = { ...account, before: account.spent };
      },
    };
  }

  #retire(episode: number): void {
    const account = this.#accounts.get(episode);
    if (account === undefined) return;
    this.#over = addSpent(this.#over, newIn(account));
    this.#accounts.delete(episode);
  }
}

function newIn({ spent, before }: EpisodeAccount): Spent {
  return subtractSpent(spent, before);
}

function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 60_000;
}

/** Throws ConfigError for a limit of money that cannot be measured, with the lines that mend it. */
export function checkBudgets(
  { budget, player, models }: Pick<GameConfiguration, 'budget' | 'player' | 'models'>,
  day: string,
): void {
  const limits = Object.values(limitsOf({ budget, player }));
  if (limits.every(({ costUsd }) => costUsd === undefined)) return;
  const asked = ROLES.map((role) => ({
    model: models.roles[role].model ?? models.model ?? '',
    baseUrl: endpointOf(models, role).baseUrl,
  }));
  const unknown = asked.find((one) => !isCostKnown(one, models.prices, day));
  if (unknown === undefined) return;
  const price = `{ "since": "${day}", "input": 1.25, "output": 10 }`;
  throw new ConfigError(
    `The limit of money cannot be kept, because nobody says what "${unknown.model}" costs; remove it, or add its prices in US dollars per million tokens to "models":\n  "prices": {\n    "${unknown.model}": [${price}] }`,
  );
}

/** Whether an episode with these records has reached its own limit. */
export function isBudgetUsedUp(config: GameConfiguration, recorded: Spent): boolean {
  return new Budget('episode', limitsOf(config).episode, () => recorded).isSpent;
}

/** A free player needs no share of the budget. */
export function needsNoBudget({ player }: Pick<GameConfiguration, 'player'>): boolean {
  return player !== null && PLAYERS[player].isFree;
}

function limitsOf({ budget, player }: Pick<GameConfiguration, 'budget' | 'player'>): Limits {
  const limits = ({ costUsd, ...others }: GameConfiguration['budget']['run']): BudgetLimits => {
    const entries = Object.entries({
      ...others,
      costUsd: needsNoBudget({ player }) ? null : costUsd,
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== null));
  };
  return { episode: limits(budget.episode), run: limits(budget.run), day: limits(budget.day) };
}
