import { findApiKey } from '../config/api-key.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { GameConfiguration } from '../config/schema.ts';
import { ConfigError } from '../domain/errors.ts';
import { ROLES, type Role } from '../domain/message.ts';
import { createCapabilities } from '../model/capabilities.ts';
import { resolveEndpoint } from '../model/endpoint.ts';
import type { LanguageModel } from '../model/model.ts';
import type { ModelConfig } from '../model/model-config.ts';
import { createOfflinePlayer } from '../model/offline/offline-player.ts';
import { createRoleModels } from '../model/role-models.ts';
import { RETRY_LIMITS } from '../model/retry.ts';
import { readTextFile } from '../storage/read-file.ts';
import { openRedactor } from './redactor.ts';

/** Who answers in a run, and what must never be shown of it. */
export interface Player {
  readonly model: LanguageModel;
  /** How results name it: `offline`, or the agent's model. */
  readonly name: string;
  readonly redact: (text: string) => string;
}

/**
 * The player that was named; nothing stands in for one that was not. Throws ConfigError without a player, a model
 * or a key.
 */
export function openPlayer(loaded: LoadedConfig, notice: (message: string) => void): Player {
  const { config } = loaded;
  if (config.player === null) {
    throw new ConfigError(
      'No player is named; pass --player offline or openai, or set "player" in zorkgpt.config.json.',
    );
  }
  if (config.player === 'offline') {
    const model = createOfflinePlayer(config.seed);
    return { model, name: 'offline', redact: openRedactor(loaded) };
  }
  const apiKey = findApiKey(loaded.environment, readTextFile);
  const configs = roleConfigs(config, apiKey);
  const model = createRoleModels(
    configs,
    {
      capabilities: createCapabilities(),
      notice: (_, message) => notice(message),
      today: () => new Date().toISOString().slice(0, 10),
    },
    { retry: { ...RETRY_LIMITS, attempts: config.models.maxAttempts } },
  );
  return { model, name: configs.agent.model, redact: openRedactor(loaded) };
}

/** How each role reaches its model. Throws ConfigError without a model or a usable key. */
export function roleConfigs(
  config: GameConfiguration,
  apiKey: string | null,
): Record<Role, ModelConfig> {
  const entries = ROLES.map((role) => [role, roleConfig(config, role, apiKey)] as const);
  return Object.fromEntries(entries) as Record<Role, ModelConfig>;
}

function roleConfig({ models }: GameConfiguration, role: Role, apiKey: string | null): ModelConfig {
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
