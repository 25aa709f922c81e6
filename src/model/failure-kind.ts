import type { ModelErrorKind } from '../domain/errors.ts';
import type { HttpFailure } from './http-failure.ts';
import { readError } from './provider-reply.ts';
import { retryAfterMs } from './retry-after.ts';

type Sign = readonly [ModelErrorKind, RegExp];

/** What codes, types and statuses in an error's body mean; the first that fits decides. */
const CODES: readonly Sign[] = [
  ['quota', /insufficient_?(quota|balance|credit|fund)|billing|payment_?required|arrearage/i],
  [
    'auth',
    /api_?key|authenticat|authori[sz]ation|unauthori[sz]ed|permission_?denied|account_deactivated/i,
  ],
  ['unknown-model', /(model|deployment)_?not_?(found|exist)|(unknown|invalid)_?model/i],
  [
    'context',
    /context_?(length|size|window)|exceed_?context|request_?too_?large|prompt_?too_?long/i,
  ],
  ['refusal', /content_?(filter|policy)|moderation|safety|responsible_?ai/i],
  ['rate', /rate_?limit|too_?many_?requests|throttl|resource_?exhausted/i],
  ['server', /overload|server_?error|unavailable|capacity/i],
];

/** What sentences mean, where no code tells. */
const WORDS: readonly Sign[] = [
  [
    'quota',
    /insufficient (balance|quota|credits?|funds)|credit balance|(no|out of|not enough|more|lack) credits?|billing|payment required|exceeded your current quota|top up/i,
  ],
  [
    'auth',
    /(invalid|incorrect|missing|expired|revoked|wrong) (api.?key|token|credentials?)|api.?key (is )?(not |in)?(valid|found|expired|missing|required)|pass a valid api.?key|unauthori[sz]ed|authentication/i,
  ],
  [
    'unknown-model',
    /model\b.{0,80}\b(not (found|exist|available)|does ?n[o'’]t exist|no longer|decommissioned|has been deprecated|is not (a )?valid)|(unknown|invalid|no such) model\b|not a valid model|no models? (is |are )?loaded|deployment.{0,60} not exist/i,
  ],
  [
    'context',
    /context (length|size|window)|maximum context|reduce the length|prompt is too long|(input|prompt|request) (is )?too (long|large)|too many (input )?tokens|(input|prompt) tokens.{0,40}exceed/i,
  ],
  ['refusal', /content (management )?policy|requires moderation|flagged/i],
  [
    'rate',
    /rate.?limit|too many requests|(requests|tokens) per (minute|hour|day|second)|slow down/i,
  ],
];

/** What a server says that could not read what its own model wrote (llama.cpp, and others with tool or schema parsers). */
const UNREADABLE_OUTPUT =
  /does not match the expected .{0,40}format|(failed|unable|could not|cannot) (to )?parse.{0,60}(output|input|response|generat|tool|reply)|(invalid|malformed).{0,30}(tool call|function call|model output)|json_validate_failed|tool_use_failed/i;

/** Statuses that mean one thing, whatever the body says. */
const STATUSES: Readonly<Record<number, ModelErrorKind>> = {
  401: 'auth',
  402: 'quota',
  408: 'timeout',
  409: 'server',
  413: 'context',
  425: 'server',
};

/**
 * What an answer other than a completion means: by its status, then by the codes in its body, then by whether it says when
 * to come back, then by its words.
 */
export function failureKind(failure: HttpFailure): ModelErrorKind {
  const { status, body } = failure;
  if (status < 400) return status < 300 ? 'malformed' : 'bad-request';
  const plain = STATUSES[status];
  if (plain !== undefined) return plain;
  const { message, codes } = readError(body);
  const byCode = meaning(CODES, codes);
  const byWords = meaning(WORDS, message || body);
  const said = byCode ?? byWords;
  if (status === 429) return limitKind(failure, byCode, byWords);
  // Also one that speaks of its context: llama.cpp shares it among the questions of the moment.
  if (status >= 500) return 'server';
  if (status === 403) return among(['quota', 'rate', 'refusal'], said) ?? 'auth';
  if (status === 404) return among(['auth', 'quota'], byCode) ?? 'unknown-model';
  return said ?? 'bad-request';
}

/** How many tokens a model reads and how many the prompt has, as a refusal for length says; null for what it does not say. */
export function contextNumbers(body: string): { limit: number | null; prompt: number | null } {
  const number = (...patterns: RegExp[]) => {
    const found = patterns.flatMap((pattern) => pattern.exec(body)?.[1] ?? []);
    return found[0] === undefined ? null : Number(found[0]);
  };
  return {
    limit: number(/"n_ctx"\s*:\s*(\d+)/, /context (?:length|size|window)[^\d"]{0,40}(\d{3,})/i),
    prompt: number(
      /"n_prompt_tokens"\s*:\s*(\d+)/,
      /(\d+) (?:tokens )?(?:in|from) the (?:messages|input|prompt)/i,
      /(\d+) (?:input|prompt) tokens/i,
      /(?:messages|prompt|input)[^.\d]{0,40}?(\d+) tokens/i,
    ),
  };
}

/** Whether a server failed over the output of its own model: that is a bad reply, and no outage. */
export function isUnreadableOutput({ status, body }: HttpFailure): boolean {
  return (status >= 500 || status === 400 || status === 422) && UNREADABLE_OUTPUT.test(body);
}

/** Who says when to come back means it, also where the sentence speaks of a quota (Google); a used-up credit says so by a code. */
function limitKind(
  failure: HttpFailure,
  byCode: ModelErrorKind | null,
  byWords: ModelErrorKind | null,
): ModelErrorKind {
  if (byCode === 'quota') return 'quota';
  if (byCode === 'rate' || retryAfterMs(failure, Date.now()) !== null) return 'rate';
  return byWords === 'quota' ? 'quota' : 'rate';
}

function meaning(signs: readonly Sign[], said: string): ModelErrorKind | null {
  return signs.find(([, sign]) => sign.test(said))?.[0] ?? null;
}

function among(
  kinds: readonly ModelErrorKind[],
  kind: ModelErrorKind | null,
): ModelErrorKind | null {
  return kind !== null && kinds.includes(kind) ? kind : null;
}
