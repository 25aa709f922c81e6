import { ConfigError } from '../domain/errors.ts';
import { ROLES, type Role } from '../domain/message.ts';
import type { KeySource, ModelsSettings } from './settings.ts';

/** Where a role asks, and where the key for that is. */
export interface RoleEndpoint {
  readonly baseUrl: string;
  /** Null when no key was given for this host. */
  readonly keySource: KeySource | null;
  readonly headers: Readonly<Record<string, string>>;
}

interface Given {
  readonly baseUrl: string;
  readonly apiKeyEnv?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The endpoint of a role: the one it names, else its own address, else the one that all roles have. A key belongs to the
 * endpoint it is named with; the usual variables hold the key of the endpoint that all roles have, and go to no other host.
 * Throws ConfigError for an endpoint that is not there, or named twice.
 */
export function endpointOf(models: ModelsSettings, role: Role): RoleEndpoint {
  const common = commonEndpoint(models);
  const own = models.roles[role];
  if (own.endpoint !== undefined && own.baseUrl !== undefined)
    throw new ConfigError(
      `The role "${role}" names both an endpoint and a base URL; remove one of them.`,
    );
  const chosen =
    own.endpoint === undefined
      ? { ...(own.baseUrl === undefined ? common : { baseUrl: own.baseUrl }) }
      : named(models, own.endpoint);
  const source = explicitSource(own) ?? explicitSource(chosen);
  const isCommon = new URL(chosen.baseUrl).origin === new URL(common.baseUrl).origin;
  return {
    baseUrl: chosen.baseUrl,
    keySource: source ?? (isCommon ? (explicitSource(common) ?? 'default') : null),
    headers: 'headers' in chosen ? (chosen.headers ?? {}) : {},
  };
}

/** Every place where the configuration says that a key is, used or not. */
export function keySources(models: ModelsSettings): readonly KeySource[] {
  const places = [
    models,
    ...Object.values(models.endpoints),
    ...ROLES.map((role) => models.roles[role]),
  ];
  return places.flatMap((place) => explicitSource(place) ?? []);
}

function commonEndpoint(models: ModelsSettings): Given {
  const { endpoint, baseUrl, apiKeyEnv, apiKeyFile } = models;
  const given = endpoint === undefined ? { baseUrl } : named(models, endpoint);
  return {
    ...given,
    ...(apiKeyEnv !== undefined && { apiKeyEnv }),
    ...(apiKeyFile !== undefined && { apiKeyFile }),
  };
}

function named({ endpoints }: ModelsSettings, name: string): Given {
  const endpoint = endpoints[name];
  if (endpoint !== undefined) return endpoint;
  const names = Object.keys(endpoints).join(', ') || 'none';
  throw new ConfigError(
    `There is no endpoint "${name}" in models.endpoints (${names}); add it, or name another.`,
  );
}

function explicitSource({
  apiKeyEnv,
  apiKeyFile,
}: Pick<Given, 'apiKeyEnv' | 'apiKeyFile'>): KeySource | null {
  if (apiKeyEnv !== undefined) return { env: apiKeyEnv };
  return apiKeyFile === undefined ? null : { file: apiKeyFile };
}
