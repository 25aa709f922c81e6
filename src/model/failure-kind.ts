import type { ModelErrorKind } from '../domain/errors.ts';
import { retryAfterMs, type HttpFailure } from './http-failure.ts';
import { readError } from './provider-reply.ts';

/** The signs of each kind of failure. The first that fits decides. */
type Signs = Readonly<Partial<Record<ModelErrorKind, RegExp>>>;

/** What codes, types and statuses in an error's body mean; the first that fits decides. */
const CODES: Signs = {
  quota: /insufficient_?(quota|balance|credit|fund)|billing|budget|payment_?required|arrearage/i,
  auth: /api_?key|authenticat|authori[sz]ation|unauthori[sz]ed|(permission|access)_?denied|account_deactivated/i,
  'unknown-model': /(model|deployment)_?not_?(found|exist|supported)|(unknown|invalid)_?model/i,
  context:
    /context_?(length|size|window|limit)|exceed_?context|request_?too_?large|(prompt|input)_?too_?(long|large)|string_(above_max_length|too_long)|(input|prompt)_?length/i,
  refusal:
    /content_?(filter|policy)|data_?inspection|prohibited|moderation|safety|responsible_?ai/i,
  rate: /rate_?limit|too_?many_?requests|throttl|resource_?exhausted/i,
  server: /overload|server_?error|unavailable|capacity/i,
};

/** Names of a prompt and its parts in many languages, and of tokens in all. */
const PROMPT = [
  'tokens?|(?:in|pro)puts?|request|payload|body|history|sequences?|length|ctx|n_ctx|kv.?cache|context|window|string|content',
  'tokens?|prompts?|promten|jetons?|token[óoůy]\\p{L}*|conte(xt|st)\\p{L}*|kontext\\p{L}*|konteks|bağlam',
  'eingabe|anfrage|nachricht(en)?|invoer|aanvraag|zapytanie|tekst\\p{L}*|text\\p{L}*|dotaz|fråga\\p{L}*|istem|girdi|metin',
  'unterhaltung|gespräch|\\p{L}*fenster|fenêtre|ventana|janela|finestra|invite|requête|entrée|messages?|conversation|entrada|mensa[jg]\\p{L}*|solicitud|solicitação|pedido|richiesta|messagg\\p{L}*|testo',
  'kehote|syöte|konteksti\\p{L}*|bemenet|szöveg|προτροπή|κείμενο|είσοδος|токен|запрос|запит|ввод|подсказк|сообщени|контекст|промпт|текст|masukan|đầu vào|ngữ cảnh|النص|الرموز|السياق|متن|ورودی|הקשר|טקסט|ข้อความ|บริบท|प्रॉम्प्ट|टोकन|संदर्भ',
  '上下文|窗口|长度|長度|输入|輸入|提示|文本|内容|コンテキスト|入力|プロンプト|トークン|文章|컨텍스트|입력|프롬프트|토큰|문맥|텍스트',
].join('|');

/** Words for "too much" in many languages. */
const TOO_MUCH = [
  'too (?:long|large|big|many|much)|exceed\\p{L}*|overflow\\p{L}*|(?:longer|larger|greater|bigger|shorter|smaller|more) than|above|beyond|only supports?|up to|(?:not|to) fit|no room|full|at most|maximum|(?:hit|past|reached) the (?=context|prompt|input|\\d)|only (?:accepts|reads|takes)|limit(?: is|:| reached)|(?:reduce|shorten|shorter|smaller)|must (?:be (?:<=|less)|have less)',
  'aber nur|höchstens|zu (lang|gro(ss|ß)|viele|umfangreich)|(passt|tient|rentre) (nicht|pas)|no cabe|erreicht|attein\\p{L}*|alcanzad\\p{L}*|raggiunt\\p{L}*|достиг\\p{L}*|\\bvoll\\b|plein|über(schr|steig)\\p{L}*|länger als|mehr|te (lang|veel|groot)|langer dan|overschr\\p{L}*',
  'trop|dépass\\p{L}*|demasiad\\p{L}*|sup[eé]rieure?s?|superior|demais|muit[oa]s?|tropp[oie]|super(a|ó|ad[oa]|at[oa])|exced\\p{L}*|ultrapass\\p{L}*|máxim[oa] permitid[oa]',
  'zbyt|za (dług|duż)\\p{L}*|prea (lung|mare)|depăș\\p{L}*|liian|ylit\\p{L}*|túl|πολύ|υπερβ\\p{L}*|przekr\\p{L}*|příliš|překro\\p{L}*|för (lång|stor|många)|for (lang|stor)|överskr\\p{L}*|çok|aş(ıl|ıyor|tı)\\p{L}*',
  'слишком|больше|не более|превы\\p{L}*|завелик\\p{L}*|задовг\\p{L}*|перевищ\\p{L}*|terlalu|melebihi|quá|تجاوز|طويل|طولانی|ארוך|ยาวเกิน|लंब\\p{M}|अधिक',
  '超过|大于|达到|達|超過|超出|超限|过长|過長|太长|太長|超长|已满|过多|太多|長すぎ|多すぎ|超え|大きすぎ|上限|너무|초과|넘',
].join('|');

/** Words in many languages for several requests, a key and a model, and for what is wrong with a key or model. */
const REQUESTS =
  'requests|anfragen|requêtes|solicitudes|peticiones|solicitações|requisições|richieste|verzoeken|żądań|zapytań|запросов|istek|请求(?=次|数|过多|太多)|リクエスト(?=数|回数|が多)|요청(?= ?수| ?횟수|이 너무)';
const KEY =
  'api.?(?:keys?|キー|키)|\\p{L}*schlüssel|clé|clave|chave|chiave|klucz|sleutel|anahtar\\p{L}*|ключ|密钥|密鑰|令牌|キー|키';
const WRONG =
  '(?:not |in)?v[aá]lid\\p{L}*|incorre\\p{L}*|missing|expired|revoked|wrong|not found|required|ungültig|falsch|nieprawid\\p{L}*|geçersiz|ongeldig|невер\\p{L}*|недійс\\p{L}*|fehl(t|end\\p{L}*)|abgelaufen|manqu\\p{L}*|falta|无效|错误|不正确|过期|無効|正しく|잘못|유효하지|올바르지';
const MODEL = 'mod[eè]l\\p{L}*|deployment|модел\\p{L}*|模型|モデル|모델';
const MISSING =
  "(?:not|n[o'’]t) (?:found|exist|available|valid|a valid)|no longer|decommissioned|has been deprecated|nicht (?:gefunden|gibt)|existiert nicht|introuvable|n['’]existe pas|no (?:existe|se encontr)|non esiste|não (?:existe|encontrad)|не (?:найден|существ)|unbekannt\\p{L}*|inconnu|desconocid|下线|不存在|利用でき|存在しま|見つか|존재하지|찾을 수";

const ONE = (words: string) => `(?<![\\p{Script=Latin}_])(?:${words})`;

function near(these: string, those: string): string {
  return `${ONE(these)}.{0,60}${ONE(those)}|${ONE(those)}.{0,60}${ONE(these)}`;
}

/** Limits of something else than the prompt: the requested reply, a setting, a rate or a duration. */
const NO_PROMPT =
  '.*\\b(?:temperature|top_[pk]|seed|penalty|logprobs|stop|response_format|schema|grammar|tools?|roles?|images?|files?|requests|queue|concurren\\w+|time[ds]?[ -]?(?:out|limit)|deadline|should be (?:greater|less))\\b|(?:[\\w ]+: )?\\W*max_\\w*tokens\\W* must be|(?=.*((completion|output|generated|new)[ _]tokens|ausgabe|sortie|salida|saída))(?!.*(prompt|input|context|messages|kontext|eingabe))';

/** That a prompt is too long, in the words of providers and servers. */
const TOO_LONG = new RegExp(
  `^(?!${NO_PROMPT}).*?(${[
    'range of input length',
    near(PROMPT, TOO_MUCH),
    '(?<!max_|new_|completion_)(tokens?|length|n_ctx)\\b.{0,12}\\d+\\)? > \\D{0,12}\\d+',
  ].join('|')})`,
  'isu',
);

/** The meaning of sentences, if no code tells. */
const WORDS: Signs = {
  quota:
    /insufficient (balance|quota|funds)|(balance|quota|funds).{0,20}insufficient|\bcredits?\b|billing|payment required|exceeded your current quota|top up|overdue|spending limit|usage limits|monthly limit|余额不足|额度|欠费|用尽|耗尽|クレジット|잔액|guthaben|kontingent|aufgebraucht|solde insuffisant|épuis|saldo insuf|recharger|(?<!espera )agotad|esgotad|esaurit|исчерпан|средств/i,
  auth: new RegExp(
    `(invalid|incorrect|missing|expired|revoked|wrong) (token|credentials?)|(country|region|location)\\b.{0,40}not supported|unauthori[sz]ed|authentication|auth credentials|无效的凭证|${near(KEY, WRONG)}`,
    'isu',
  ),
  'unknown-model': new RegExp(
    `(unknown|invalid|no such|无效的) ?(model\\b|模型)|not a valid model|model (id|name|identifier)\\b.{0,20}\\binvalid|no models? (is |are )?loaded|${near(MODEL, MISSING)}`,
    'isu',
  ),
  timeout: new RegExp(
    `took too long|time ?limit|timed out|zeitüberschreitung|délai d['’]attente|tiempo de espera|deadline exceeded|zu lange gedauert|trop de temps|tard(ó|ado) demasiado|demorou demais|troppo tempo|слишком много времени`,
    'iu',
  ),
  rate: new RegExp(
    `rate.?limit|(requests|tokens) per (minute|hour|day|second)|slow down|频率|频繁|limite de d[eé]bit|frecuente|fréquent|frequente|p(ar|ro|er) (minute|heure|stunde)|por (minuto|hora)|al minuto|в минуту|每分钟|${near(REQUESTS, TOO_MUCH)}`,
    'isu',
  ),
  refusal:
    /content (management )?policy|content exists risk|safety (system|filter|threshold)|requires moderation|flagged|inappropriate|不適切|(violat|infring|enfrein|infrac?cion|verst[oö]).{0,60}(polic|polít|politi|guideline|terms|richtlini)|敏感|违规|不安全|(inhalt\w*|contenu|contenido|содержимого).{0,20}(filter|filtr)|(filter|filtr\w*|фильтр\S*) (de )?(contenu|contenido|содержимого)|inhaltsfilter/i,
  context: TOO_LONG,
  server:
    /\bis (currently |still )?loading|(has|was) (crashed|terminated)|unloaded|queue|warming up|temporarily|overloaded|(?:non? |in|un|nicht )(?:disponi[bv]\w+|verfügbar)|(at|over) capacity|capacity exceeded|try (again )?later|upstream (error|fail)|überlastet|später|surchargé|plus tard|saturado|más tarde|mais tarde|più tardi|繁忙|稍后|混み合|しばらく|혼잡|잠시 후|перегруж|позже/i,
};

/** The message of a server that could not read its own model's output (llama.cpp, others with tool or schema parsers). */
const UNREADABLE_OUTPUT =
  /does not match the expected .{0,40}format|(failed|unable|could not|cannot) (to )?parse.{0,60}(output|input|response|generat|tool|reply)|(invalid|malformed).{0,30}(tool call|function call|model output)|json_validate_failed|tool_use_failed/i;

/** Statuses with one meaning, whatever the body says. */
const STATUSES: Readonly<Record<number, ModelErrorKind>> = {
  401: 'auth',
  402: 'quota',
  408: 'timeout',
  409: 'server',
  410: 'unknown-model',
  413: 'context',
  423: 'server',
  424: 'server',
  425: 'server',
};

/** Names of errors inside a sentence: `litellm.ContextWindowExceededError: …`, `PROHIBITED_CONTENT`. */
const CLASS = /\b[A-Z]\w*(?:Error|Exception)\b|\b[A-Z]+(?:_[A-Z]+)+\b/g;

/** The field in a refusal over the length of a prompt, if any. */
const OF_PROMPT = /^$|^(?:messages|prompt|inputs?|contents?|body)\b|tokens$/;

/** The usual meaning of such a status, and its other meanings. A missing page is known by its code alone. */
const MAY_MEAN: Readonly<Record<number, readonly ModelErrorKind[]>> = {
  403: ['auth', 'quota', 'rate', 'refusal'],
  404: ['unknown-model', 'auth', 'quota'],
};

/** The kind of an answer that is no completion: by its status, its codes, a time to come back, and its words. */
export function failureKind(failure: HttpFailure): ModelErrorKind {
  const { status, body } = failure;
  if (status < 400) return status < 300 ? 'malformed' : 'bad-request';
  const plain = STATUSES[status];
  if (plain !== undefined) return plain;
  const [byCode, byWords] = saidIn(body);
  const said = byCode ?? byWords;
  if (status === 429) return isUsedUp(failure, byCode, byWords) ? 'quota' : 'rate';
  if (status >= 500) return byWords === 'context' && isBeyondLimit(body) ? 'context' : 'server';
  const [usual, ...others] = MAY_MEAN[status] ?? [];
  if (usual === undefined) return said ?? 'bad-request';
  return others.find((kind) => kind === (status === 404 ? byCode : said)) ?? usual;
}

/** The kind of a body by codes and names of errors, and by its words or else the field that it names. */
function saidIn(body: string): readonly [ModelErrorKind | null, ModelErrorKind | null] {
  const { message, codes, param } = readError(body);
  const words = meaning(WORDS, message || body);
  const byWords = words === 'context' && !OF_PROMPT.test(param) ? null : words;
  return [
    meaning(CODES, [codes, ...(message.match(CLASS) ?? [])].join(' ')),
    byWords ?? (param === 'model' ? 'unknown-model' : null),
  ];
}

/** Without such numbers, other questions may fill the context: llama.cpp shares it among those of the moment. */
function isBeyondLimit(body: string): boolean {
  const { limit, prompt } = contextTokensIn(body);
  return limit !== null && prompt !== null && prompt > limit;
}

/** The tokens that the model reads and those of the prompt, from a refusal for length. Null if it does not say. */
export function contextTokensIn(body: string): {
  limit: number | null;
  prompt: number | null;
} {
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
      /requested tokens \((\d+)\)/i,
      /(?:messages|prompt|input)[^.\d]{0,40}?(\d+) tokens/i,
    ),
  };
}

/** Whether a server failed over the output of its own model. That is a bad reply and no outage. */
export function isUnreadableOutput({ status, body }: HttpFailure): boolean {
  return (status >= 500 || status === 400 || status === 422) && UNREADABLE_OUTPUT.test(body);
}

/** Used-up credit has a code. If a provider names a time, it means a rate limit, even if it speaks of a quota (Google). */
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
