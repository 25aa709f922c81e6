import type { Price } from './model-config.ts';
import type { Usage } from './model.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a completion used and cost: reported by the provider, else priced, else of unknown cost. */
export function readUsage(completion: Fields, price: Price | null): Usage {
  const usage = object(completion['usage']);
  const counts = {
    promptTokens: count(usage['prompt_tokens']),
    completionTokens: count(usage['completion_tokens']),
    cachedTokens:
      count(object(usage['prompt_tokens_details'])['cached_tokens']) ||
      count(usage['prompt_cache_hit_tokens']) ||
      count(object(completion['timings'])['cache_n']),
    reasoningTokens: count(object(usage['completion_tokens_details'])['reasoning_tokens']),
  };
  const cost = usage['cost'];
  const reported = typeof cost === 'number' && cost >= 0 ? cost : null;
  const isCounted = counts.promptTokens > 0;
  return { ...counts, costUsd: reported ?? (price && isCounted ? priced(counts, price) : null) };
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

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

function object(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
