import { ConfigError } from '../domain/errors.ts';

/** An address and a key that can be used together. */
export interface Endpoint {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What a person configured. */
export interface EndpointSettings {
  readonly baseUrl: string;
  /** Absent or empty: none, which only a private address accepts. */
  readonly apiKey?: string | undefined;
  /** Where the key would have to be. */
  readonly keyPlace?: string;
  /** Sends the key unencrypted to another machine. */
  readonly insecure?: boolean;
}

const KEY = /^[\x21-\x7e]{8,}$/;
/** Servers of one's own want none, the client library wants one. */
const NO_KEY = 'not-needed';

/**
 * Checks address and key. Throws ConfigError, which echoes neither the key nor the address, when the address is no
 * http(s) URL or carries a user name or a query, when the key is missing or has a shape that no key has, and when a key would travel
 * unencrypted to another machine.
 */
export function resolveEndpoint({
  baseUrl,
  apiKey,
  keyPlace = 'OPENAI_API_KEY or ZORKGPT_API_KEY_FILE',
  insecure = false,
}: EndpointSettings): Endpoint {
  const url = parseUrl(baseUrl);
  const key = apiKey?.trim() ?? '';
  if (key !== '') checkKey(url, key, insecure);
  else if (!isPrivate(url.hostname))
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

/** Whether an address can be asked without a key and costs nothing: a well-formed loopback or private one. */
export function isLocalEndpoint(baseUrl: string): boolean {
  try {
    resolveEndpoint({ baseUrl });
    return true;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return false;
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError(
      'The base URL of a model is no http or https address; use one like https://api.openai.com/v1.',
    );
  if (url.username !== '' || url.password !== '')
    throw new ConfigError(
      `The base URL for ${url.host} contains a user name; remove it and configure the key instead.`,
    );
  if (url.search !== '')
    throw new ConfigError(
      `The base URL for ${url.host} contains a query; remove it and configure the key instead.`,
    );
  return url;
}

/** Addresses that the internet does not route, and names that it does not know. */
const PRIVATE =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd][0-9a-f]{2}:.*\]|\[fe[89ab][0-9a-f]:.*\]|[a-z0-9-]*[a-z][a-z0-9-]*|.+\.(local|lan|internal|home\.arpa))$/i;

function isPrivate(hostname: string): boolean {
  return isLoopback(hostname) || PRIVATE.test(hostname);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
