import type { Price } from './model-config.ts';
import type { Usage } from './model.ts';
import type { CompletionUsage } from './provider-reply.ts';

/** What a completion used and cost: reported by the provider, else priced, else of unknown cost. */
export function usageOf({ usage, timings }: CompletionUsage, price: Price | null): Usage {
  const counts = {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedTokens:
      usage.prompt_tokens_details.cached_tokens || usage.prompt_cache_hit_tokens || timings.cache_n,
    reasoningTokens: usage.completion_tokens_details.reasoning_tokens,
  };
  const isCounted = counts.promptTokens > 0;
  return { ...counts, costUsd: usage.cost ?? (price && isCounted ? priced(counts, price) : null) };
}

/** The price in force on a day (`YYYY-MM-DD`), or null when none is known for it. */
export function priceOn(prices: readonly Price[], day: string): Price | null {
  const inForce = prices.filter(({ since }) => since <= day);
  return inForce.reduce<Price | null>(
    (latest, price) => (latest !== null && latest.since >= price.since ? latest : price),
    null,
  );
}

function priced(counts: Omit<Usage, 'costUsd'>, price: Price): number {
  // Cached tokens are part of the prompt tokens.
  const cached = Math.min(counts.cachedTokens, counts.promptTokens);
  const perMillion =
    (counts.promptTokens - cached) * price.input +
    cached * (price.cachedInput ?? price.input) +
    counts.completionTokens * price.output;
  return perMillion / 1_000_000;
}
