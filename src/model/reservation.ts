import { messageCharacters } from '../domain/message.ts';
import type { Amount, Budget } from './budget.ts';
import type { Rates, RoleTerms } from './model-config.ts';
import type { LanguageModel, ModelRequest, Usage } from './model.ts';

/** A shorter reply is not worth asking for. */
const LEAST_REPLY_TOKENS = 300;
/** The first estimate, before any report: few texts have more tokens. */
const FIRST_CHARACTERS_PER_TOKEN = 2.5;
/** A prompt may be denser than the ones before. */
const PROMPT_MARGIN = 1.1;

interface Need extends RoleTerms {
  readonly promptTokens: number;
}

/** What the calls of a run used and cost, as bounds for the next one. */
export class Experience {
  #tokensPerCharacter = 1 / FIRST_CHARACTERS_PER_TOKEN;
  #isMeasured = false;
  #rates: Rates | null = null;

  needOf(request: ModelRequest, { replyTokens, rates }: RoleTerms): Need {
    const characters = messageCharacters(request.messages);
    return {
      promptTokens: Math.ceil(characters * this.#tokensPerCharacter * PROMPT_MARGIN),
      replyTokens: Math.ceil(replyTokens * (request.replyRoom ?? 1)),
      rates: dearer(rates, this.#rates),
    };
  }

  learn(request: ModelRequest, usage: Usage, priced: Rates | null): void {
    const { promptTokens, costUsd } = usage;
    const seen = promptTokens / Math.max(1, messageCharacters(request.messages));
    this.#tokensPerCharacter = this.#isMeasured ? Math.max(this.#tokensPerCharacter, seen) : seen;
    this.#isMeasured ||= promptTokens > 0;
    if (costUsd !== null && promptTokens > 0)
      this.#rates = dearer(this.#rates, ratesSeen(usage, costUsd, priced));
  }
}

/** Without prices, the whole cost bounds each rate. */
function ratesSeen(usage: Usage, costUsd: number, priced: Rates | null): Rates {
  const { promptTokens, completionTokens } = usage;
  if (priced === null)
    return { input: costUsd / promptTokens, output: costUsd / Math.max(1, completionTokens) };
  const expected = promptTokens * priced.input + completionTokens * priced.output;
  const factor = expected > 0 ? Math.max(1, costUsd / expected) : 1;
  return { input: priced.input * factor, output: priced.output * factor };
}

/**
 * Reserves what a question may use until it is recorded. One that does not fit beside those in flight waits; one alone gets
 * a reply as long as the rest allows. Rejects with BudgetExceeded before sending, at a limit or if less than 300 tokens of a
 * reply are left. Without terms nothing is reserved.
 */
export function withReservations(
  recorded: LanguageModel,
  budgets: readonly Budget[],
  termsOf: (request: ModelRequest) => RoleTerms | null,
  experience: Experience,
): LanguageModel {
  return {
    async complete(request) {
      const terms = termsOf(request);
      for (const budget of budgets) budget.check();
      if (terms === null) return recorded.complete(request);
      const needed = () => experience.needOf(request, terms);
      const { replyLimit, release } = await reserve(budgets, request.signal, needed);
      try {
        const most = Math.min(replyLimit, request.replyLimit ?? Infinity);
        const reply = await recorded.complete({ ...request, replyLimit: most });
        experience.learn(request, reply.usage, terms.rates);
        return reply;
      } finally {
        release();
      }
    },
  };
}

async function reserve(budgets: readonly Budget[], signal: AbortSignal, needed: () => Need) {
  for (;;) {
    signal.throwIfAborted();
    for (const budget of budgets) budget.check();
    const need = needed();
    const isHeld = budgets.some((budget) => budget.isHeld);
    const most = replyThatFits(roomIn(budgets), need, isHeld);
    if (most >= need.replyTokens || !isHeld) {
      const least = Math.min(LEAST_REPLY_TOKENS, need.replyTokens);
      if (most < least) refuse(budgets, need, least);
      const replyLimit = Math.min(most, need.replyTokens);
      const amount = { tokens: need.promptTokens + replyLimit, costUsd: costOf(need, replyLimit) };
      const releases = budgets.map((budget) => budget.hold(amount));
      return { replyLimit, release: () => releases.forEach((release) => release()) };
    }
    await Promise.race(budgets.map((budget) => budget.released()));
  }
}

function roomIn(budgets: readonly Budget[]): Amount {
  const rooms = budgets.map((budget) => budget.room());
  return {
    tokens: Math.min(...rooms.map(({ tokens }) => tokens)),
    costUsd: Math.min(...rooms.map(({ costUsd }) => costUsd)),
  };
}

/** The reply tokens that the rest pays for. Without a known price all of them, but only for a call alone. */
function replyThatFits(
  { tokens, costUsd }: Amount,
  { promptTokens, replyTokens, rates }: Need,
  isHeld: boolean,
): number {
  const byTokens = tokens - promptTokens;
  if (costUsd === Infinity) return byTokens;
  if (rates === null) return isHeld ? 0 : Math.min(byTokens, replyTokens);
  const left = costUsd - promptTokens * rates.input;
  if (left <= 0) return 0;
  return Math.floor(Math.min(byTokens, rates.output === 0 ? Infinity : left / rates.output));
}

/** Throws BudgetExceeded for the budget with the least left. */
function refuse(budgets: readonly Budget[], { promptTokens }: Need, least: number): never {
  const limit = roomIn(budgets).tokens - promptTokens < least ? 'tokens' : 'costUsd';
  const [tightest] = budgets.toSorted((a, b) => a.room()[limit] - b.room()[limit]);
  if (tightest === undefined) throw new Error('No budget refuses anything.');
  return tightest.refuse(limit);
}

/** With an unknown price, everything that is left is held. */
function costOf({ promptTokens, rates }: Need, replyTokens: number): number {
  return rates === null ? Infinity : promptTokens * rates.input + replyTokens * rates.output;
}

function dearer(one: Rates | null, other: Rates | null): Rates | null {
  if (one === null || other === null) return one ?? other;
  return { input: Math.max(one.input, other.input), output: Math.max(one.output, other.output) };
}
