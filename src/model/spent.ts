import type { CallRecord } from './call-record.ts';

export const NOTHING_SPENT = {
  turns: 0,
  /** Questions that brought an answer or a failure; attempts of one question count once. */
  calls: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  /** Sum of the costs that are known, in US dollars. */
  costUsd: 0,
  /** Answers of unknown cost; with any of them the sum is a lower bound. */
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

/** One without the other; parts may be negative. */
export function subtractSpent(one: Spent, other: Spent): Spent {
  return each((key) => one[key] - other[key]);
}

/** What the later of two sums has more; nothing where it has less. */
export function spentSince(earlier: Spent, later: Spent): Spent {
  return each((key) => Math.max(0, later[key] - earlier[key]));
}

export const RECORDED_TURN: Spent = { ...NOTHING_SPENT, turns: 1 };

/** What a recorded call used. A call that was set aside later counts, for it was paid; a copied one does not. */
export function spentOn(call: CallRecord): Spent {
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

/** The records of an episode that say what was spent. */
export interface SpendingRecords {
  readonly calls: readonly CallRecord[];
  readonly turns: readonly unknown[];
}

/** What an episode's records say was spent, minutes aside. Turns that a fork copied from its parent do not count. */
export function recordedSpending(records: SpendingRecords, copiedTurns: number): Spent {
  const turns = { ...NOTHING_SPENT, turns: Math.max(0, records.turns.length - copiedTurns) };
  return records.calls.map(spentOn).reduce(addSpent, turns);
}

/** Prompt and completion together. */
export function tokensOf({ promptTokens, completionTokens }: Spent): number {
  return promptTokens + completionTokens;
}

/**
 * `12 calls, 34,567 tokens, $0.0123` or `free`; `at least $…` or `cost unknown` when some or all costs are, `estimated` at
 * the end when some tokens were not reported.
 */
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
