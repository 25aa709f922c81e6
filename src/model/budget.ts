import { ZorkGptError } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import type { LanguageModel, Usage } from './model.ts';

/** What may be spent; an absent limit is none. */
export interface BudgetLimits {
  readonly calls?: number;
  /** Prompt and completion tokens together. */
  readonly tokens?: number;
  readonly costUsd?: number;
}

/** What was spent. */
export interface Spent {
  /** Questions begun; attempts of one question count once. */
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  /** Sum of the costs that are known, in US dollars. */
  readonly costUsd: number;
  /** Answers whose cost nobody said; the sum is then a lower bound. */
  readonly callsOfUnknownCost: number;
}

/** A question would begin above a limit. Planned, so no failure: the episode ends with stop reason `budget`. */
export class BudgetExceeded extends ZorkGptError {
  readonly code = 'budget';
  readonly limit: keyof BudgetLimits;
  readonly spent: Spent;

  constructor(message: string, details: { limit: keyof BudgetLimits; spent: Spent }) {
    super(message);
    this.limit = details.limit;
    this.spent = details.spent;
  }
}

/** Counts what every model that is given to `withBudget` spends. */
export interface Budget {
  readonly spent: Spent;
  /** Counts one question. Throws BudgetExceeded when a limit is reached. */
  begin(role: Role): void;
  charge(usage: Usage): void;
}

export function createBudget(limits: BudgetLimits = {}): Budget {
  let spent: Spent = {
    calls: 0,
    promptTokens: 0,
    completionTokens: 0,
    cachedTokens: 0,
    costUsd: 0,
    callsOfUnknownCost: 0,
  };
  return {
    get spent() {
      return spent;
    },
    begin(role) {
      const limit = reachedLimit(limits, spent);
      if (limit !== null)
        throw new BudgetExceeded(exceededMessage(limit, limits, spent, role), { limit, spent });
      spent = { ...spent, calls: spent.calls + 1 };
    },
    charge(usage) {
      spent = {
        calls: spent.calls,
        promptTokens: spent.promptTokens + usage.promptTokens,
        completionTokens: spent.completionTokens + usage.completionTokens,
        cachedTokens: spent.cachedTokens + usage.cachedTokens,
        costUsd: spent.costUsd + (usage.costUsd ?? 0),
        callsOfUnknownCost: spent.callsOfUnknownCost + (usage.costUsd === null ? 1 : 0),
      };
    },
  };
}

/** Refuses a question that would begin above a limit, before it is sent, and charges every reply. */
export function withBudget(model: LanguageModel, budget: Budget): LanguageModel {
  return {
    async complete(request) {
      budget.begin(request.role);
      const reply = await model.complete(request);
      budget.charge(reply.usage);
      return reply;
    },
  };
}

/** `12 calls, 34,567 tokens, $0.0123`; `at least $…` or `cost unknown` when some or all costs are. */
export function describeSpent(spent: Spent): string {
  const tokens = spent.promptTokens + spent.completionTokens;
  const count = (value: number) => value.toLocaleString('en-US');
  return `${count(spent.calls)} ${spent.calls === 1 ? 'call' : 'calls'}, ${count(tokens)} tokens, ${describeCost(spent)}`;
}

function describeCost({ costUsd, callsOfUnknownCost }: Spent): string {
  if (callsOfUnknownCost === 0) return `$${costUsd.toFixed(4)}`;
  return costUsd === 0 ? 'cost unknown' : `at least $${costUsd.toFixed(4)}`;
}

function reachedLimit(limits: BudgetLimits, spent: Spent): keyof BudgetLimits | null {
  const { calls, tokens, costUsd } = limits;
  if (calls !== undefined && spent.calls >= calls) return 'calls';
  if (tokens !== undefined && spent.promptTokens + spent.completionTokens >= tokens)
    return 'tokens';
  // A limit that nobody can measure would be no limit.
  const isUnknown = spent.callsOfUnknownCost > 0;
  return costUsd !== undefined && (isUnknown || spent.costUsd >= costUsd) ? 'costUsd' : null;
}

function exceededMessage(
  limit: keyof BudgetLimits,
  limits: BudgetLimits,
  spent: Spent,
  role: Role,
): string {
  const sum = describeSpent(spent);
  if (limit === 'costUsd' && spent.callsOfUnknownCost > 0)
    return `The limit of $${limits.costUsd} cannot be kept, because a model reports no cost (${sum}); configure its prices or remove the limit.`;
  const value = limit === 'costUsd' ? `$${limits.costUsd}` : `${limits[limit]} ${limit}`;
  return `The ${role} model was not asked, because the limit of ${value} is reached (${sum}); raise it to play on.`;
}
