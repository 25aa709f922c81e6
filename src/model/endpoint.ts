import { ConfigError, unlessBroken } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import type { KeySource, ModelsSettings } from './settings.ts';

interface EndpointSettings {
  readonly baseUrl: string;
  /** Absent or empty for no key, which only a private address accepts. */
  readonly apiKey?: string | undefined;
  readonly keyPlace?: string;
  /** Sends the key unencrypted to another machine. */
  readonly insecure?: boolean;
}

const KEY = /^[\x21-\x7e]{8,}$/;
/** Local servers want no key, but the client library does. */
const NO_KEY = 'not-needed';

/**
 * Checks address and key. Throws ConfigError, which shows neither, for an invalid address or one with a name or query, for a
 * missing or malformed key, and if a key would travel unencrypted to another machine.
 */
export function resolveEndpoint({
  baseUrl,
  apiKey,
  keyPlace = 'OPENAI_API_KEY or ZORKGPT_API_KEY_FILE',
  insecure = false,
}: EndpointSettings) {
  const url = parseUrl(baseUrl);
  const key = apiKey?.trim() ?? '';
  if (key !== '') checkKey(url, key, insecure);
  else if (!isLoopback(url.hostname) && !PRIVATE.test(url.hostname))
    throw new ConfigError(`No API key for ${url.host}; set ${keyPlace}.`);
  return { baseUrl: url.href.replace(/\/+$/, ''), apiKey: key === '' ? NO_KEY : key };
}

function checkKey({ hostname, host, protocol }: URL, key: string, insecure: boolean): void {
  const isLocal = isLoopback(hostname);
  if (!(isLocal ? /^[\x21-\x7e]+$/ : KEY).test(key))
    throw new ConfigError(
      `The API key for ${host} is no key (${key.length} characters, at least 8 printable ones without spaces are needed); check where it is set.`,
    );
  if (protocol === 'http:' && !isLocal && !insecure)
    throw new ConfigError(
      `The key for ${host} would travel unencrypted; use https, or allow it in the configuration.`,
    );
}

/** Whether an address needs no key and costs nothing: a well-formed loopback or private one. */
export function isLocalEndpoint(baseUrl: string): boolean {
  return unlessBroken(() => resolveEndpoint({ baseUrl }), ConfigError) !== null;
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError(
      'The base URL of a model is no http or https address; use one like https://api.openai.com/v1.',
    );
  const isNamed = url.username !== '' || url.password !== '';
  if (isNamed || url.search !== '')
    throw new ConfigError(
      `The base URL for ${url.host} contains a ${isNamed ? 'user name' : 'query'}; remove it and configure the key instead.`,
    );
  return url;
}

/** Addresses and names that the internet does not route or know. */
const PRIVATE =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd][0-9a-f]{2}:.*\]|\[fe[89ab][0-9a-f]:.*\]|[a-z0-9-]*[a-z][a-z0-9-]*|.+\.(local|lan|internal|home\.arpa))$/i;

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

type Given = ModelsSettings['endpoints'][string];

/**
 * The endpoint of a role: the one that it names, else its own address, else the common one. A key is only sent to the host
 * that it is named with. Throws ConfigError for a missing endpoint, or one named twice.
 */
export function endpointOf(models: ModelsSettings, role: Role) {
  const common = commonEndpoint(models);
  const own = models.roles[role];
  if (own.endpoint !== undefined && own.baseUrl !== undefined)
    throw new ConfigError(
      `The role "${role}" names both an endpoint and a base URL; remove one of them.`,
    );
  const unnamed: Given = own.baseUrl === undefined ? common : { baseUrl: own.baseUrl };
  const chosen = own.endpoint === undefined ? unnamed : named(models, own.endpoint);
  const source = explicitSource(own) ?? explicitSource(chosen);
  const isCommon = new URL(chosen.baseUrl).origin === new URL(common.baseUrl).origin;
  return {
    baseUrl: chosen.baseUrl,
    /** Null if no key was given for this host. */
    keySource: source ?? (isCommon ? (explicitSource(common) ?? 'default') : null),
    headers: chosen.headers ?? {},
  };
}

/** The places of keys in the settings of endpoints and roles. */
export function endpointKeySources(models: ModelsSettings): readonly KeySource[] {
  const places = [models, ...Object.values(models.endpoints), ...Object.values(models.roles)];
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

function explicitSource(place: Pick<Given, 'apiKeyEnv' | 'apiKeyFile'>): KeySource | null {
  if (place.apiKeyEnv !== undefined) return { env: place.apiKeyEnv };
  return place.apiKeyFile === undefined ? null : { file: place.apiKeyFile };
}
