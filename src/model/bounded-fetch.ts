import { CompletionStream } from './completion-stream.ts';
import { HttpFailure } from './http-failure.ts';
import type { Send } from './outgoing.ts';

const BODY_LIMIT = 4 * 1024 * 1024;

const OVERSIZED = 'The reply is longer than 4 MiB.';

/** Statuses whose response may have no body at all. */
const BODILESS = new Set([204, 205, 304]);

interface ReadingHooks {
  /** A streamed answer showed a sign of life; `characters` of it are there. */
  readonly onPiece: (characters: number) => void;
  /** Characters after which a streamed answer counts as cut. */
  readonly mostCharacters: number;
}

/**
 * A `fetch` that reads the whole body before it resolves, so that one deadline covers headers and body. A stream of events
 * becomes the completion that it tells piece by piece.
 * Rejects with HttpFailure for anything but 2xx, for a body above 4 MiB, and for a redirect, which is never followed:
 * it would carry the prompt, and for some clients the key, to a host that nobody configured.
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

/**
 * A server may end a connection that was kept open just when the next request goes out on it; before anything was
 * answered that request is sent once more on a new one.
 */
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

/** The parts of a body; leaving the loop cancels it, which closes the connection. */
async function* boundedChunks(response: Response): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw new HttpFailure(response.status, response.headers, OVERSIZED);
    yield chunk;
  }
}
