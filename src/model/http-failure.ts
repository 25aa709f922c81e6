import { ZorkGptError, type ModelErrorKind } from '../domain/errors.ts';
import { parsedJson } from '../domain/json.ts';
import { readError } from './provider-reply.ts';

/** An endpoint answered, but not with a completion; turned into a ModelError before it leaves the adapter. */
export class HttpFailure extends ZorkGptError {
  readonly code = 'http-failure';
  readonly status: number;
  readonly headers: Headers;
  /** The body as text, at most 8,192 characters, not redacted. */
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    // The client library takes a message with the word "timeout" for a time-out of its own.
    super(`HTTP ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body.slice(0, 8192);
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `7m12.5s`, `148ms`, `6 seconds`. */
const DURATION = String.raw`(?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h)(?![a-z])[\s,]*)+`;
const SAID = new RegExp(`(?:again|retry|wait|available|resets?)\\b[^.\\d]{0,30}(${DURATION})`, 'i');
const FIELD = /^retry[-_]?(delay|after)[-_]?(ms|seconds?)?$/i;

/**
 * Milliseconds a provider asks to wait, uncapped: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date
 * (RFC 9110 §10.2.3), else a field of the body such as Google's `RetryInfo`, else what its sentence says ("try again in
 * 148ms"). Null when it says nothing, a negative time, or nonsense.
 */
export function retryAfterMs(failure: Pick<HttpFailure, 'headers' | 'body'>, now: number) {
  const { headers, body } = failure;
  return headerMs(headers, now) ?? fieldMs(parsedJson(body), 0) ?? durationMs(SAID.exec(body)?.[1]);
}

function headerMs(headers: Headers, now: number): number | null {
  const exact = wait(headers.get('retry-after-ms'), 1);
  if (exact !== null) return exact;
  const value = headers.get('retry-after');
  const seconds = wait(value, 1000);
  if (seconds !== null || value === null) return seconds;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return date > now ? date - now : null;
}

function fieldMs(value: unknown, depth: number): number | null {
  if (typeof value !== 'object' || value === null || depth > 8) return null;
  for (const [name, field] of Object.entries(value)) {
    const unit = FIELD.exec(name);
    const found =
      unit === null ? fieldMs(field, depth + 1) : delayMs(field, unit[2] === 'ms' ? 1 : 1000);
    if (found !== null) return found;
  }
  return null;
}

/** A delay as a number, as text with or without a unit, or as seconds and nanos (google.protobuf.Duration). */
function delayMs(field: unknown, unit: number): number | null {
  if (typeof field === 'number') return field >= 0 && Number.isFinite(field) ? field * unit : null;
  if (typeof field === 'string') return wait(field, unit) ?? durationMs(field);
  if (typeof field !== 'object' || field === null || !('seconds' in field)) return null;
  const seconds = Number(field.seconds);
  const nanos = 'nanos' in field ? Number(field.nanos) : 0;
  const ms = seconds * 1000 + nanos / 1e6;
  return ms >= 0 && Number.isFinite(ms) ? ms : null;
}

function durationMs(text: string | undefined): number | null {
  const parts = [...(text ?? '').matchAll(/(\d+(?:\.\d+)?)\s*(ms|milli|s|m|h)/gi)];
  if (parts.length === 0) return null;
  return parts.reduce((sum, [, amount = '', name = '']) => {
    const unit = name.toLowerCase().replace('milli', 'ms');
    return sum + Number(amount) * (UNIT_MS[unit] ?? 0);
  }, 0);
}

function wait(value: string | null, unit: number): number | null {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * unit : null;
}

/** What says that a failure is of a kind; the first that fits decides. */
type Signs = Readonly<Partial<Record<ModelErrorKind, RegExp>>>;

/** What codes, types and statuses in an error's body mean; the first that fits decides. */
const CODES: Signs = {
  quota: /insufficient_?(quota|balance|credit|fund)|billing|payment_?required|arrearage/i,
  auth: /api_?key|authenticat|authori[sz]ation|unauthori[sz]ed|permission_?denied|account_deactivated/i,
  'unknown-model': /(model|deployment)_?not_?(found|exist)|(unknown|invalid)_?model/i,
  context:
    /context_?(length|size|window|limit)|exceed_?context|request_?too_?large|(prompt|input)_?too_?(long|large)|string_above_max_length|(input|prompt)_?length/i,
  refusal: /content_?(filter|policy)|moderation|safety|responsible_?ai/i,
  rate: /rate_?limit|too_?many_?requests|throttl|resource_?exhausted/i,
  server: /overload|server_?error|unavailable|capacity/i,
};

/** That a prompt is too long, in the words of providers and servers, in many languages. */
const TOO_LONG = new RegExp(
  [
    'context (length|size|window|limit)|context.{0,20}\\b(full|overflow)|(maximum|max\\.?) (context|prompt|input|sequence)',
    'reduce the length|shorten (your|the) (prompt|input|messages?)|(prompt|input|request|messages?|conversation|text) (is |are |was )?too (long|large|big)',
    'too many (input |prompt )?tokens|input token count|(input|prompt) length|model token limit|(in|pro)puts?`? (tokens|must have less)',
    '(input|prompt|messages?|conversation|request|sequence|tokens?)\\b(?!.*(rate|quota|per (min|hour|day|sec))).{0,80}\\b(exceed(s|ed|ing)?|(is|are) (longer|larger|greater|bigger|more) than|longer than|greater than|too large for|does not fit|do not fit)\\b.{0,80}(tokens?|context|limit|maximum|max_|model|n_ctx|num_ctx|window)',
    '(supports?|allows?|accepts?|takes?) (at most|up to|a maximum of) \\d+ (input |prompt )?tokens',
    '(zu viele|mehr|trop de|demasiad[oa]s|muitos|troppi|te veel|zbyt wiele|слишком много) (tokens?|jetons|token[óo]w|токен)|(tokens|longo) demais|превыш\\S* .{0,20}лимит .{0,20}(токен|контекст)',
    '(invoer|prompt|context|aanvraag)\\b.{0,60}(te lang|langer dan)|zbyt dług\\S* (prompt|zapytanie|tekst)|(istem|girdi|metin)\\S* .{0,20}çok uzun',
    '(eingabe|prompt|anfrage|nachrichten?|kontext\\w*)\\b.{0,60}(zu (lang|gro(ss|ß))|überschr(eit|itt)\\w*|länger als)|überschreite\\w* .{0,40}kontext',
    '(invite|prompt|requête|entrée|messages?|conversation|contexte|texte)\\b.{0,60}(trop (longu?e?s?|grande?s?)\\b|dépasse)|dépasse.{0,60}(contexte|jetons|tokens)',
    '(entrada|prompt|mensajes?|solicitud|contexto|texto|mensage(m|ns)|solicitação|pedido)\\b.{0,60}(demasiad[oa]s? (larg|grande)|(muito|demasiado) (long|grande|extens)|supera|excede|ultrapassa)|(supera|excede|ultrapassa).{0,60}(contexto|tokens)',
    '(input|prompt|richiesta|messaggi\\w*|contesto|testo)\\b.{0,60}(troppo (lung|grand)|supera)|supera.{0,60}(contesto|token)',
    '(запрос|ввод|подсказк|сообщени|контекст|промпт)\\S*.{0,60}(слишком (длин|больш)|превыша|превыси|превышен)|превыша\\S*.{0,60}(контекст|токен)',
    '(上下文|长度|長度|输入|輸入|提示词?|提示詞|prompt|tokens?).{0,30}(超过|超過|超出|超限|过长|過長|太长|太長|超长)|(超过|超過|超出).{0,30}(上下文|长度|長度|tokens?)',
    '(コンテキスト|入力|プロンプト|トークン).{0,30}(長すぎ|超え|超過|大きすぎ|上限)',
    '(컨텍스트|입력|프롬프트|토큰|문맥).{0,30}(너무 (길|깁|큽|많)|초과|넘)',
  ].join('|'),
  'isu',
);

/** What sentences mean, where no code tells. */
const WORDS: Signs = {
  quota:
    /insufficient (balance|quota|credits?|funds)|credit balance|(no|out of|not enough|more|lack) credits?|billing|payment required|exceeded your current quota|top up/i,
  auth: /(invalid|incorrect|missing|expired|revoked|wrong) (api.?key|token|credentials?)|api.?key (is )?(not |in)?(valid|found|expired|missing|required)|pass a valid api.?key|unauthori[sz]ed|authentication/i,
  'unknown-model':
    /model\b.{0,80}\b(not (found|exist|available)|does ?n[o'’]t exist|no longer|decommissioned|has been deprecated|is not (a )?valid)|(unknown|invalid|no such) model\b|not a valid model|no models? (is |are )?loaded|deployment.{0,60} not exist/i,
  context: TOO_LONG,
  refusal: /content (management )?policy|requires moderation|flagged/i,
  rate: /rate.?limit|too many requests|(requests|tokens) per (minute|hour|day|second)|slow down/i,
};

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

/** What such an answer may mean beside its usual meaning. */
const MAY_MEAN_403 = ['quota', 'rate', 'refusal'] as const;
const MAY_MEAN_404 = ['auth', 'quota'] as const;

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
  if (status === 429) return isUsedUp(failure, byCode, byWords) ? 'quota' : 'rate';
  // Also one that speaks of its context: llama.cpp shares it among the questions of the moment.
  if (status >= 500) return 'server';
  if (status === 403) return MAY_MEAN_403.find((kind) => kind === said) ?? 'auth';
  if (status === 404) return MAY_MEAN_404.find((kind) => kind === byCode) ?? 'unknown-model';
  return said ?? 'bad-request';
}

/** From a refusal for length: how many tokens the model reads and how many the prompt has; null where it does not say. */
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

/** Used-up credit has a code. A provider that names a time means it, also where its sentence speaks of a quota (Google). */
function isUsedUp(
  failure: HttpFailure,
  byCode: ModelErrorKind | null,
  byWords: ModelErrorKind | null,
): boolean {
  if (byCode === 'quota' || byCode === 'rate') return byCode === 'quota';
  return byWords === 'quota' && retryAfterMs(failure, Date.now()) === null;
}

function meaning(signs: Signs, said: string): ModelErrorKind | null {
  const all = Object.entries(signs) as [ModelErrorKind, RegExp][];
  return all.find(([, sign]) => sign.test(said))?.[0] ?? null;
}
