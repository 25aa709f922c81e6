import { ZorkGptError, type ModelErrorKind } from '../domain/errors.ts';

/** An endpoint answered, but not with a completion; turned into a ModelError before it leaves the adapter. */
export class HttpFailure extends ZorkGptError {
  readonly code = 'http-failure';
  readonly status: number;
  readonly headers: Headers;
  /** The body as text, at most 2,048 characters, not redacted. */
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    // The client library takes a message with the word "timeout" for a time-out of its own.
    super(`HTTP ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body.slice(0, 2048);
  }
}

const NO_CREDIT =
  /insufficient_quota|exceeded your current quota|billing|credit balance|no credit/i;
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|context (length|size|window)|maximum context|reduce the length|prompt is too long|too many (input )?tokens/i;

/** What an answer other than a completion means. */
export function failureKind(failure: HttpFailure): ModelErrorKind {
  const { status, body } = failure;
  if (status < 300) return 'malformed';
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 429) return NO_CREDIT.test(body) ? 'quota' : 'rate';
  if (status === 408) return 'timeout';
  if (status === 413) return 'context';
  if (status === 409 || status === 425 || status >= 500) return 'server';
  return TOO_LONG.test(body) ? 'context' : 'bad-request';
}
