import { ConfigError } from '../domain/errors.ts';
import { CompletionStream } from './completion-stream.ts';
import { HttpFailure } from './http-failure.ts';

export type Send = typeof fetch;

/** Open connections, by their proxies. */
const opened = new Map<string, ReturnType<typeof connect>>();

/** A proxy elsewhere would not find this machine's servers. */
const THIS_MACHINE = 'localhost,127.0.0.1,[::1]';

/**
 * A `fetch` for all outgoing requests, through the proxy of HTTPS_PROXY, HTTP_PROXY and NO_PROXY; to this machine always
 * directly. It has no time limit. Rejects with ConfigError for an invalid proxy address.
 */
export async function openConnections(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Send> {
  const named = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const [http, https] = ['HTTP_PROXY', 'HTTPS_PROXY'].map((name) => proxyAt(name, named(name)));
  const left = named('NO_PROXY').trim();
  const proxies = {
    httpProxy: http ?? '',
    httpsProxy: https ?? '',
    noProxy: left === '*' ? left : `${left},${THIS_MACHINE}`,
  };
  const key = JSON.stringify(proxies);
  const connections = opened.get(key) ?? connect(proxies);
  opened.set(key, connections);
  return (await connections).send;
}

/** Ends every connection at once, for the end of the program: an unanswered one would keep it alive. */
export async function closeConnections(): Promise<void> {
  const all = [...opened.values()];
  opened.clear();
  await Promise.all(all.map(async (one) => (await one).destroy()));
}

async function connect(proxies: Readonly<Record<'httpProxy' | 'httpsProxy' | 'noProxy', string>>) {
  // Nearly no command sends anything, and loading this takes as long as starting one.
  const { EnvHttpProxyAgent, fetch: send } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({ ...proxies, headersTimeout: 0, bodyTimeout: 0 });
  const through = (url: string, init: object) => send(url, { ...init, dispatcher });
  return { send: through as unknown as Send, destroy: async () => dispatcher.destroy() };
}

/** The address of a proxy, which may be a host alone. The message does not repeat it, because it may hold a password. */
function proxyAt(name: string, value: string): string {
  const given = value.trim();
  if (given === '') return '';
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  if (URL.canParse(url) && isHostAlone(new URL(url))) return url;
  throw new ConfigError(
    `${name} is no http or https address of a proxy; set it to one like http://proxy.example:8080, or unset it.`,
  );
}

function isHostAlone({ protocol, pathname, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && `${pathname}${search}${hash}` === '/';
}

/** The text of an answer, up to so many bytes. The rest is not read. */
export async function answerBeginning(response: Response, mostBytes = 64 * 1024): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= mostBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8');
}

/** The cause of a failure, in the system's words if there are any. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return systemReason(error.cause);
  if (error instanceof AggregateError && error.message === '') return systemReason(error.errors[0]);
  // OpenSSL also names the place in its own source.
  const [, said] = /:error:.* routines:[^:]*:([^:]+):/.exec(error.message) ?? [];
  const told = said ?? (error.message || error.name);
  return UNCLEAR[told] ?? told;
}

/** Clearer words for messages of the HTTP library. */
const UNCLEAR: Readonly<Record<string, string>> = {
  'bad port': 'no program may send to this port, which has another use; choose another one',
};

/** The host of an address, as a person reads it; the address itself may hold secrets. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the address';
}

const BODY_LIMIT = 4 * 1024 * 1024;

const OVERSIZED = 'The reply is longer than 4 MiB.';

/** Statuses whose response may have no body at all. */
const BODILESS = new Set([204, 205, 304]);

interface ReadingHooks {
  /** Called at signs of life of a streamed answer; `characters` counts its length so far. */
  readonly onPiece: (characters: number) => void;
  /** Characters after which a streamed answer counts as cut. */
  readonly mostCharacters: number;
}

/**
 * A `fetch` that reads the whole body before it resolves, and joins a stream. Rejects with HttpFailure for anything but 2xx,
 * for a body above 4 MiB, and for a redirect, which would carry prompt and key to another host.
 */
export function boundedFetch(hooks: ReadingHooks, send: Send): Send {
  return async (input, init) => {
    const response = await sendOnce(send, input, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    const isStream =
      /^text\/event-stream/i.test(headers.get('content-type') ?? '') && status === 200;
    const read = isStream ? await readStream(response, hooks) : await readBody(response);
    const body = status === 200 && !isStream ? unstreamed(read, hooks) : read;
    if (status < 200 || status > 299) throw new HttpFailure(status, headers, body);
    return new Response(BODILESS.has(status) ? null : body, { status, headers });
  };
}

/** Sends a request once more if the server had just ended the connection, before any answer. */
async function sendOnce(send: Send, ...asked: Parameters<Send>): Promise<Response> {
  try {
    return await send(...asked);
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const { code, socket } = Object(cause) as { code?: string; socket?: { bytesRead?: number } };
    const wasReused = code === 'UND_ERR_SOCKET' && (socket?.bytesRead ?? 0) > 0;
    if (!wasReused) throw error;
    return send(...asked);
  }
}

/** Some servers and gateways send a stream under another content type. */
function unstreamed(body: string, hooks: ReadingHooks): string {
  const isStream =
    /^\s*(?:data|event|id|retry):|^\s*:/.test(body) || /^\{.*"delta".*\}\s*\n\s*\{/.test(body);
  if (!isStream) return body;
  const stream = new CompletionStream(hooks.mostCharacters);
  stream.push(body);
  return stream.completion();
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedChunks(response)) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

async function readStream(response: Response, hooks: ReadingHooks): Promise<string> {
  const stream = new CompletionStream(hooks.mostCharacters);
  const decoder = new TextDecoder();
  for await (const chunk of boundedChunks(response)) {
    stream.push(decoder.decode(chunk, { stream: true }));
    hooks.onPiece(stream.characters);
    if (stream.isOver) break;
  }
  return stream.completion();
}

/** The parts of a body. Leaving the loop cancels it, which closes the connection. */
async function* boundedChunks(response: Response): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw new HttpFailure(response.status, response.headers, OVERSIZED);
    yield chunk;
  }
}
