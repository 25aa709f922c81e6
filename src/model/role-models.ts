import type { Role } from '../domain/message.ts';
import { createBreaker, withBreaker, type Breaker, type BreakerLimits } from './breaker.ts';
import type { LanguageModel } from './model.ts';
import { createCapabilities } from './capabilities.ts';
import { roleConfigs, type ModelConfig } from './model-config.ts';
import { createOpenAiModel, type EndpointServices } from './openai-model.ts';
import { RETRY_LIMITS, withRetry, type RetryLimits } from './retry.ts';
import type { PlayerSetting } from './settings.ts';

/** Limits for every endpoint, when they are not the usual ones. */
export interface ResilienceLimits {
  readonly retry?: RetryLimits;
  readonly breaker?: BreakerLimits;
}

/** The models that the configuration names, with its limits. Throws ConfigError without a model or a usable key. */
export function openRoleModels({ models, findKey, notice }: PlayerSetting): LanguageModel {
  const services: EndpointServices = {
    capabilities: createCapabilities(),
    notice: (_, message) => notice(message),
    today: () => new Date().toISOString().slice(0, 10),
  };
  const retry = { ...RETRY_LIMITS, attempts: models.maxAttempts };
  return createRoleModels(roleConfigs(models, findKey()), services, { retry });
}

/** A model that passes each request to the model of its role. */
function routeByRole(models: Readonly<Record<Role, LanguageModel>>): LanguageModel {
  return { complete: (request) => models[request.role].complete(request) };
}

/**
 * One model for all roles: each has its own client with retries; roles that use the same address share its breaker and
 * what was learnt about it.
 */
export function createRoleModels(
  configs: Readonly<Record<Role, ModelConfig>>,
  services: EndpointServices,
  limits: ResilienceLimits = {},
): LanguageModel {
  const breakers = new Map<string, Breaker>();
  const breakerOf = (baseUrl: string) => {
    const breaker = breakers.get(baseUrl) ?? createBreaker(limits.breaker);
    breakers.set(baseUrl, breaker);
    return breaker;
  };
  const modelOf = (role: Role) => {
    const config = configs[role];
    const retrying = withRetry(createOpenAiModel(config, services), limits.retry, {
      onRetry: (error, waitMs) =>
        services.notice('model-retry', `${error.message} Trying again in ${Math.ceil(waitMs)} ms.`),
    });
    return withBreaker(retrying, breakerOf(config.baseUrl));
  };
  return routeByRole({
    agent: modelOf('agent'),
    critic: modelOf('critic'),
    extractor: modelOf('extractor'),
    memory: modelOf('memory'),
    objectives: modelOf('objectives'),
    knowledge: modelOf('knowledge'),
  });
}
