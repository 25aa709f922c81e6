import type { World } from './world.ts';

/** The part of `fetch` that is used. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Lends a `fetch` that goes through the proxy which the environment names (HTTPS_PROXY, HTTP_PROXY, NO_PROXY, also in small
 * letters). Its connections are closed when the work is done.
 */
export async function outgoing<T>(
  { environment }: Pick<World, 'environment'>,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  // Nearly no command sends anything; loading this takes as long as starting one.
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const named = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: named('HTTP_PROXY'),
    httpsProxy: named('HTTPS_PROXY'),
    noProxy: named('NO_PROXY'),
  });
  try {
    return await work((url, init) => fetch(url, { ...(init as object), dispatcher }));
  } finally {
    await dispatcher.close();
  }
}

/** What went wrong underneath, in the words of the system where it has some. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return systemReason(error.cause);
  if (error instanceof AggregateError && error.message === '') return systemReason(error.errors[0]);
  return error.message === '' ? error.name : error.message;
}

/** The host of an address, as a person reads it; the address itself may hold secrets. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the address';
}
