import type { StructuredMode } from '../domain/message.ts';
import { requestRung, weakerRung, type Traits, type ChatBody } from './chat-request.ts';
import { contextTokensIn, failureKind } from './failure-kind.ts';
import type { HttpFailure } from './http-failure.ts';
import { readError } from './provider-reply.ts';

const NEEDED = new Set(['model', 'messages', 'response_format']);

/** That something is not taken, in the words of providers and of their languages. */
const REFUSAL = new RegExp(
  [
    'unsupported|not (?:supported|permitted|allowed|enabled|implemented|available|accepted)|unrecognized|unknown|unexpected|does not (?:support|accept|allow)|cannot be set|disabled|only the default|extra (?:input|field)|extra_forbidden|deprecated',
    'nicht (?:unterstützt|erlaubt|zulässig|verfügbar|möglich)|unbekannt|pas (?:prise?s? en charge|support|accept|disponible|autoris)|inconnu|no (?:es (?:compatible|válid)|se admite|admite|soporta|está (?:disponible|permitid))|desconocid|non (?:è )?(?:support|consentit)|sconosciut|não (?:é )?(?:suporta|compatível|permitid)',
    'не (?:поддерж|допуска|разреш)|неизвестн|недопустим|不支持|不允许|无效|未知|サポートされて|対応してい|無効|不明な|지원(?:되지|하지)|알 수 없는',
  ].join('|'),
  'iu',
);
const STRUCTURED =
  /response_format|json_?schema|json_?object|structured|schema|guided|grammar|\bjson\b/i;
/** OpenRouter answers 404 when no upstream takes all parameters. */
const NO_UPSTREAM = /no endpoints found.*(parameters|support)/i;
const SYSTEM =
  /(system|developer) (role|message|prompt|instruction)s?\b.{0,60}(not|unsupported|disabled)|(only|first).{0,30}user.{0,20}(role|message)|\b(role|rolle|rôle|rol|papel|ruolo)\b.{0,20}\bsystem\b|роль.{0,20}system|system.{0,12}(角色|消息|ロール|メッセージ|역할|-?(rolle|nachricht))/i;
const ALTERNATE = /alternat|(one|single) (user )?message|multi-?turn/i;
const LIMITS = /max_?(length|items)/i;
/** Statuses of servers that fail over the form of a request instead of refusing it, and the words of such failures. */
const FAILS_OVER_FORM: ReadonlySet<number> = new Set([405, 500, 501]);
const FORM =
  /\b(roles?|(chat )?templates?|jinja|(json_?)?schemas?|response_format|grammars?|stream(ing|s|ed)?|tools?|tool_\w+)\b|\bcontext\b(?! (deadline|cancell?ed))/i;
const MOST_TOKENS =
  /max(?:_completion)?_tokens.{0,120}?(?:at most|maximum|less than or equal to|up to|<=|limit(?: of| is)?)\D{0,30}(\d{2,})/is;

/** A refused request: what was sent with which traits, the configuration, and earlier answers. */
interface Refused {
  readonly failure: HttpFailure;
  readonly body: ChatBody;
  readonly traits: Traits;
  readonly mode: StructuredMode;
  readonly before: 'nothing' | 'another form' | 'the same form';
}

/**
 * The traits to try after a refusal. Null if the form is not at fault or nothing can be left out; `content` if that form was
 * answered before. Without a reason each try leaves out one thing: limits in the schema, a stronger rung, sampling,
 * streaming, the name of the reply limit, the system message, all but one message.
 */
export function adapt(refused: Refused): Traits | 'content' | null {
  const { failure, before } = refused;
  const kind = failureKind(failure);
  if (kind === 'context') return withShorterReply(refused);
  if (!isRefusal(refused)) return null;
  const explained = explainedBy(refused);
  if (explained !== null) return explained;
  if (refusesShape(refused) || !['bad-request', 'server'].includes(kind)) return null;
  return before === 'the same form' ? 'content' : withOneThingLess(refused);
}

/** Whether the refusal is about the shape of replies, so that only the configuration can help. */
export function refusesShape(refused: Pick<Refused, 'failure' | 'body' | 'before'>): boolean {
  const { failure, body } = refused;
  return isRefusal(refused) && 'response_format' in body && STRUCTURED.test(failure.body);
}

/** A server that never answered and fails over a request's form refuses it. One that answered before is in trouble. */
function isRefusal({ failure, before }: Pick<Refused, 'failure' | 'before'>): boolean {
  const { status, body } = failure;
  if (status === 404) return NO_UPSTREAM.test(body);
  if (FAILS_OVER_FORM.has(status)) return before === 'nothing' && FORM.test(body);
  return (
    (status === 400 || status === 422) && !['context', 'server'].includes(failureKind(failure))
  );
}

function explainedBy(refused: Refused): Traits | null {
  const { traits, body: sent } = refused;
  const { body: said } = refused.failure;
  const mostTokens = Number(MOST_TOKENS.exec(said)?.[1] ?? Infinity);
  if (mostTokens < (traits.mostTokens ?? Number(sent[traits.maxTokensField] ?? 0)))
    return { ...traits, mostTokens };
  if (LIMITS.test(said) && traits.limits) return { ...traits, limits: false };
  const parameter = refusedParameter(said, sent);
  if (parameter !== null) return without(parameter, traits);
  if (ALTERNATE.test(said) || SYSTEM.test(said)) return fewerTurns(refused);
  return STRUCTURED.test(said) || NO_UPSTREAM.test(said) ? withWeakerRung(refused) : null;
}

const SHORTEST_REPLY = 200;

/** If prompt and reply together are too long, the reply gets the room that the prompt leaves. */
function withShorterReply({ failure, body, traits }: Refused): Traits | null {
  const { limit, prompt } = contextTokensIn(failure.body);
  if (limit === null || prompt === null) return null;
  const room = limit - prompt;
  const asked = Number(body[traits.maxTokensField] ?? 0);
  return room >= SHORTEST_REPLY && room < asked ? { ...traits, mostTokens: room } : null;
}

function withOneThingLess(refused: Refused): Traits | null {
  const { body, traits } = refused;
  const format = body['response_format'] as { readonly type?: string } | undefined;
  if (traits.limits && format?.type === 'json_schema') return { ...traits, limits: false };
  const weaker = withWeakerRung(refused);
  if (weaker !== null) return weaker;
  for (const group of [
    ['temperature', 'top_p', 'reasoning_effort'],
    ['stream', 'stream_options'],
  ]) {
    const sent = group.filter((name) => name in body);
    if (sent.length > 0) return { ...traits, refused: [...traits.refused, ...sent] };
  }
  const field = traits.maxTokensField;
  const isOther = REPLY_LIMITS.some((name) => traits.refused.includes(name));
  return field in body && !isOther ? without(field, traits) : fewerTurns(refused);
}

function withWeakerRung({ body, traits, mode }: Refused): Traits | null {
  const weaker = weakerRung(mode, requestRung(mode, traits.rung));
  return 'response_format' in body && weaker !== null ? { ...traits, rung: weaker } : null;
}

function fewerTurns({ body: { messages }, traits }: Refused): Traits | null {
  const sent = messages as readonly { readonly role: string }[];
  if (sent.some(({ role }) => role === 'system')) return { ...traits, turns: 'no-system' };
  return sent.length > 1 ? { ...traits, turns: 'one' } : null;
}

function refusedParameter(said: string, body: ChatBody): string | null {
  const { param, message, code } = readError(said);
  const optional = Object.keys(body).filter((name) => !NEEDED.has(name));
  if (!REFUSAL.test(`${code} ${message || said}`)) return null;
  if (optional.includes(param)) return param;
  if (param !== '') return null;
  const words = new Set(said.toLowerCase().match(/\w+/g));
  return optional.find((name) => words.has(name) || words.has(`${name}ing`)) ?? null;
}

const REPLY_LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

function without(parameter: string, traits: Traits): Traits {
  const refused = [...traits.refused, parameter];
  const other = REPLY_LIMITS.find((name) => name !== parameter);
  const isLimit = parameter === traits.maxTokensField;
  return isLimit && other !== undefined && !traits.refused.includes(other)
    ? { ...traits, maxTokensField: other, refused }
    : { ...traits, refused };
}
