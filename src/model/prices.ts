import type { ModelPrice } from '@pydantic/genai-prices';
import { ROLES } from '../domain/message.ts';
import { endpointOf, isLocalEndpoint } from './endpoint.ts';
import type { Usage } from './model.ts';
import type { ModelsSettings, Price } from './settings.ts';

interface Reached {
  readonly model: string;
  readonly baseUrl: string;
}

type PriceTable = Readonly<Record<string, readonly Price[]>>;

/** Hosts that report what every call cost. */
const REPORTS_COST = /(^|\.)openrouter\.ai$/i;

const FREE: readonly Price[] = [{ since: '', input: 0, output: 0 }];

/** The prices of a model: those of the table; without them, nothing at a private address. */
export function pricesOf({ model, baseUrl }: Reached, prices: PriceTable): readonly Price[] {
  return prices[model] ?? (isLocalEndpoint(baseUrl) ? FREE : []);
}

/** Whether the cost of a model will be known: by its price, or by its endpoint's report. */
export function isCostKnown(reached: Reached, prices: PriceTable, day: string): boolean {
  const { hostname } = new URL(reached.baseUrl);
  return REPORTS_COST.test(hostname) || priceOn(pricesOf(reached, prices), day) !== null;
}

/** A moment's day by UTC, `YYYY-MM-DD`, as prices name days. */
export function priceDay(moment = new Date()): string {
  return moment.toISOString().slice(0, 10);
}

/** The price in force on a day (`YYYY-MM-DD`). Null if unknown. */
export function priceOn(prices: readonly Price[], day: string): Price | null {
  const inForce = prices.filter(({ since }) => since <= day);
  return inForce.reduce<Price | null>(
    (latest, price) => (latest !== null && latest.since >= price.since ? latest : price),
    null,
  );
}

/** The cost of a call. Cached and written tokens are part of the prompt tokens. */
export function costOf(counts: Omit<Usage, 'costUsd'>, written: number, price: Price): number {
  const perMillion =
    (counts.promptTokens - counts.cachedTokens - written) * price.input +
    written * (price.cacheWrite ?? price.input) +
    counts.cachedTokens * (price.cachedInput ?? price.input) +
    counts.completionTokens * price.output;
  return perMillion / 1_000_000;
}

/** Fills in today's public price of each model without a price. */
export async function withKnownPrices(models: ModelsSettings, now = new Date()) {
  const found: Record<string, Price[]> = {};
  for (const role of ROLES) {
    const model = models.roles[role].model ?? models.model;
    if (model === null || model in found) continue;
    const reached = { model, baseUrl: endpointOf(models, role).baseUrl };
    if (pricesOf(reached, models.prices).length > 0) continue;
    const price = priceIn(await published(reached, now), now);
    if (price !== null) found[model] = [price];
  }
  return { ...models, prices: { ...found, ...models.prices } };
}

/** The tokens that a model reads, as its provider publishes them. Null if it publishes nothing. */
export async function publishedContext(reached: Reached): Promise<number | null> {
  return (await published(reached, new Date()))?.model.context_window ?? null;
}

/** Public facts on a model at its provider's address. The table is large, so it is loaded only when needed. */
async function published({ model, baseUrl }: Reached, now: Date) {
  const { calcPrice } = await import('@pydantic/genai-prices');
  return calcPrice({}, model, { providerApiUrl: baseUrl, timestamp: now });
}

function priceIn(known: Awaited<ReturnType<typeof published>>, now: Date): Price | null {
  if (known === null) return null;
  const { model_price: price } = known;
  const [input, output] = [dollars(price, 'input_mtok'), dollars(price, 'output_mtok')];
  if (input === undefined || output === undefined) return null;
  const cachedInput = dollars(price, 'cache_read_mtok');
  const cacheWrite = dollars(price, 'cache_write_mtok');
  return {
    since: priceDay(now),
    input,
    ...(cachedInput !== undefined && { cachedInput }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    output,
  };
}

/** Higher price tiers begin beyond the prompts of this program. */
function dollars(price: ModelPrice, name: string): number | undefined {
  const own = price[name];
  return typeof own === 'object' ? own.base : own;
}
