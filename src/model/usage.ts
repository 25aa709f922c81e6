import { CHARACTERS_PER_TOKEN } from '../domain/message.ts';
import { isLocalEndpoint } from './endpoint.ts';
import type { Usage } from './model.ts';
import type { CompletionUsage } from './provider-reply.ts';
import type { Price } from './settings.ts';

/** What is known of a call besides what its provider reports. */
export interface CallSize {
  /** What a token costs; null when that is not known. */
  readonly price: Price | null;
  /** Of all messages together. */
  readonly promptCharacters: number;
  /** Of the reply, reasoning included. */
  readonly replyCharacters: number;
}

/** No tokeniser makes more of a character, and no template adds more to a request. */
const MOST_TOKENS_PER_CHARACTER = 4;
const MOST_TOKENS_ADDED = 10_000;
/** Reasoning that is not shown counts too, but no reply was ever longer. */
const LONGEST_REPLY = 1_000_000;
/** No call was ever so expensive, in US dollars. */
const DEAREST_CALL = 1000;

/**
 * What a completion used and cost: as reported by the provider where that can be, else estimated from the length of its
 * texts; the cost reported, else priced, else unknown.
 */
export function usageOf({ usage, timings }: CompletionUsage, size: CallSize): Usage {
  const { price, promptCharacters, replyCharacters } = size;
  const cached =
    usage.prompt_tokens_details.cached_tokens || usage.prompt_cache_hit_tokens || timings.cache_n;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  const most = promptCharacters * MOST_TOKENS_PER_CHARACTER + MOST_TOKENS_ADDED;
  const isReported = prompt > 0 && prompt <= most && completion <= LONGEST_REPLY;
  const counts = isReported
    ? {
        promptTokens: prompt,
        completionTokens: completion,
        cachedTokens: Math.min(cached, prompt),
        reasoningTokens: Math.min(usage.completion_tokens_details.reasoning_tokens, completion),
      }
    : {
        promptTokens: Math.ceil(promptCharacters / CHARACTERS_PER_TOKEN),
        completionTokens: Math.ceil(replyCharacters / CHARACTERS_PER_TOKEN),
        cachedTokens: 0,
        reasoningTokens: 0,
      };
  const reported = usage.cost !== null && usage.cost <= DEAREST_CALL ? usage.cost : null;
  const { cache_write_tokens } = usage.prompt_tokens_details;
  const written = Math.min(cache_write_tokens, counts.promptTokens - counts.cachedTokens);
  const costUsd = reported ?? (price && priced(counts, written, price));
  return isReported ? { ...counts, costUsd } : { ...counts, costUsd, isEstimated: true };
}

/** A model at its address. */
export interface Reached {
  readonly model: string;
  readonly baseUrl: string;
}

/** Hosts that report what every call cost. */
const REPORTS_COST = /(^|\.)openrouter\.ai$/i;

/** The price of what is free. */
const FREE: readonly Price[] = [{ since: '', input: 0, output: 0 }];

/** The prices of a model: those of the table; at a private address without them, nothing. */
export function pricesOf(
  { model, baseUrl }: Reached,
  prices: Readonly<Record<string, readonly Price[]>>,
): readonly Price[] {
  return prices[model] ?? (isLocalEndpoint(baseUrl) ? FREE : []);
}

/** Whether what a model costs will be known: by its price, or because its endpoint reports it. */
export function isCostKnown(
  reached: Reached,
  prices: Readonly<Record<string, readonly Price[]>>,
  day: string,
): boolean {
  const { hostname } = new URL(reached.baseUrl);
  return REPORTS_COST.test(hostname) || priceOn(pricesOf(reached, prices), day) !== null;
}

/** A moment's day by UTC, `YYYY-MM-DD`, as prices name days. */
export function priceDay(moment = new Date()): string {
  return moment.toISOString().slice(0, 10);
}

/** The price in force on a day (`YYYY-MM-DD`), or null when none is known for it. */
export function priceOn(prices: readonly Price[], day: string): Price | null {
  const inForce = prices.filter(({ since }) => since <= day);
  return inForce.reduce<Price | null>(
    (latest, price) => (latest !== null && latest.since >= price.since ? latest : price),
    null,
  );
}

function priced(
  counts: Pick<Usage, 'promptTokens' | 'cachedTokens' | 'completionTokens'>,
  written: number,
  price: Price,
): number {
  // Cached and written tokens are part of the prompt tokens.
  const perMillion =
    (counts.promptTokens - counts.cachedTokens - written) * price.input +
    written * (price.cacheWrite ?? price.input) +
    counts.cachedTokens * (price.cachedInput ?? price.input) +
    counts.completionTokens * price.output;
  return perMillion / 1_000_000;
}
