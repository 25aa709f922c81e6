import {
  type AnsweredBefore,
  type Traits,
  rungFor,
  weakerRung,
  type ChatBody,
} from './chat-request.ts';
import { contextNumbers, failureKind, type HttpFailure } from './http-failure.ts';
import type { StructuredMode } from '../domain/message.ts';
import { readError } from './provider-reply.ts';

/** Parameters without which there is no request. */
const NEEDED = new Set(['model', 'messages', 'response_format']);

const REFUSAL =
  /unsupported|not supported|unrecognized|unknown|unexpected|not permitted|not allowed|does not support|only the default|extra (input|field)|extra_forbidden|deprecated/i;
const STRUCTURED =
  /response_format|json_?schema|json_?object|structured|schema|guided|grammar|\bjson\b/i;
/** OpenRouter answers 404 when no upstream takes all parameters. */
const NO_UPSTREAM = /no endpoints found.*(parameters|support)/i;
const SYSTEM =
  /(system|developer) (role|message|prompt|instruction)s?\b.{0,60}(not|unsupported|disabled)|(only|first).{0,30}user.{0,20}(role|message)|\brole\b.{0,20}\bsystem\b/i;
const ALTERNATE = /alternat|(one|single) (user )?message|multi-?turn/i;
const LIMITS = /max_?(length|items)/i;
/** Statuses of servers that fail over the form of a request instead of refusing it, and what they speak of then. */
const FAILS_OVER_FORM: ReadonlySet<number> = new Set([405, 500, 501]);
const FORM =
  /\b(roles?|(chat )?templates?|jinja|(json_?)?schemas?|response_format|grammars?|stream(ing|s|ed)?|tools?|tool_\w+)\b|\bcontext\b(?! (deadline|cancell?ed))/i;
/** The largest reply that may be asked for. */
const MOST_TOKENS =
  /max(?:_completion)?_tokens.{0,120}?(?:at most|maximum|less than or equal to|up to|<=|limit(?: of| is)?)\D{0,30}(\d{2,})/is;

/**
 * The traits to try after the endpoint refused `body`. Null when the refusal is not about the form of the request, or
 * nothing more can be left out. After a refusal without a reason, each try asks for one thing less: limits in the schema,
 * a weaker rung of structured replies, sampling, streaming, the other name of the reply limit, the system message, more
 * than one message. `content` means that the form is not at fault: it was answered before, and the refusal names no part
 * of it.
 */
export function adapt(
  failure: HttpFailure,
  body: ChatBody,
  traits: Traits,
  { mode, before }: Known,
): Traits | 'content' | null {
  if (failureKind(failure) === 'context') return withShorterReply(failure, body, traits);
  if (!isRefusal(failure, before)) return null;
  const explained = explainedBy(failure, body, traits, mode);
  if (explained !== null) return explained;
  const isShape = refusesShape(failure, body, before);
  if (isShape || !['bad-request', 'server'].includes(failureKind(failure))) return null;
  return before === 'the same form' ? 'content' : withOneThingLess(body, traits, mode);
}

/** What is configured for a request, and what was answered before it. */
interface Known {
  readonly mode: StructuredMode;
  readonly before: AnsweredBefore;
}

/** Whether the refusal is about the shape of replies, so that only the configuration can help. */
export function refusesShape(
  failure: HttpFailure,
  body: ChatBody,
  before: AnsweredBefore,
): boolean {
  return isRefusal(failure, before) && 'response_format' in body && STRUCTURED.test(failure.body);
}

/** A server that never answered and fails over the form of a request refuses it; one that answered before is in trouble. */
function isRefusal(failure: HttpFailure, before: AnsweredBefore): boolean {
  const { status } = failure;
  if (status === 404) return NO_UPSTREAM.test(failure.body);
  if (FAILS_OVER_FORM.has(status)) return before === 'nothing' && FORM.test(failure.body);
  return (status === 400 || status === 422) && failureKind(failure) !== 'context';
}

function explainedBy(
  failure: HttpFailure,
  body: ChatBody,
  traits: Traits,
  mode: StructuredMode,
): Traits | null {
  const most = Number(MOST_TOKENS.exec(failure.body)?.[1] ?? Infinity);
  if (most < (traits.mostTokens ?? Number(body[traits.maxTokensField] ?? 0)))
    return { ...traits, mostTokens: most };
  if (LIMITS.test(failure.body) && traits.limits) return { ...traits, limits: false };
  const parameter = refusedParameter(failure, body);
  if (parameter !== null) return without(parameter, traits);
  if (ALTERNATE.test(failure.body) || SYSTEM.test(failure.body)) return fewerTurns(body, traits);
  const aboutShape = STRUCTURED.test(failure.body) || NO_UPSTREAM.test(failure.body);
  return aboutShape ? withWeakerRung(body, traits, mode) : null;
}

/** A shorter reply is no use. */
const SHORTEST_REPLY = 200;

/** Where prompt and reply together are too long, the reply gets the room that the prompt leaves. */
function withShorterReply(failure: HttpFailure, body: ChatBody, traits: Traits): Traits | null {
  const { limit, prompt } = contextNumbers(failure.body);
  if (limit === null || prompt === null) return null;
  const room = limit - prompt;
  const asked = Number(body[traits.maxTokensField] ?? 0);
  return room >= SHORTEST_REPLY && room < asked ? { ...traits, mostTokens: room } : null;
}

function withOneThingLess(body: ChatBody, traits: Traits, mode: StructuredMode): Traits | null {
  if (traits.limits && hasSchema(body)) return { ...traits, limits: false };
  const weaker = withWeakerRung(body, traits, mode);
  if (weaker !== null) return weaker;
  for (const group of [
    ['temperature', 'top_p', 'reasoning_effort'],
    ['stream', 'stream_options'],
  ]) {
    const sent = group.filter((name) => name in body);
    if (sent.length > 0) return { ...traits, refused: [...traits.refused, ...sent] };
  }
  const field = traits.maxTokensField;
  const isOther =
    traits.refused.includes('max_tokens') || traits.refused.includes('max_completion_tokens');
  if (field in body && !isOther) return without(field, traits);
  return fewerTurns(body, traits);
}

function hasSchema(body: ChatBody): boolean {
  const format = body['response_format'] as { readonly type?: string } | undefined;
  return format?.type === 'json_schema';
}

function withWeakerRung(body: ChatBody, traits: Traits, mode: StructuredMode): Traits | null {
  const weaker = weakerRung(mode, rungFor(mode, traits.rung));
  return 'response_format' in body && weaker !== null ? { ...traits, rung: weaker } : null;
}

function fewerTurns({ messages }: ChatBody, traits: Traits): Traits | null {
  const sent = messages as readonly { readonly role: string }[];
  if (sent.some(({ role }) => role === 'system')) return { ...traits, turns: 'no-system' };
  return sent.length > 1 ? { ...traits, turns: 'one' } : null;
}

function refusedParameter(failure: HttpFailure, body: ChatBody): string | null {
  const { param, message, code } = readError(failure.body);
  const optional = Object.keys(body).filter((name) => !NEEDED.has(name));
  if (!REFUSAL.test(`${code} ${message || failure.body}`)) return null;
  if (optional.includes(param)) return param;
  if (param !== '') return null;
  const words = new Set(failure.body.match(/\w+/g));
  return optional.find((name) => words.has(name)) ?? null;
}

function without(parameter: string, traits: Traits): Traits {
  const other = parameter === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const isLimit = parameter === 'max_tokens' || parameter === 'max_completion_tokens';
  const refused = [...traits.refused, parameter];
  return isLimit && !traits.refused.includes(other) && parameter === traits.maxTokensField
    ? { ...traits, maxTokensField: other, refused }
    : { ...traits, refused };
}
