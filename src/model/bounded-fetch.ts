import { HttpFailure } from './http-failure.ts';

/** Longest answer that is read, in bytes. */
const BODY_LIMIT = 4 * 1024 * 1024;

const OVERSIZED = 'The reply is longer than 4 MiB.';

/** Statuses whose response may have no body at all. */
const BODILESS = new Set([204, 205, 304]);

/**
 * `fetch` that reads the whole body before it resolves, so that one deadline covers headers and body.
 * Rejects with HttpFailure for anything but 2xx, for a body above 4 MiB, and for a redirect, which is never followed:
 * it would carry the prompt, and for some clients the key, to a host that nobody configured.
 */
export async function boundedFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { status, headers } = response;
  const body = await readBody(response);
  if (status < 200 || status > 299) throw new HttpFailure(status, headers, body.toString('utf8'));
  return new Response(BODILESS.has(status) ? null : body, { status, headers });
}

async function readBody(response: Response): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream, which closes the connection.
    if (size > BODY_LIMIT) throw new HttpFailure(response.status, response.headers, OVERSIZED);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
