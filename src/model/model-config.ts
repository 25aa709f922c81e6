import { ConfigError } from '../domain/errors.ts';
import { ROLES, type Role } from '../domain/message.ts';
import { resolveEndpoint } from './endpoint.ts';
import type { ModelsSettings } from './settings.ts';

/** How much of the reply's shape the endpoint is asked to enforce; `auto` takes the most it can do. */
export type StructuredMode = 'auto' | 'schema' | 'object' | 'off';

/** Price of a model from a day on, in US dollars per million tokens. */
export interface Price {
  /** First day of this price, `YYYY-MM-DD`. */
  readonly since: string;
  readonly input: number;
  /** Input that the provider read from its cache; the input price when absent. */
  readonly cachedInput?: number | undefined;
  readonly output: number;
}

/** How one role reaches its model: checked by `resolveEndpoint`, sent as it is. */
export interface ModelConfig {
  /** Name of the model as the endpoint knows it. */
  readonly model: string;
  /** Address up to and including the version, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Left out of the request when absent, like the next two. */
  readonly temperature?: number;
  readonly topP?: number;
  /** Limit of the reply, reasoning included where the provider counts it. */
  readonly maxTokens?: number;
  /** Longest time for one answer, headers and body together. */
  readonly timeoutMs: number;
  readonly structured: StructuredMode;
  /** Sent in the request body untouched, for what only one provider knows. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  /** Used when the provider reports no cost. */
  readonly prices?: readonly Price[];
}

/** How each role reaches its model. Throws ConfigError without a model or a usable key. */
export function roleConfigs(
  models: ModelsSettings,
  apiKey: string | null,
): Record<Role, ModelConfig> {
  const entries = ROLES.map((role) => [role, roleConfig(models, role, apiKey)] as const);
  return Object.fromEntries(entries) as Record<Role, ModelConfig>;
}

function roleConfig(models: ModelsSettings, role: Role, apiKey: string | null): ModelConfig {
  const own = models.roles[role];
  const model = own.model ?? models.model;
  if (model === null) {
    throw new ConfigError(
      `No model is named for the role "${role}"; pass --model, or set "models.model" in zorkgpt.config.json.`,
    );
  }
  const endpoint = resolveEndpoint({
    baseUrl: own.baseUrl ?? models.baseUrl,
    apiKey: apiKey ?? undefined,
    insecure: models.insecure,
  });
  const { temperature, topP, maxTokens, extraBody } = own;
  return {
    ...endpoint,
    model,
    timeoutMs: models.timeoutSeconds * 1000,
    structured: models.structured,
    prices: models.prices[model] ?? [],
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(extraBody !== undefined && { extraBody }),
  };
}
