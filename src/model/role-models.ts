import { ROLES, type Role } from '../domain/message.ts';
import { createCapabilities } from './capabilities.ts';
import { roleConfigs, type ModelConfig } from './model-config.ts';
import type { LanguageModel } from './model.ts';
import { createOpenAiModel, type EndpointServices } from './openai-model.ts';
import { Weather, type OpenedPlayer } from './patience.ts';
import type { PlayerSetting } from './settings.ts';

/** The models that the configuration names, with its limits. Throws ConfigError without a model or a usable key. */
export function openRoleModels({ models, findKey, notice }: PlayerSetting): OpenedPlayer {
  const configs = roleConfigs(models, findKey);
  const services: EndpointServices = {
    capabilities: createCapabilities(),
    notice: (_, message) => notice(message),
    today: () => new Date().toISOString().slice(0, 10),
  };
  const patienceMs = models.patienceMinutes * 60_000;
  return {
    ...createRoleModels(configs, services),
    limits: { patienceMs, attempts: models.maxAttempts },
    onDown: ({ message }) =>
      notice(`${message} It is asked again for ${models.patienceMinutes} minutes.`),
  };
}

/**
 * One model for all roles: each has its own client; roles that use the same address share its weather and what was
 * learnt about it.
 */
export function createRoleModels(
  configs: Readonly<Record<Role, ModelConfig>>,
  services: EndpointServices,
): Pick<OpenedPlayer, 'adapter' | 'weatherOf'> {
  const models = eachRole((role) => createOpenAiModel(configs[role], services));
  const weathers = new Map<string, Weather>();
  for (const { baseUrl } of Object.values(configs)) {
    if (!weathers.has(baseUrl)) weathers.set(baseUrl, new Weather());
  }
  const adapter: LanguageModel = { complete: (request) => models[request.role].complete(request) };
  return { adapter, weatherOf: (role) => weathers.get(configs[role].baseUrl) ?? new Weather() };
}

function eachRole<T>(of: (role: Role) => T): Readonly<Record<Role, T>> {
  return Object.fromEntries(ROLES.map((role) => [role, of(role)])) as Record<Role, T>;
}
