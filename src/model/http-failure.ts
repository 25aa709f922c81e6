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

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  秒: 1000,
  分: 60_000,
};

/** `7m12.5s`, `148ms`, `6 seconds`, `6 Sekunden`, `6 秒`. */
const DURATION = String.raw`(?:\d+(?:\.\d+)?\s*(?:milli\p{L}+|ms|s(?:e[ckg]\p{L}*)?|m(?:in\p{L}*)?|h(?:ours?|rs?|oras?|eures?)?|秒|分)(?![a-z])[\s,]*)+`;
const SAID = new RegExp(
  `(?:again|retry|wait|available|resets?|versuch\\p{L}*|warte\\p{L}*|réess\\p{L}*|attend\\p{L}*|int[eé]nt\\p{L}*|tente)(?!\\p{L})[^.\\d]{0,30}(${DURATION})|(${DURATION})[钟鐘]?[后後]`,
  'iu',
);
const FIELD = /^retry[-_]?(delay|after)[-_]?(ms|seconds?)?$/i;

/**
 * Milliseconds a provider asks to wait: `retry-after-ms`, else `retry-after` (RFC 9110 §10.2.3), else a field of the
 * body such as Google's `RetryInfo`, else its sentence ("try again in 148ms"). Null when it says nothing that makes
 * sense.
 */
export function retryAfterMs(failure: Pick<HttpFailure, 'headers' | 'body'>, now: number) {
  const { headers, body } = failure;
  const said = SAID.exec(body);
  return (
    headerMs(headers, now) ?? fieldMs(parsedJson(body), 0) ?? durationMs(said?.[1] ?? said?.[2])
  );
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
  const parts = [...(text ?? '').matchAll(/(\d+(?:\.\d+)?)\s*(ms|milli|[smh秒分])/gi)];
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
  'unknown-model': /(model|deployment)_?not_?(found|exist|supported)|(unknown|invalid)_?model/i,
  context:
    /context_?(length|size|window|limit)|exceed_?context|request_?too_?large|(prompt|input)_?too_?(long|large)|string_(above_max_length|too_long)|(input|prompt)_?length/i,
  refusal: /content_?(filter|policy)|moderation|safety|responsible_?ai/i,
  rate: /rate_?limit|too_?many_?requests|throttl|resource_?exhausted/i,
  server: /overload|server_?error|unavailable|capacity/i,
};

/** What a prompt is called, and what it consists of, in languages other than English, and tokens in all. */
const PROMPT = [
  'tokens?|prompts?|promten|jetons?|token[óoůy]\\p{L}*|conte(xt|st)\\p{L}*|kontext\\p{L}*|konteks|bağlam',
  'eingabe|anfrage|nachricht(en)?|invoer|aanvraag|zapytanie|tekst\\p{L}*|text\\p{L}*|dotaz|fråga\\p{L}*|istem|girdi|metin',
  'unterhaltung|gespräch|\\p{L}*fenster|fenêtre|ventana|janela|finestra|invite|requête|entrée|messages?|conversation|entrada|mensa[jg]\\p{L}*|solicitud|solicitação|pedido|richiesta|messagg\\p{L}*|testo',
  'kehote|syöte|konteksti\\p{L}*|bemenet|szöveg|προτροπή|κείμενο|είσοδος|токен|запрос|запит|ввод|подсказк|сообщени|контекст|промпт|текст|masukan|đầu vào|ngữ cảnh|النص|الرموز|السياق|متن|ورودی|הקשר|טקסט|ข้อความ|บริบท|प्रॉम्प्ट|टोकन|संदर्भ',
  '上下文|窗口|长度|長度|输入|輸入|提示|文本|内容|コンテキスト|入力|プロンプト|トークン|文章|컨텍스트|입력|프롬프트|토큰|문맥|텍스트',
].join('|');

/** That something is too much, in such languages. */
const TOO_MUCH = [
  'zu (lang|gro(ss|ß)|viele|umfangreich)|(passt|tient|rentre) (nicht|pas)|no cabe|erreicht|attein\\p{L}*|alcanzad\\p{L}*|raggiunt\\p{L}*|достиг\\p{L}*|\\bvoll\\b|plein|über(schr|steig)\\p{L}*|länger als|mehr|te (lang|veel|groot)|langer dan|overschr\\p{L}*',
  'trop|dépass\\p{L}*|demasiad\\p{L}*|demais|muit[oa]s?|tropp[oie]|super(a|ó|ad[oa]|at[oa])|exced\\p{L}*|ultrapass\\p{L}*',
  'zbyt|za (dług|duż)\\p{L}*|prea (lung|mare)|depăș\\p{L}*|liian|ylit\\p{L}*|túl|πολύ|υπερβ\\p{L}*|przekr\\p{L}*|příliš|překro\\p{L}*|för (lång|stor|många)|for (lang|stor)|överskr\\p{L}*|çok|aş(ıl|ıyor|tı)\\p{L}*',
  'слишком|превы\\p{L}*|завелик\\p{L}*|задовг\\p{L}*|перевищ\\p{L}*|terlalu|melebihi|quá|تجاوز|طويل|طولانی|ארוך|ยาวเกิน|लंब\\p{M}|अधिक',
  '超过|大于|达到|達|超過|超出|超限|过长|過長|太长|太長|超长|已满|过多|太多|長すぎ|多すぎ|超え|大きすぎ|上限|너무|초과|넘',
].join('|');

const ONE = (words: string) => `(?<![\\p{Script=Latin}_])(${words})`;

/** Only the reply that was asked for is too long. */
const REPLY_ONLY =
  '(?=.*((completion|output|generated|new)[ _]tokens|ausgabe|sortie|salida|saída))(?!.*(prompt|input|context|messages|kontext|eingabe))';

/** That a prompt is too long, in the words of providers and servers, in many languages. */
const TOO_LONG = new RegExp(
  `^(?!${REPLY_ONLY}).*?(${[
    'context (length|size|window|limit)|context.{0,20}\\b(full|overflow)|(maximum|max\\.?) (context|prompt|input|sequence)',
    'maxim\\p{L}*.{0,15}conte[xs]t|prompt overflow|kv.?cache.{0,30}\\bfull|tokens? limit (was |is |has been )?(exceeded|reached)',
    'reduce the length|shorten (your|the) (prompt|input|messages?)|(shorter|smaller|too much) (prompt|input|messages?|text|context)',
    '(prompt|input|request|messages?|conversation|text|history|payload|body|content|context|ctx)\\b[^.]{0,40}\\btoo (long|large|big)',
    '(ctx|context|prompt|input|conversation)\\b.{0,40}\\b(exceed(s|ed)|beyond) (the |its )?(max|window|length|size)|(ctx|context)( \\w+)? exceeded',
    '\\b(fit|room|left|space)\\b.{0,40}\\b(context|window)|\\btokens?\\b.{0,20}\\b(limit|max\\w*)( is|:)|at most \\d{4,} characters|only (process|accept|read|handle|take)s? \\d+',
    'maximum (of|for).{0,40}tokens?.{0,20}(got|received)|tokens? (is|are) the maximum (for|of) (this|the) model',
    'too many (input |prompt )?tokens|input token count|(input|prompt) length|model token limit|(in|pro)puts?`? (tokens|must have less)',
    '(?<!max_|new_|completion_)(tokens?|length|n_ctx)\\b.{0,12}\\d+\\)? > \\D{0,12}\\d+',
    '(input|prompt|messages?|conversation|request|payload|sequence|tokens?)\\b(?!.*(rate|quota|per (min|hour|day|sec))).{0,80}\\b(exceed(s|ed|ing)?|(is|are) (longer|larger|greater|bigger|more) than|(is|are) (above|over|beyond)|longer than|greater than|too large for|does not fit|do not fit)\\b.{0,80}(tokens?|context|limit|maximum|max_|model|n_ctx|num_ctx|window)',
    '(supports?|allows?|accepts?|takes?) (at most|up to|a maximum of) \\d+ (input |prompt )?tokens',
    `${ONE(PROMPT)}.{0,60}${ONE(TOO_MUCH)}|${ONE(TOO_MUCH)}.{0,60}${ONE(PROMPT)}`,
  ].join('|')})`,
  'isu',
);

/** What sentences mean, where no code tells. */
const WORDS: Signs = {
  quota:
    /insufficient (balance|quota|credits?|funds)|credit balance|(no|out of|not enough|more|lack) credits?|billing|payment required|exceeded your current quota|top up|overdue|spending limit|usage limits|monthly limit|余额不足|欠费|用尽|耗尽|guthaben|aufgebraucht|solde insuffisant|épuis|saldo insuf|agotad|esgotad|esaurit|исчерпан/i,
  auth: /(invalid|incorrect|missing|expired|revoked|wrong) (api.?key|token|credentials?)|api.?key (is )?(not |in)?(valid|found|expired|missing|required)|pass a valid api.?key|unauthori[sz]ed|authentication|auth credentials|密钥|无效的(令牌|凭证)|api.?schlüssel|clé (d.)?api|clave (de )?api|(clave|clé) (no|non)|chave (de )?api/i,
  'unknown-model':
    /model\b.{0,80}\b(not (found|exist|available)|does ?n[o'’]t exist|no longer|decommissioned|has been deprecated|is not (a )?valid)|(unknown|invalid|no such) model\b|not a valid model|no models? (is |are )?loaded|deployment.{0,60} not exist|模型.{0,20}不存在|无效的模型|mod[eè]l.{0,80}(nicht (gefunden|gibt)|existiert nicht|introuvable|n['’]existe pas|no (existe|se encontr)|não (existe|encontrad))/i,
  timeout:
    /took too long|zu lange gedauert|trop de temps|tard(ó|ado) demasiado|demorou demais|troppo tempo|слишком много времени/i,
  rate: /rate.?limit|too many (concurrent )?requests|(requests|tokens) per (minute|hour|day|second)|slow down|频率|频繁|limite de d[eé]bit|l[ií]mite de (solicitudes|peticiones|requêtes|requisições)|frecuente|fréquent|frequente|p(ar|ro|er) (minute|heure|stunde)|por (minuto|hora)|al minuto|в минуту|每分钟|zu viele anfragen|trop de requêtes|demasiadas solicitudes|muitas solicitações/i,
  context: TOO_LONG,
  refusal:
    /content (management )?policy|requires moderation|flagged|inappropriate|(violat|infring|enfrein|infrac?cion|verst[oö]).{0,60}(polic|polít|politi|guideline|terms|richtlini)|敏感|违规|不安全/i,
  server:
    /\bis (currently |still )?loading|warming up|temporarily|overloaded|(at|over) capacity|capacity exceeded|try (again )?later|upstream (error|fail)|überlastet|später|surchargé|plus tard|saturado|más tarde|mais tarde|più tardi|繁忙|稍后|перегруж|позже/i,
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
  423: 'server',
  424: 'server',
  425: 'server',
};

/** What such an answer may mean beside its usual meaning. */
const MAY_MEAN_403 = ['quota', 'rate', 'refusal'] as const;
const MAY_MEAN_404 = ['auth', 'quota'] as const;

/** What an answer other than a completion means: by its status, its codes, whether it says when to come back, and its words. */
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
