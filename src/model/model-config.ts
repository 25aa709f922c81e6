import { ConfigError } from '../domain/errors.ts';
import { ROLES, type Role } from '../domain/message.ts';
import { endpointOf, isLocalEndpoint, resolveEndpoint } from './endpoint.ts';
import { priceOn, pricesOf, withKnownPrices } from './prices.ts';
import type { FindKey, KeySource, ModelsSettings, Price } from './settings.ts';

/** How one role reaches its model. `resolveEndpoint` checks it, and it is sent unchanged. Absent sampling is not sent. */
export interface ModelConfig extends Readonly<
  Pick<ModelsSettings, 'temperature' | 'topP' | 'effort' | 'stream' | 'cacheMarker' | 'structured'>
> {
  readonly model: string;
  /** Address up to and including the version, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The variable or file of the key. Null if there is none. */
  readonly keyFrom?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Limit of the reply, reasoning included where the provider counts it. */
  readonly maxTokens: number;
  /** Longest silence: until a whole answer, headers and body together, or between two pieces of a streamed one. */
  readonly timeoutMs: number;
  /** Sent in the request body untouched, for what only one provider knows. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  /** Used when the provider reports no cost. */
  readonly prices?: readonly Price[];
}

export function eachModelConfig<T>(of: (role: Role) => T): Readonly<Record<Role, T>> {
  return Object.fromEntries(ROLES.map((role) => [role, of(role)])) as Record<Role, T>;
}

/** How each role reaches its model. Throws ConfigError, which names `keyVariable`, without a model or key. */
export function modelConfigs(
  models: ModelsSettings,
  findKey: FindKey,
  keyVariable = 'OPENAI_API_KEY',
): Readonly<Record<Role, ModelConfig>> {
  return eachModelConfig((role) => {
    const model = modelOf(models, role);
    if (model === null)
      throw new ConfigError(
        `No model is named for the role "${role}"; pass --model, or set "models.model" in zorkgpt.config.json.`,
      );
    const { baseUrl, keySource, headers } = endpointOf(models, role);
    const found = keySource === null ? null : findKey(keySource);
    const keyPlace = placeOf(keySource, role, `${keyVariable} or ZORKGPT_API_KEY_FILE`);
    const { insecure } = models;
    return {
      ...resolveEndpoint({ baseUrl, apiKey: found?.key, keyPlace, insecure }),
      keyFrom: found?.from ?? null,
      headers,
      model,
      timeoutMs: models.timeoutSeconds * 1000,
      structured: models.structured,
      prices: pricesOf({ model, baseUrl }, models.prices),
      ...requestSettings(models, role, model),
    };
  });
}

function modelOf({ roles, model }: ModelsSettings, role: Role): string | null {
  return roles[role].model ?? model;
}

/** Where the key of a role should be, for a person. */
function placeOf(source: KeySource | null, role: Role, usual: string): string {
  if (source === null)
    return `models.roles.${role}.apiKeyEnv to the name of the variable that holds it`;
  if (source === 'default') return usual;
  return 'env' in source ? source.env : source.file;
}

/** The default limit of a reply: a decision with its reasons, and some reasoning before it. */
const REPLY_TOKENS = 2000;

/** Models that reason without limit, and have a setting for it. */
const HAS_EFFORT = /(^|\/)(o[1-9]|gpt-5|gpt-oss|codex|gemini-(2\.5|[3-9])|grok-(3-mini|[4-9]))/i;

/** Models whose providers cache a prompt only on request. */
const NEEDS_MARKER = /(^|\/)claude/i;

/** The settings of a role's requests: its own over the common ones over the defaults. */
function requestSettings(models: ModelsSettings, role: Role, model: string) {
  const settings = { ...models, ...models.roles[role] };
  const { temperature, topP } = settings;
  const effort = settings.effort ?? (HAS_EFFORT.test(model) ? 'low' : undefined);
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(effort !== undefined && { effort }),
    maxTokens: settings.maxTokens ?? REPLY_TOKENS,
    extraBody: { ...models.extraBody, ...settings.extraBody },
    stream: settings.stream ?? true,
    cacheMarker: settings.cacheMarker ?? NEEDS_MARKER.test(model),
  };
}

/** US dollars per token. */
export interface Rates {
  readonly input: number;
  readonly output: number;
}

export interface RoleTerms {
  readonly replyTokens: number;
  /** Null if the price table does not know the model. */
  readonly rates: Rates | null;
}

/** The most that a question of a role may use, with its prices on a day (`YYYY-MM-DD`). */
export function modelConfigTerms(models: ModelsSettings, role: Role, day: string): RoleTerms {
  const model = modelOf(models, role) ?? '';
  const { maxTokens: replyTokens } = requestSettings(models, role, model);
  const { baseUrl } = endpointOf(models, role);
  const price = priceOn(pricesOf({ model, baseUrl }, models.prices), day);
  const rates = price && { input: price.input / 1e6, output: price.output / 1e6 };
  return { replyTokens, rates };
}

/** A value that was filled in: its key in the configuration, and its source. */
export interface SettledValue {
  readonly key: string;
  readonly value: unknown;
  readonly origin: string;
}

/** Fills in public prices and the sampling of a model's family. `alsoNamed` holds the server's names for the model. */
export async function settleModelConfig(set: ModelsSettings, alsoNamed: readonly string[] = []) {
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

type Sampling = Pick<ModelConfig, 'temperature' | 'topP'>;

/** Families of models by name, the first fit, with their makers' sampling. The last column: for servers that take all. */
const FAMILIES: readonly (readonly [
  string,
  RegExp,
  Sampling,
  Readonly<Record<string, number>>?,
])[] = [
  // github.com/openai/gpt-oss, "Recommended sampling parameters"
  ['gpt-oss', /gpt-?oss/, { temperature: 1, topP: 1 }],
  // huggingface.co/deepseek-ai/DeepSeek-R1, "Usage Recommendations"; before Qwen and Llama, which it was distilled into
  ['DeepSeek-R1', /deepseek-?r1/, { temperature: 0.6, topP: 0.95 }],
  // huggingface.co/google/gemma-3-27b-it, generation_config.json
  ['Gemma', /gemma-?[3-9]/, { temperature: 1, topP: 0.95 }, { top_k: 64, min_p: 0 }],
  // huggingface.co/Qwen/Qwen3-8B, "Best Practices": thinking, and without
  [
    'Qwen3, thinking',
    /qwen-?3.*thinking|qwq/,
    { temperature: 0.6, topP: 0.95 },
    { top_k: 20, min_p: 0 },
  ],
  ['Qwen', /qwen-?[23]/, { temperature: 0.7, topP: 0.8 }, { top_k: 20, min_p: 0 }],
  // huggingface.co/HuggingFaceTB/SmolLM3-3B and SmolLM2-135M-Instruct, "How to use"
  ['SmolLM3', /smollm-?3/, { temperature: 0.6, topP: 0.95 }],
  ['SmolLM', /smollm/, { temperature: 0.2, topP: 0.9 }],
  // huggingface.co/meta-llama/Llama-3.1-8B-Instruct, generation_config.json
  ['Llama', /llama-?[3-9]/, { temperature: 0.6, topP: 0.9 }],
  // huggingface.co/mistralai/Magistral-Small-2506, Mistral-Nemo-Instruct-2407 and Mistral-Small-3.2-24B-Instruct-2506
  ['Magistral', /magistral/, { temperature: 0.7, topP: 0.95 }],
  ['Mistral Nemo', /mistral-?nemo/, { temperature: 0.3 }],
  ['Mistral', /mistral-?small|devstral/, { temperature: 0.15 }],
];

const IN_BODY = ['temperature', 'top_p', 'top_k', 'min_p', 'repeat_penalty', 'repetition_penalty'];

/** The sampling for a role's model by its name. Null for an unknown family, or if the settings have any sampling. */
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
  const names = [modelOf(models, role) ?? '', ...alsoNamed].map((name) =>
    name.toLowerCase().replaceAll(/[\s_:]/g, '-'),
  );
  const row = names
    .map((name) => FAMILIES.find(([, sign]) => sign.test(name)))
    .find((found) => found !== undefined);
  if (row === undefined) return null;
  const [family, , sampling, extra] = row;
  const { baseUrl } = endpointOf(models, role);
  // They ignore fields that a model's server does not know.
  const takesAll =
    isLocalEndpoint(baseUrl) || /(^|\.)openrouter\.ai$/i.test(new URL(baseUrl).hostname);
  const extraBody = { ...own.extraBody, ...extra };
  return { family, settings: { ...sampling, ...(takesAll && extra && { extraBody }) } };
}
