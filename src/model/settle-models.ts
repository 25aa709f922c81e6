import type { ModelPrice } from '@pydantic/genai-prices';
import { type Role, ROLES } from '../domain/message.ts';
import { endpointOf, isLocalEndpoint } from './endpoint.ts';
import type { ModelsSettings, Price } from './settings.ts';
import { priceDay, pricesOf, type Reached } from './usage.ts';

/** A value that the settings left open: its key in the configuration, and its source. */
export interface SettledValue {
  readonly key: string;
  readonly value: unknown;
  readonly origin: string;
}

/**
 * Fills in what the settings leave open: public prices, and the sampling of a model's family. `alsoNamed` is what the
 * agent's server calls its model.
 */
export async function settleModels(set: ModelsSettings, alsoNamed: readonly string[] = []) {
  const { prices } = await withKnownPrices(set);
  const settled: SettledValue[] = Object.entries(prices)
    .filter(([model]) => !(model in set.prices))
    .map(([model, value]) => ({ key: `models.prices.${model}`, value, origin: 'genai-prices' }));
  const roles = { ...set.roles };
  for (const role of ROLES) {
    const isAgents = set.roles[role].model === set.roles.agent.model;
    const suits = familySampling(set, role, isAgents ? alsoNamed : []);
    if (suits === null) continue;
    const origin = `suits ${suits.family}`;
    roles[role] = { ...roles[role], ...suits.settings };
    for (const [name, value] of Object.entries(suits.settings))
      settled.push({ key: `models.roles.${role}.${name}`, value, origin });
  }
  return { models: { ...set, prices, roles }, settled };
}

/** How a model is sampled, as its makers recommend. */
interface Sampling {
  readonly temperature: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
}

interface Family {
  readonly family: string;
  readonly names: RegExp;
  readonly sampling: Sampling;
}

/** The first row that fits counts. Values are those of the model's card or `generation_config.json`. */
const FAMILIES: readonly Family[] = [
  // github.com/openai/gpt-oss, "Recommended sampling parameters"
  row('gpt-oss', /gpt-?oss/, { temperature: 1, topP: 1 }),
  // huggingface.co/deepseek-ai/DeepSeek-R1, "Usage Recommendations"; before Qwen and Llama, which it was distilled into
  row('DeepSeek-R1', /deepseek-?r1/, { temperature: 0.6, topP: 0.95 }),
  // huggingface.co/google/gemma-3-27b-it, generation_config.json
  row('Gemma', /gemma-?[3-9]/, { temperature: 1, topP: 0.95, topK: 64, minP: 0 }),
  // huggingface.co/Qwen/Qwen3-8B, "Best Practices": thinking, and without
  row('Qwen3, thinking', /qwen-?3.*thinking|qwq/, {
    temperature: 0.6,
    topP: 0.95,
    topK: 20,
    minP: 0,
  }),
  row('Qwen', /qwen-?[23]/, { temperature: 0.7, topP: 0.8, topK: 20, minP: 0 }),
  // huggingface.co/HuggingFaceTB/SmolLM3-3B and SmolLM2-135M-Instruct, "How to use"
  row('SmolLM3', /smollm-?3/, { temperature: 0.6, topP: 0.95 }),
  row('SmolLM', /smollm/, { temperature: 0.2, topP: 0.9 }),
  // huggingface.co/meta-llama/Llama-3.1-8B-Instruct, generation_config.json
  row('Llama', /llama-?[3-9]/, { temperature: 0.6, topP: 0.9 }),
  // huggingface.co/mistralai/Magistral-Small-2506, Mistral-Nemo-Instruct-2407 and Mistral-Small-3.2-24B-Instruct-2506
  row('Magistral', /magistral/, { temperature: 0.7, topP: 0.95 }),
  row('Mistral Nemo', /mistral-?nemo/, { temperature: 0.3 }),
  row('Mistral', /mistral-?small|devstral/, { temperature: 0.15 }),
];

function row(family: string, names: RegExp, sampling: Sampling): Family {
  return { family, names, sampling };
}

/** Fields of a request that set the sampling. */
const IN_BODY = ['temperature', 'top_p', 'top_k', 'min_p', 'repeat_penalty', 'repetition_penalty'];

/**
 * The sampling that suits a role's model, by the family in its name or in what its server calls it. Null for an unknown
 * family, and where the settings say anything about sampling. `top_k` and `min_p` go only to servers of open models.
 */
export function familySampling(
  models: ModelsSettings,
  role: Role,
  alsoNamed: readonly string[] = [],
) {
  const own = models.roles[role];
  const { temperature, topP } = { ...models, ...own };
  const body = { ...models.extraBody, ...own.extraBody };
  if (temperature !== undefined || topP !== undefined || IN_BODY.some((name) => name in body))
    return null;
  const found = familyOf([own.model ?? models.model ?? '', ...alsoNamed]);
  if (found === null) return null;
  const { sampling, family } = found;
  const extra = takesAll(endpointOf(models, role).baseUrl)
    ? {
        ...(sampling.topK !== undefined && { top_k: sampling.topK }),
        ...(sampling.minP !== undefined && { min_p: sampling.minP }),
      }
    : {};
  const settings = {
    temperature: sampling.temperature,
    ...(sampling.topP !== undefined && { topP: sampling.topP }),
    ...(Object.keys(extra).length > 0 && { extraBody: { ...own.extraBody, ...extra } }),
  };
  return { family, settings };
}

function familyOf(names: readonly string[]): Family | null {
  for (const name of names) {
    const plain = name.toLowerCase().replaceAll(/[\s_:]/g, '-');
    const found = FAMILIES.find((one) => one.names.test(plain));
    if (found !== undefined) return found;
  }
  return null;
}

/** Local servers and OpenRouter ignore fields that a model's server does not know. */
function takesAll(baseUrl: string): boolean {
  return isLocalEndpoint(baseUrl) || /(^|\.)openrouter\.ai$/i.test(new URL(baseUrl).hostname);
}

/** The settings with today's public price of each model that has none: what is set comes first. */
export async function withKnownPrices(
  models: ModelsSettings,
  now: Date = new Date(),
): Promise<ModelsSettings> {
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

/** How many tokens a model reads, as its provider publishes it; null where it publishes nothing. */
export async function publishedContext(reached: Reached): Promise<number | null> {
  return (await published(reached, new Date()))?.model.context_window ?? null;
}

/** What is known of a model at the address of its provider. The table is large, and loaded only when it is asked. */
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

/** Dearer tiers begin beyond the prompts that are sent here. */
function dollars(price: ModelPrice, name: string): number | undefined {
  const own = price[name];
  return typeof own === 'object' ? own.base : own;
}
