import { ZorkGptError } from '../domain/errors.ts';
import type { CallRecord } from './call-record.ts';

/** What a call may use: prompt and completion tokens together, and their price in US dollars. */
export interface Amount {
  readonly tokens: number;
  readonly costUsd: number;
}

export interface BudgetLimits extends Partial<Amount> {
  readonly turns?: number;
  readonly minutes?: number;
}

/** The next step would exceed a limit. This is planned: the episode ends with stop reason `budget`. */
export class BudgetExceeded extends ZorkGptError {
  readonly code = 'budget';
  readonly limit: keyof BudgetLimits;
  readonly spent: Spent;

  constructor(message: string, limit: keyof BudgetLimits, spent: Spent) {
    super(message);
    this.limit = limit;
    this.spent = spent;
  }
}

/** Keeps the limits of an episode, a run or a day. Counts nothing itself: spending is recorded, calls in flight are held. */
export class Budget {
  readonly #scope: string;
  readonly #limits: BudgetLimits;
  readonly #spent: () => Spent;
  readonly #calls = new Set<Amount>();
  readonly #waiting: (() => void)[] = [];
  #turns = 0;
  #isRefused = false;

  /** `scope` is the name in messages; `spent` returns everything recorded of it. */
  constructor(scope: 'episode' | 'run' | 'day', limits: BudgetLimits, spent: () => Spent) {
    this.#scope = scope;
    this.#limits = limits;
    this.#spent = spent;
  }

  /** Whether a limit is reached, or leaves too little for a reply. */
  get isSpent(): boolean {
    return this.#isRefused || this.#reached(this.#limits) !== null;
  }

  /** Before a question: throws BudgetExceeded at a limit. A limit of turns lets a turn that has begun ask on. */
  check(): void {
    const { turns: _, ...ofQuestions } = this.#limits;
    this.#checkAll(ofQuestions);
  }

  /** Before a turn: throws BudgetExceeded when a limit is reached. */
  checkTurn(): void {
    this.#checkAll(this.#limits);
  }

  /** Counts a turn that is not recorded until the returned function is called. */
  holdTurn(): () => void {
    this.#turns += 1;
    return () => void (this.#turns -= 1);
  }

  /** What may still be used, apart from calls in flight. Infinity without a limit. */
  room(): Amount {
    const spent = this.#spent();
    const left = (of: keyof Amount, used: number) => {
      const { [of]: limit } = this.#limits;
      const taken = [...this.#calls].reduce((all, call) => all + call[of], used);
      return limit === undefined ? Infinity : Math.max(0, limit - taken);
    };
    return { tokens: left('tokens', tokensOf(spent)), costUsd: left('costUsd', spent.costUsd) };
  }

  /** Holds what a call may use, until the returned function is called. */
  hold(amount: Amount): () => void {
    const held = { ...amount };
    this.#calls.add(held);
    return () => {
      this.#calls.delete(held);
      for (const wake of this.#waiting.splice(0)) wake();
    };
  }

  get isHeld(): boolean {
    return this.#calls.size > 0;
  }

  /** Resolves as soon as a call in flight releases what it held. */
  released(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Throws BudgetExceeded for a limit that leaves too little for another reply. */
  refuse(limit: keyof Amount): never {
    this.#isRefused = true;
    throw this.#exceeded(limit);
  }

  #checkAll(limits: BudgetLimits): void {
    const limit = this.#reached(limits);
    if (limit !== null) throw this.#exceeded(limit);
  }

  #reached(limits: BudgetLimits): keyof BudgetLimits | null {
    const spent = this.#spent();
    const { turns, minutes } = spent;
    // A limit that cannot be measured would be no limit.
    const costUsd = spent.callsOfUnknownCost > 0 ? Infinity : spent.costUsd;
    const used = { turns: turns + this.#turns, tokens: tokensOf(spent), minutes, costUsd };
    const names = ['turns', 'tokens', 'minutes', 'costUsd'] as const;
    return names.find((name) => limits[name] !== undefined && used[name] >= limits[name]) ?? null;
  }

  #exceeded(limit: keyof BudgetLimits): BudgetExceeded {
    const spent = this.#spent();
    const { [limit]: most } = this.#limits;
    const [of, told] = [`per ${this.#scope}`, describeSpent(spent)];
    const value = limit === 'costUsd' ? `$${most}` : `${most} ${limit}`;
    const message =
      limit === 'costUsd' && spent.callsOfUnknownCost > 0
        ? `The limit of ${value} ${of} cannot be kept, because a model reports no cost (${told}); configure its prices or remove the limit.`
        : `The limit of ${value} ${of} is reached (${told}); raise it and resume to play on.`;
    return new BudgetExceeded(message, limit, spent);
  }
}

export const NOTHING_SPENT = {
  turns: 0,
  /** Questions that brought an answer or a failure. Attempts of one question count once. */
  calls: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  /** Sum of the costs that are known, in US dollars. */
  costUsd: 0,
  /** Answers of unknown cost. With any of them the sum is a lower bound. */
  callsOfUnknownCost: 0,
  /** Answers without reported tokens, which were estimated. */
  estimatedCalls: 0,
  minutes: 0,
};

export type Spent = Readonly<typeof NOTHING_SPENT>;

const KEYS = Object.keys(NOTHING_SPENT) as (keyof Spent)[];

export function addSpent(one: Spent, other: Spent): Spent {
  return each((key) => one[key] + other[key]);
}

/** The difference of two amounts spent. Parts may be negative. */
export function subtractSpent(one: Spent, other: Spent): Spent {
  return each((key) => one[key] - other[key]);
}

/** What the later of two sums has more. Zero where it has less. */
export function spentSince(earlier: Spent, later: Spent): Spent {
  return each((key) => Math.max(0, later[key] - earlier[key]));
}

export const RECORDED_TURN: Spent = { ...NOTHING_SPENT, turns: 1 };

/** What a recorded call used. A call that was set aside later counts, because it was paid for; a copied one does not. */
export function spentOnCall(call: CallRecord): Spent {
  if (call.copied === true) return NOTHING_SPENT;
  if (call.outcome === 'failed') return { ...NOTHING_SPENT, calls: 1 };
  const { promptTokens, completionTokens, cachedTokens, costUsd, isEstimated } = call.usage;
  return {
    ...NOTHING_SPENT,
    calls: 1,
    promptTokens,
    completionTokens,
    cachedTokens,
    costUsd: costUsd ?? 0,
    callsOfUnknownCost: costUsd === null ? 1 : 0,
    estimatedCalls: isEstimated ? 1 : 0,
  };
}

export interface SpendingRecords {
  readonly calls: readonly CallRecord[];
  readonly turns: readonly unknown[];
}

/** What an episode's records say was spent, without minutes. Turns that a fork copied from its parent do not count. */
export function recordedSpending(records: SpendingRecords, copiedTurns: number): Spent {
  const turns = { ...NOTHING_SPENT, turns: Math.max(0, records.turns.length - copiedTurns) };
  return records.calls.map(spentOnCall).reduce(addSpent, turns);
}

/** Prompt and completion together. */
function tokensOf({ promptTokens, completionTokens }: Spent): number {
  return promptTokens + completionTokens;
}

/** `12 calls, 34,567 tokens, $0.0123`; `free`, `at least $…` or `cost unknown`; `estimated` if tokens were not reported. */
export function describeSpent(spent: Spent): string {
  const { calls, costUsd, callsOfUnknownCost, estimatedCalls } = spent;
  const count = (value: number) => value.toLocaleString('en-US');
  const known = `${callsOfUnknownCost === 0 ? '' : 'at least '}$${costUsd.toFixed(4)}`;
  const none = callsOfUnknownCost > 0 ? 'cost unknown' : 'free';
  const cost = costUsd === 0 ? none : known;
  return `${count(calls)} ${calls === 1 ? 'call' : 'calls'}, ${count(tokensOf(spent))} tokens, ${cost}${estimatedCalls > 0 ? ', estimated' : ''}`;
}

function each(value: (key: keyof Spent) => number): Spent {
  return Object.fromEntries(KEYS.map((key) => [key, value(key)])) as unknown as Spent;
}
