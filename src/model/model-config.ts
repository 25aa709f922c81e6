import { type StructuredMode, type Role, ROLES } from '../domain/message.ts';
import { ConfigError } from '../domain/errors.ts';
import { endpointOf, resolveEndpoint } from './endpoint.ts';
import type { FindKey, KeySource, ModelsSettings, Price } from './settings.ts';
import { priceOn, pricesOf } from './usage.ts';

/** How one role reaches its model: checked by `resolveEndpoint`, sent as it is. */
export interface ModelConfig {
  /** Name of the model as the endpoint knows it. */
  readonly model: string;
  /** Address up to and including the version, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Variable or file that the key is from; null when there is none. */
  readonly keyFrom?: string | null;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out of the request when absent, like the next three. */
  readonly temperature?: number;
  readonly topP?: number;
  /** How much the model reasons, in the words of its provider. */
  readonly effort?: string;
  /** Limit of the reply, reasoning included where the provider counts it. */
  readonly maxTokens: number;
  /** Whether the reply is asked for piece by piece. */
  readonly stream?: boolean;
  /** Whether the end of the unchanging part of the prompt is marked for the provider's cache. */
  readonly cacheMarker?: boolean;
  /** Longest silence: until a whole answer, headers and body together, or between two pieces of a streamed one. */
  readonly timeoutMs: number;
  readonly structured: StructuredMode;
  /** Sent in the request body untouched, for what only one provider knows. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  /** Used when the provider reports no cost. */
  readonly prices?: readonly Price[];
}

/**
 * How each role reaches its model. `keyVariable` is named where the key of the common endpoint is missing. Throws
 * ConfigError without a model or a usable key.
 */
export function roleConfigs(
  models: ModelsSettings,
  findKey: FindKey,
  keyVariable = 'OPENAI_API_KEY',
): Record<Role, ModelConfig> {
  const usual = `${keyVariable} or ZORKGPT_API_KEY_FILE`;
  const entries = ROLES.map((role) => [role, roleConfig(models, role, findKey, usual)] as const);
  return Object.fromEntries(entries) as Record<Role, ModelConfig>;
}

function roleConfig(
  models: ModelsSettings,
  role: Role,
  findKey: FindKey,
  usualPlace: string,
): ModelConfig {
  const own = models.roles[role];
  const model = own.model ?? models.model;
  if (model === null) {
    throw new ConfigError(
      `No model is named for the role "${role}"; pass --model, or set "models.model" in zorkgpt.config.json.`,
    );
  }
  const { baseUrl, keySource, headers } = endpointOf(models, role);
  const found = keySource === null ? null : findKey(keySource);
  const endpoint = resolveEndpoint({
    baseUrl,
    apiKey: found?.key,
    keyPlace: placeOf(keySource, role, usualPlace),
    insecure: models.insecure,
  });
  return {
    ...endpoint,
    keyFrom: found?.from ?? null,
    headers,
    model,
    timeoutMs: models.timeoutSeconds * 1000,
    structured: models.structured,
    prices: pricesOf({ model, baseUrl }, models.prices),
    ...requestSettings(models, role, model),
  };
}

/** Where the key of a role would have to be, for a person. */
function placeOf(source: KeySource | null, role: Role, usual: string): string {
  if (source === null)
    return `models.roles.${role}.apiKeyEnv to the name of the variable that holds it`;
  if (source === 'default') return usual;
  return 'env' in source ? source.env : source.file;
}

/** Limit of a reply when none is configured: a decision with its reasons, and some reasoning before it. */
const REPLY_TOKENS = 2000;

/** Models that reason as long as they are let, and have a setting for it. */
const HAS_EFFORT = /(^|\/)(o[1-9]|gpt-5|gpt-oss|codex|gemini-(2\.5|[3-9])|grok-(3-mini|[4-9]))/i;

/** Models whose providers keep a prompt only where they are asked to. */
const NEEDS_MARKER = /(^|\/)claude/i;

/** How a role asks: its own settings over those of all roles over the defaults. */
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

/** What a role asks with. */
export interface RoleTerms {
  /** Limit of a reply. */
  readonly replyTokens: number;
  /** Null where the price table does not know the model. */
  readonly rates: Rates | null;
}

/** What a role is configured to use at most, and what that costs on a day (`YYYY-MM-DD`). */
export function termsOfRole(models: ModelsSettings, role: Role, day: string): RoleTerms {
  const model = models.roles[role].model ?? models.model ?? '';
  const { maxTokens: replyTokens } = requestSettings(models, role, model);
  const { baseUrl } = endpointOf(models, role);
  const price = priceOn(pricesOf({ model, baseUrl }, models.prices), day);
  if (price === null) return { replyTokens, rates: null };
  return { replyTokens, rates: { input: price.input / 1e6, output: price.output / 1e6 } };
}
