import { ModelError, type ModelErrorKind } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import { redact } from '../domain/redact.ts';
import { contextTokensIn, failureKind } from './failure-kind.ts';
import { type HttpFailure, retryAfterMs } from './http-failure.ts';
import { systemReason } from './outgoing.ts';
import { readError } from './provider-reply.ts';

export interface AskedModel {
  readonly role: Role;
  readonly model: string;
  readonly host: string;
  /** Texts that must appear in no message. */
  readonly secrets: readonly string[];
}

/** The error for an answer that is no completion. `unsupported`: a demanded reply shape was refused. */
export function httpError(failure: HttpFailure, asked: AskedModel, unsupported = false) {
  const kind = unsupported ? 'unsupported' : failureKind(failure);
  return new ModelError(httpMessage(kind, failure, asked, saidIn(failure, asked)), {
    kind,
    role: asked.role,
    retryAfterMs: retryAfterMs(failure, Date.now()),
    status: failure.status,
    evidence: evidenceOf(failure, asked),
  });
}

/** The error for a request whose form was answered before: its content or length is refused. */
export function contentError(failure: HttpFailure, asked: AskedModel): ModelError {
  const { host, role, model } = asked;
  return new ModelError(
    `${host} took earlier requests for the ${role} model "${model}" and refused this one (${failure.status}: ${saidIn(failure, asked)}); it may be too long (lower context.historyTokens) or not allowed (choose another model).`,
    { kind: 'content', role, evidence: evidenceOf(failure, asked) },
  );
}

function saidIn({ body }: HttpFailure, { secrets }: AskedModel): string {
  return redact(readError(body).message || body, secrets).slice(0, 200);
}

function evidenceOf({ body }: HttpFailure, { secrets }: AskedModel): string {
  return redact(body, secrets).slice(0, 2000);
}

/** The error for a request that brought no answer at all. */
export function networkError(cause: unknown, asked: AskedModel): ModelError {
  const reason = redact(systemReason(cause), asked.secrets);
  const fix =
    FIXES.find(([sign]) => sign.test(reason))?.[1] ?? 'check the network and the base URL';
  return new ModelError(`${asked.host} could not be reached (${reason}); ${fix}.`, {
    kind: 'network',
    role: asked.role,
    evidence: reason,
    cause,
  });
}

/** Nothing listens at a port of this machine. */
const REFUSED_HERE = /ECONNREFUSED (127\.|::1)/;
/** No TLS there. */
const NO_TLS = /wrong version number|ERR_SSL|EPROTO|packet length too long/;
/** No such host, or a port that no client asks. */
const NO_HOST = /ENOTFOUND|bad port/;
const PROXY_REFUSES = /Proxy response \((?:403|407)\)/;

const FIXES: readonly (readonly [RegExp, string])[] = [
  [REFUSED_HERE, 'start the server there, or mend the base URL'],
  [NO_TLS, 'it speaks no TLS; begin the base URL with http://'],
  [
    PROXY_REFUSES,
    'give HTTPS_PROXY the name and password of the proxy, or name the host in NO_PROXY',
  ],
];

/** Whether an address that never answered never will. */
export function isNobodyThere({ kind, evidence }: ModelError): boolean {
  return (
    kind === 'network' &&
    [REFUSED_HERE, NO_TLS, NO_HOST, PROXY_REFUSES].some((sign) => sign.test(evidence))
  );
}

/** The same error, but no more questions until the address is mended. */
export function noEndpoint(cause: ModelError): ModelError {
  const { message, role, evidence } = cause;
  return new ModelError(message, { kind: 'no-endpoint', role, evidence, cause });
}

/** The error for an answer that did not come within `ms`. */
export function timeoutError(ms: number, asked: AskedModel): ModelError {
  return new ModelError(
    `${asked.host} gave no whole answer for the ${asked.role} model "${asked.model}" within ${ms / 1000} s; raise its timeout, or use a faster model.`,
    { kind: 'timeout', role: asked.role },
  );
}

/** The error for a success status without a completion. */
export function bodyError(
  kind: 'empty' | 'malformed',
  what: string,
  body: string,
  asked: AskedModel,
): ModelError {
  return new ModelError(
    `${asked.host} answered the ${asked.role} model request with ${redact(what, asked.secrets)}; check that the base URL is the address of an OpenAI-compatible API.`,
    {
      kind,
      role: asked.role,
      // A gateway's page or a cut answer is often gone the next time.
      retryable: true,
      evidence: redact(body.slice(0, 4000), asked.secrets).slice(0, 2000),
    },
  );
}

function httpMessage(
  kind: ModelErrorKind,
  { status, headers, body }: HttpFailure,
  { role, model, host }: AskedModel,
  said: string,
): string {
  const which = `${role} model "${model}"`;
  const who = `the ${which}`;
  const answer = `${status}: ${said}`;
  const why = said === '' ? String(status) : answer;
  const failed = `${host} failed while asked for ${who} (${status}); try again later.`;
  const messages: { readonly [kind in ModelErrorKind]?: string } = {
    auth: `${host} refused the key for ${who} (${why}); check the key that this role uses.`,
    quota: `${host} has no credit left for ${who} (${why}); add credit or choose another model.`,
    rate: `${host} limits requests to ${who} (${why}); wait, or choose a model with a higher limit.`,
    context: `The prompt is longer than ${who} can read${contextLimit(body)}; choose a model with more context, raise the server's limit, or lower context.historyTokens.`,
    'unknown-model': `${host} knows no ${which} at this address (${answer}); check the model name and that the base URL ends in the API version.`,
    refusal: `${host} refused what was asked of ${who} (${answer}); choose a model that accepts this story.`,
    unsupported: `${host} cannot give ${who} the structured replies that the configuration demands; set "structured" to "auto".`,
    server: failed,
    timeout: failed,
  };
  const known = messages[kind];
  if (known !== undefined) return known;
  if (status < 300) return `${host} answered for ${who} with too much to read; check the base URL.`;
  if (status < 400)
    return `${host} redirects requests for ${who} to ${redirectTarget(headers)}; set the base URL to the final address.`;
  return `${host} did not accept the request for ${who} (${answer}); check the model's settings.`;
}

function contextLimit(body: string): string {
  const { limit } = contextTokensIn(body);
  return limit === null ? '' : ` (${limit} tokens)`;
}

function redirectTarget(headers: Headers): string {
  const location = headers.get('location') ?? '';
  return URL.canParse(location) ? new URL(location).host : 'another address';
}
