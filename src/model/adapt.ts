import type { Rung, Traits } from './capabilities.ts';
import { rungFor, weakerRung, type ChatBody } from './chat-request.ts';
import { failureKind } from './failure-kind.ts';
import type { HttpFailure } from './http-failure.ts';
import type { StructuredMode } from './model-config.ts';
import { readError } from './provider-reply.ts';

/** Parameters without which there is no request. */
const NEEDED = new Set(['model', 'messages', 'response_format']);

const REFUSAL =
  /unsupported|not supported|unrecognized|unknown|unexpected|not permitted|not allowed|does not support|only the default|extra (input|field)|extra_forbidden|deprecated/i;
const STRUCTURED =
  /response_format|json_?schema|json_?object|structured|schema|guided|grammar|\bjson\b/i;
/** OpenRouter answers 404 when no upstream takes all parameters. */
const NO_UPSTREAM = /no endpoints found.*(parameters|support)/i;

/**
 * What the endpoint may accept instead, read from its refusal of `body`; null when the refusal is not about a parameter
 * that can be left out. Each answer asks for less than the one before, so that adapting ends.
 */
export function adapt(
  failure: HttpFailure,
  body: ChatBody,
  traits: Traits,
  mode: StructuredMode,
): Traits | null {
  if (!isRefusal(failure)) return null;
  const parameter = refusedParameter(failure, body);
  if (parameter !== null) return without(parameter, traits);
  const rung = rungFor(mode, traits.rung);
  const weaker: Rung | null = weakerRung(mode, rung);
  const aboutShape = STRUCTURED.test(failure.body) || NO_UPSTREAM.test(failure.body);
  return 'response_format' in body && aboutShape && weaker !== null
    ? { ...traits, rung: weaker }
    : null;
}

/** Whether the refusal is about the shape of replies, so that only the configuration can help. */
export function refusesShape(failure: HttpFailure, body: ChatBody): boolean {
  return isRefusal(failure) && 'response_format' in body && STRUCTURED.test(failure.body);
}

function isRefusal(failure: HttpFailure): boolean {
  const { status } = failure;
  if (status === 404) return NO_UPSTREAM.test(failure.body);
  return (status === 400 || status === 422) && failureKind(failure) !== 'context';
}

function refusedParameter(failure: HttpFailure, body: ChatBody): string | null {
  const { param, message, code } = readError(failure.body);
  const optional = Object.keys(body).filter((name) => !NEEDED.has(name));
  if (!REFUSAL.test(`${code} ${message || failure.body}`)) return null;
  if (param !== '') return optional.includes(param) ? param : null;
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
