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

/** Fields of an error body in any of the shapes that endpoints use; null for what is missing. */
export interface ErrorFields {
  readonly message: string | null;
  readonly param: string | null;
  readonly code: string | null;
  /** What the model had written when the endpoint gave up (Groq). */
  readonly failedGeneration: string | null;
}

export function errorFields(body: string): ErrorFields {
  const parsed = parseObject(body);
  const error = parsed['error'] ?? parsed;
  const fields = asObject(error);
  const message =
    typeof error === 'string' ? error : (text(fields['message']) ?? text(parsed['message']));
  return {
    message,
    param: text(fields['param']) ?? detailLocation(parsed['detail']),
    code: text(fields['code']) ?? text(fields['type']),
    failedGeneration: text(fields['failed_generation']) ?? text(parsed['failed_generation']),
  };
}

/** Last part of `detail[0].loc`, where FastAPI servers name the field they refuse. */
function detailLocation(detail: unknown): string | null {
  const location: unknown = asObject(Array.isArray(detail) ? detail[0] : null)['loc'];
  return Array.isArray(location) ? text(location.at(-1)) : null;
}

function parseObject(body: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(body));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
