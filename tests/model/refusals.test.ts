import { afterEach, describe, expect, it } from 'vitest';
import type { ModelErrorKind } from '../../src/domain/errors.ts';
import { closeProviders, modelFailure } from '../helpers/model-setup.ts';
import { REFUSALS } from '../helpers/refusals.ts';

afterEach(closeProviders);

/** What the program does about each kind. */
const DONE: { readonly [kind in ModelErrorKind]?: string } = {
  rate: 'waits',
  server: 'waits',
  auth: 'ends the run, 77',
  quota: 'ends the run, 77',
  'unknown-model': 'ends the run, 78',
  context: 'ends the episode',
  refusal: 'ends the episode',
};

describe('a refusal in the words of a provider', () => {
  it.each(REFUSALS)('$from: $what', async ({ reply, kind, does, retryAfterMs = null }) => {
    const error = await modelFailure([reply], { structured: 'off' });
    expect(error).toMatchObject({ kind, retryAfterMs });
    expect(DONE[kind]).toBe(does);
    expect(error.retryable).toBe(does === 'waits');
  });
});

describe('a refusal in words that nobody listed', () => {
  it.each([
    [429, { error: 'come back later' }, 'rate', null],
    [429, { error: { message: 'Quota exceeded', retry_after: 3 } }, 'rate', 3000],
    [429, { fault: { text: 'busy, retry in 1h2m' } }, 'rate', 3_720_000],
    [429, { message: 'Your organisation has run out of credits' }, 'quota', null],
    [400, { error: { message: 'You lack credits', type: 'billing_problem' } }, 'quota', null],
    [400, { error: { message: '余额不足，请充值' } }, 'quota', null],
    [403, { error: { message: 'Votre solde insuffisant' } }, 'quota', null],
    [400, { error: { message: 'Der API-Schlüssel ist ungültig' } }, 'auth', null],
    [400, { error: { message: 'El modelo «x» no existe' } }, 'unknown-model', null],
    [403, { error: { message: 'no', code: 'RATE_LIMITED' } }, 'rate', null],
    [403, 'forbidden', 'auth', null],
    [403, { error: { message: '免费额度已用完' } }, 'quota', null],
    [400, { error: { message: '令牌已过期或验证不正确' } }, 'auth', null],
    [400, { error: { message: 'Der API-Key fehlt oder ist abgelaufen.' } }, 'auth', null],
    [400, { error: { message: 'La clave de API no es válida' } }, 'auth', null],
    [400, { error: { message: 'Modèle inconnu : x' } }, 'unknown-model', null],
    [400, { error: { message: 'Tiempo de espera agotado.' } }, 'timeout', null],
    [400, { error: { message: '現在混み合っています。' } }, 'server', null],
    [
      400,
      { error: { message: 'Die Anfrage wurde vom Inhaltsfilter blockiert.' } },
      'refusal',
      null,
    ],
    [400, { error: { message: '请求次数超过限制' } }, 'rate', null],
    [404, 'no such page', 'unknown-model', null],
    [418, 'teapot', 'bad-request', null],
    [400, { error: 'Model is currently loading, estimated_time 20' }, 'server', null],
    [423, { error: { message: 'locked' } }, 'server', null],
    [424, { error: { message: 'dependency' } }, 'server', null],
    [498, { error: { message: 'Flex tier capacity exceeded' } }, 'server', null],
    [520, '<html>origin error</html>', 'server', null],
    [500, { error: { message: 'Context size has been exceeded.' } }, 'server', null],
    [503, { error: { message: 'warming up', retryAfter: '90s' } }, 'server', 90_000],
    [429, { error: { message: 'Bitte versuchen Sie es in 20 Sekunden erneut.' } }, 'rate', 20_000],
    [429, { error: { message: 'Veuillez réessayer dans 2 minutes.' } }, 'rate', 120_000],
    [429, { error: { message: 'Inténtelo de nuevo en 20 segundos.' } }, 'rate', 20_000],
    [429, { error: { message: '请在 20 秒后重试' } }, 'rate', 20_000],
    [429, { error: { message: 'Повторите попытку через 2 минуты.' } }, 'rate', 120_000],
    [429, { error: { message: 'Troppe richieste. Riprova tra 15 secondi.' } }, 'rate', 15_000],
    [429, { error: { message: 'Spróbuj ponownie za 30 sekund.' } }, 'rate', 30_000],
    [429, { error: { message: 'Probeer het over 10 seconden opnieuw.' } }, 'rate', 10_000],
    [429, { error: { message: '20초 후에 다시 시도하세요.' } }, 'rate', 20_000],
    [429, { error: { message: 'More than 20 requests in 60 seconds' } }, 'rate', null],
    [429, { error: { message: 'Monatliches Kontingent aufgebraucht' } }, 'quota', null],
    [
      429,
      { error: { message: 'You have reached your specified API usage limits.' } },
      'quota',
      null,
    ],
    [403, { error: { message: 'Key limit exceeded (monthly limit).' } }, 'quota', null],
    [
      403,
      { code: 'AccountOverdue', message: 'The account has an overdue balance.' },
      'quota',
      null,
    ],
    [400, { error: { message: 'No auth credentials found' } }, 'auth', null],
    [400, { error: { message: '无效的令牌' } }, 'auth', null],
    [400, { error: { message: 'no', code: 'model_not_supported' } }, 'unknown-model', null],
    [400, { error: { message: 'Le serveur est surchargé.' } }, 'server', null],
    [400, { error: { message: '服务器繁忙，请稍后再试' } }, 'server', null],
    [400, { error: { message: 'Límite de solicitudes alcanzado' } }, 'rate', null],
    [400, { error: { message: 'Content violates usage guidelines.' } }, 'refusal', null],
    [400, { error: { message: 'Verstoß gegen unsere Inhaltsrichtlinien' } }, 'refusal', null],
    [400, { error: { message: '输入内容包含敏感信息' } }, 'refusal', null],
    [422, { detail: [{ loc: ['body'], msg: 'Message history is too long' }] }, 'context', null],
    [
      422,
      {
        detail: [{ loc: ['body', 'messages', 1], msg: 'String should have at most 9 characters' }],
      },
      'context',
      null,
    ],
    [400, { error: { message: 'x.ContextWindowExceededError: no' } }, 'context', null],
    [400, { error: { message: 'x.AuthenticationError: no' } }, 'auth', null],
    [400, { error: { message: 'blocked: PROHIBITED_CONTENT' } }, 'refusal', null],
    [400, { error: { message: 'no', type: 'budget_exceeded' } }, 'quota', null],
    [400, { error: { message: 'no', param: 'model' } }, 'unknown-model', null],
    [410, { error: { message: 'removed' } }, 'unknown-model', null],
    [403, { message: 'Sorry, your account balance is insufficient' }, 'quota', null],
    [403, { error: "Your new team doesn't have any credits yet." }, 'quota', null],
    [400, { error: 'User location is not supported for the API use.' }, 'auth', null],
    [400, { error: 'The model has crashed without additional information.' }, 'server', null],
    [400, { error: { message: 'The request queue is full.' } }, 'server', null],
    [
      400,
      { error: { message: 'Request exceeded the time limit of 60 seconds.' } },
      'timeout',
      null,
    ],
    [400, { error: { message: 'Nieprawidłowy klucz API' } }, 'auth', null],
    [400, { error: { message: 'APIキーが無効です' } }, 'auth', null],
    [400, { error: { message: 'Il modello richiesto non esiste' } }, 'unknown-model', null],
    [400, { error: { message: 'Слишком много запросов' } }, 'rate', null],
    [500, { error: 'Requested tokens (3000) exceed context window of 2048' }, 'context', null],
    [500, { error: 'Requested tokens (2048) exceed context window of 2048' }, 'server', null],
    [
      400,
      {
        error: {
          message: 'Provider returned error',
          metadata: { raw: '{"error":{"message":"prompt is too long: 9 tokens > 8 maximum"}}' },
        },
      },
      'context',
      null,
    ],
  ])('%i %j is %s', async (status, body, kind, retryAfterMs) => {
    const error = await modelFailure([{ status, body }], { structured: 'off' });
    expect(error).toMatchObject({ kind, retryAfterMs });
  });
});

describe('a prompt that is too long, in the words of', () => {
  it.each([
    [
      'OpenAI',
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
    ],
    [
      'OpenAI, one text',
      "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576",
      'string_above_max_length',
    ],
    ['Anthropic', 'prompt is too long: 205000 tokens > 200000 maximum'],
    [
      'Anthropic, with the reply',
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again',
    ],
    [
      'Gemini',
      'The input token count (1250000) exceeds the maximum number of tokens allowed (1048576).',
    ],
    [
      'Mistral',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    ],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 150000 tokens."],
    ['Moonshot', 'Invalid request: Your request exceeded model token limit: 8192'],
    ['Cohere', 'too many tokens: total number of tokens in the prompt cannot exceed 4081'],
    [
      'Cerebras',
      'Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192',
    ],
    ['DashScope', 'Range of input length should be [1, 30720]'],
    [
      'watsonx',
      'the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model',
    ],
    ['Bedrock', 'Input is too long for requested model.'],
    [
      'vLLM',
      'The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.',
    ],
    [
      'TGI',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`',
    ],
    ['TGI, old', 'Input validation error: `inputs` must have less than 1024 tokens. Given: 2000'],
    ['llama.cpp', 'the request exceeds the available context size, try increasing it'],
    ['Ollama', 'the input length exceeds the context length'],
    [
      'LM Studio',
      'The number of tokens to keep from the initial prompt is greater than the context length.',
    ],
    ['SGLang', "The input (5000 tokens) is longer than the model's context length (4096 tokens)."],
    ['TabbyAPI', 'Prompt length 5000 is greater than max_seq_len 4096'],
    ['a German proxy', 'Die Eingabe ist zu lang: 9000 Tokens, erlaubt sind 8192.'],
    ['another German proxy', 'Der Prompt überschreitet die maximale Kontextlänge des Modells.'],
    ['a French proxy', "L'invite est trop longue pour ce modèle."],
    ['another French proxy', 'Votre requête dépasse la fenêtre de contexte de 8192 jetons.'],
    ['a Spanish proxy', 'El mensaje es demasiado largo para este modelo.'],
    ['another Spanish proxy', 'La entrada supera el límite de contexto del modelo.'],
    ['a Portuguese proxy', 'A entrada é muito longa para o modelo.'],
    ['an Italian proxy', 'Il prompt è troppo lungo per questo modello.'],
    ['a Russian proxy', 'Запрос слишком длинный: превышен размер контекста.'],
    ['a Chinese proxy', '输入的总长度超过了模型的最大上下文限制'],
    ['Zhipu', 'Prompt 超长'],
    ['a Japanese proxy', '入力が長すぎます。'],
    ['a gateway', 'This model supports at most 8192 tokens, but your request has 9100.'],
    ['a third German proxy', 'Die Eingabe hat mehr Tokens als das Modell verarbeiten kann.'],
    ['a third French proxy', 'Votre requête contient trop de jetons (9100 > 8192).'],
    ['a fourth French proxy', 'La conversation est trop longue pour ce modèle.'],
    ['a third Spanish proxy', 'Demasiados tokens en la solicitud.'],
    ['a Brazilian proxy', 'O texto de entrada é longo demais para o modelo.'],
    ['another Italian proxy', 'Troppi token nella richiesta: massimo 8192.'],
    ['another Russian proxy', 'Слишком много токенов в запросе'],
    ['a Dutch proxy', 'De invoer is langer dan de context van het model.'],
    ['a Polish proxy', 'Zbyt długi prompt: 9100 tokenów, limit 8192'],
    ['a Turkish proxy', 'istem çok uzun: 9100 belirteç'],
    ['a Korean proxy', '입력이 모델의 최대 컨텍스트 길이를 초과했습니다.'],
    ['a comparison', 'n_tokens (9001) > n_ctx (8192)'],
    ['a count', 'Token limit exceeded'],
    ['SiliconFlow', 'length of prompt_tokens (9000) must be less than max_seq_len (8192).'],
    ['a sequence', 'Sequence length 9001 > 8192'],
    ['a server of its own', 'kv cache is full, the prompt cannot be processed'],
    ['a chat', 'Message history is too long'],
    ['an English gateway', 'The number of tokens in your prompt is above the limit of 8192'],
    ['a fifth French proxy', 'Le nombre de jetons dépasse la limite.'],
    ['another Brazilian proxy', 'O limite de tokens foi excedido.'],
    ['a third Italian proxy', 'Limite di token superato'],
    ['another Polish proxy', 'Przekroczono limit tokenów'],
    ['a Czech proxy', 'Překročen maximální počet tokenů'],
    ['a Swedish proxy', 'Prompten är för lång'],
    ['another Turkish proxy', 'Bağlam penceresi aşıldı'],
    ['another Japanese proxy', '文章が長すぎます'],
    ['another Korean proxy', '텍스트가 너무 깁니다'],
    ['an Arabic proxy', 'تجاوز النص الحد الأقصى لعدد الرموز'],
    ['an Indian proxy', 'प्रॉम्प्ट बहुत लंबा है'],
    [
      'a gateway with "The prompt has 9100 tokens but the model only accepts 8192."',
      'The prompt has 9100 tokens but the model only accepts 8192.',
    ],
    ['a gateway with "ctx size exceeded"', 'ctx size exceeded'],
    [
      'a gateway with "The message you submitted was too long"',
      'The message you submitted was too long',
    ],
    ['a gateway with "Request body too large"', 'Request body too large'],
    ['a gateway with "Please use a shorter prompt."', 'Please use a shorter prompt.'],
    ['a gateway with "Prompt exceeds max length"', 'Prompt exceeds max length'],
    ['a gateway with "Unable to fit prompt into context"', 'Unable to fit prompt into context'],
    [
      'a gateway with "8192 tokens is the maximum for this model, got 9100"',
      '8192 tokens is the maximum for this model, got 9100',
    ],
    [
      'a gateway with "Expected a maximum of 8192 tokens, received 9100"',
      'Expected a maximum of 8192 tokens, received 9100',
    ],
    [
      'a gateway with "String should have at most 100000 characters"',
      'String should have at most 100000 characters',
    ],
    ['a gateway with "Too much text"', 'Too much text'],
    ['a gateway with "Die Nachricht ist zu lang."', 'Die Nachricht ist zu lang.'],
    ['a gateway with "Das Kontextfenster ist voll"', 'Das Kontextfenster ist voll'],
    ['a gateway with "Le contexte est plein"', 'Le contexte est plein'],
    ['a gateway with "Запит завеликий"', 'Запит завеликий'],
    ['a gateway with "上下文窗口已满"', '上下文窗口已满'],
    ['a gateway with "Prompt jest za długi"', 'Prompt jest za długi'],
    [
      'a gateway with "Kehote ylittää mallin enimmäispituuden"',
      'Kehote ylittää mallin enimmäispituuden',
    ],
    ['a gateway with "A bemenet túl hosszú"', 'A bemenet túl hosszú'],
    ['a gateway with "Promptul este prea lung"', 'Promptul este prea lung'],
    ['a gateway with "Η προτροπή είναι πολύ μεγάλη"', 'Η προτροπή είναι πολύ μεγάλη'],
    ['a gateway with "ה-prompt ארוך מדי"', 'ה-prompt ארוך מדי'],
    ['a gateway with "ข้อความยาวเกินไป"', 'ข้อความยาวเกินไป'],
    ['a gateway with no room', 'The prompt leaves no room for a reply in a window of 8192.'],
    ['a gateway with a limit', 'conversation has 9100 tokens, limit is 8192'],
    ['a fourth German proxy', 'Ihre Unterhaltung ist zu umfangreich für das Kontextfenster.'],
    ['a fifth German proxy', 'Das Token-Limit wurde erreicht (8192).'],
    ['a sixth French proxy', 'Le prompt ne tient pas dans la fenêtre de contexte.'],
    ['a fourth Spanish proxy', 'El prompt no cabe en la ventana de contexto.'],
    ['another Chinese proxy', '输入 token 数量大于模型支持的最大值 8192'],
    ['a gateway with "متن بیش از حد طولانی است"', 'متن بیش از حد طولانی است'],
    ...[
      '请求的 token 数量超出了模型的最大上下文长度',
      'リクエストがモデルの最大コンテキスト長を超えています',
      '요청이 모델의 컨텍스트 길이를 초과합니다',
      "Le nombre de jetons d'entrée est supérieur à la limite autorisée.",
      'Der Prompt enthält 9120 Token, das Modell unterstützt aber nur 8192.',
      'Ihre Anfrage umfasst 12000 Token; das Modell kann höchstens 8192 verarbeiten.',
      'Zu viele Eingabe-Token (9312 von maximal 8192).',
      'Votre message comporte 9312 jetons, alors que le modèle en accepte 8192 au maximum.',
      'Texte trop long : réduisez la taille de la requête.',
      'El prompt tiene 9312 tokens y el máximo permitido es 8192.',
      'Acorte la conversación: no cabe en el contexto del modelo.',
      '对话历史太长，超出了上下文窗口。',
      'プロンプトのトークン数が上限（8192）を超えています。',
      'Количество токенов во входном тексте больше допустимого (8192).',
      'Your conversation has grown past the 8k window; start a new one.',
      'Request too long for model: 9312/8192 tokens.',
      'You have hit the context limit for this model.',
    ].map((message): [string, string] => [message, message]),
  ])('%s', async (_, message, code = '') => {
    const reply = { status: 400, body: { error: { message, code } } };
    const error = await modelFailure([reply], { structured: 'off' });
    expect([error.kind, error.retryable]).toEqual(['context', false]);
  });

  it.each([
    [400, 'max_tokens is too large: 100000. This model supports at most 16384 completion tokens.'],
    [400, 'This model supports up to 4096 output tokens.'],
    [400, 'temperature must be less than or equal to 1'],
    [400, 'Your request was rejected as a result of our safety system.'],
    [400, 'Die Anfrage ist ungültig.'],
    [400, '请求频率超过限制'],
    [400, 'Zu viele Anfragen pro Minute'],
    [400, 'max_tokens (5000) > 4096'],
    [400, 'The number of requested completion tokens exceeds the limit of 4096'],
    [400, 'Die maximale Ausgabelänge von 4096 Token wurde überschritten'],
    [400, 'Limite de requêtes par minute dépassée'],
    [400, 'Die Anfrage hat zu lange gedauert'],
    [400, 'Solicitud demasiado frecuente'],
    [403, 'Requests exceeded the rate limit of 3 per minute'],
    [429, 'Tokens per minute exceeded, the limit is 6000'],
    [400, 'The limit of tokens per minute is reached'],
    [400, 'max_tokens: limit is 4096'],
    [400, 'Invalid request: temperature must be at most 1.5 for this request'],
    [400, 'The response schema of this request is too large.'],
    [400, 'Too many images in the request'],
    [400, 'Input validation error: `max_new_tokens` must be <= 512. Given: 900'],
    [400, '`max_tokens` must be less than or equal to 8192, which is less than the context_window'],
  ])('%i "%s" is none', async (status, message) => {
    const reply = { status, body: { error: { message } } };
    const error = await modelFailure([reply], { structured: 'off' });
    expect(error.kind).not.toBe('context');
  });

  it.each([
    ['top_k', 'bad-request'],
    ['messages', 'context'],
  ])('beyond a maximum is about the field that it names: %s', async (param, kind) => {
    const body = { error: { message: 'The request is above the maximum of 100.', param } };
    const error = await modelFailure([{ status: 400, body }], { structured: 'off' });
    expect(error.kind).toBe(kind);
  });
});
