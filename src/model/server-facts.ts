import { isJsonObject, parsedJson, type JsonObject } from '../domain/json.ts';
import { CHARACTERS_PER_TOKEN, messageCharacters, type Message } from '../domain/message.ts';
import { boundedFetch, type Send } from './outgoing.ts';
import { isLocalEndpoint } from './endpoint.ts';
import { contextTokensIn } from './failure-kind.ts';
import type { ModelConfig } from './model-config.ts';

/** What a server says of itself and of a model. Knowing it generates and costs nothing. */
export interface ServerFacts {
  /** Tokens of one slot, for a question and its reply. Null if unknown. */
  readonly contextTokens: number | null;
  /** The most tokens that the model was trained for, which is llama.cpp's limit for a slot. Null if unknown. */
  readonly trainedTokens: number | null;
  /** The parameters of the model, from the server or else its name. Null if unknown. */
  readonly parameters: number | null;
  /** The questions that a llama.cpp server keeps in memory at a time. Null for any other server. */
  readonly slots: number | null;
  /** Whether the model's template takes a system message. False only if the server says so. */
  readonly takesSystem: boolean;
  /** The model's file and family by the server, for a model whose own name tells nothing. */
  readonly alsoNamed: readonly string[];
}

type Asked = Pick<ModelConfig, 'baseUrl' | 'apiKey' | 'headers' | 'model'>;

/** Asks llama.cpp in `/props`, Ollama in `/api/tags`, others in `/models`. Never rejects. */
export async function serverFacts(config: Asked, send: Send): Promise<ServerFacts> {
  const { baseUrl, model } = config;
  const { origin } = new URL(baseUrl);
  const isLocal = isLocalEndpoint(baseUrl);
  const [props, list] = await Promise.all([
    isLocal ? askServer(`${origin}/props`, config, send) : null,
    askServer(`${baseUrl}/models`, config, send),
  ]);
  const entries = objectsIn(list, 'data');
  const entry = entries.find(({ id }) => id === model) ?? (entries.length > 1 ? null : entries[0]);
  const slots = numberUnder(props, 'total_slots');
  const told = numberUnder(entry, 'n_params');
  const isAnswered = told !== null || slots !== null;
  const tags = isLocal && !isAnswered ? await askServer(`${origin}/api/tags`, config, send) : null;
  // A name without a tag is its `latest`.
  const names = [model, `${model}:latest`];
  const tag = objectsIn(tags, 'models').find(({ name }) => names.includes(String(name)));
  const alsoNamed = [
    textUnder(props, 'model_alias'),
    textUnder(props, 'model_path'),
    textUnder(tag, 'family'),
  ];
  const capabilities: unknown = isJsonObject(props) ? props['chat_template_caps'] : null;
  return {
    contextTokens: contextIn(props) ?? contextIn(entry),
    trainedTokens: numberUnder(entry, 'n_ctx_train'),
    parameters: told ?? sizeIn(textUnder(tag, 'parameter_size')) ?? sizeIn(model),
    slots,
    takesSystem: !isJsonObject(capabilities) || capabilities['supports_system_role'] !== false,
    alsoNamed: alsoNamed.filter((name) => name !== ''),
  };
}

/** The parameters in a name: `7b`, `0.6B`, `135M`, `8x7b`. Null if there are none. */
function sizeIn(name: string): number | null {
  const [, times, count, unit] =
    /(?<![a-z0-9.])(?:(\d{1,2})x)?(\d{1,4}(?:\.\d{1,3})?)([bm])(?![a-z0-9])/i.exec(name) ?? [];
  if (count === undefined || unit === undefined) return null;
  return Number(times ?? 1) * Number(count) * (unit.toLowerCase() === 'b' ? 1e9 : 1e6);
}

/** Fields with the tokens that a model reads, the most reliable first. */
const CONTEXT_FIELDS = [
  'loaded_context_length',
  'n_ctx',
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'max_input_tokens',
] as const;

const SMALLEST_CONTEXT = 128;

function contextIn(value: unknown): number | null {
  const found = CONTEXT_FIELDS.map((field) => numberUnder(value, field, SMALLEST_CONTEXT));
  return found.find((tokens) => tokens !== null) ?? null;
}

function numberUnder(value: unknown, field: string, least = 1): number | null {
  return under(value, field, (one): one is number => typeof one === 'number' && one >= least);
}

function textUnder(value: unknown, field: string): string {
  return under(value, field, (one) => typeof one === 'string') ?? '';
}

/** The first value of that kind under a field, at any depth. */
function under<T>(
  value: unknown,
  field: string,
  isWanted: (value: unknown) => value is T,
  depth = 0,
): T | null {
  if (!isJsonObject(value) || depth > 4) return null;
  const own = value[field];
  if (isWanted(own)) return own;
  for (const part of Object.values(value)) {
    const found = under(part, field, isWanted, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

const ASK_MS = 3000;

/** The JSON that a server returns at an address. Null if there is none. Never rejects. */
async function askServer(
  url: string,
  { apiKey, headers }: Pick<ModelConfig, 'apiKey' | 'headers'>,
  send: Send,
): Promise<unknown> {
  const fetchBounded = boundedFetch({ onPiece: () => undefined, mostCharacters: 0 }, send);
  try {
    const response = await fetchBounded(url, {
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
      signal: AbortSignal.timeout(ASK_MS),
    });
    return parsedJson(await response.text());
  } catch {
    return null;
  }
}

/** Models that cannot play: they embed or rank text. */
const NO_PLAYER = /embed|rerank/i;

/** The names of the models at an endpoint that can play. Null if no endpoint answers. */
export async function listModels(baseUrl: string, apiKey: string, send: Send) {
  const list = await askServer(`${baseUrl}/models`, { apiKey }, send);
  if (!isJsonObject(list) || !Array.isArray(list['data'])) return null;
  return objectsIn(list, 'data').flatMap(({ id }) =>
    typeof id === 'string' && !NO_PLAYER.test(id) ? [id] : [],
  );
}

function objectsIn(value: unknown, field: string): readonly JsonObject[] {
  const list: unknown = isJsonObject(value) ? value[field] : null;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** The most tokens of a system message, lessons and the newest state. */
const FIXED_TOKENS = 3000;
const LEAST_HISTORY = 500;
/** One token in so many of a context is for the reply. */
const REPLY_SHARE = 8;
export const LEAST_CONTEXT = 4096;

/** The tokens of a context for the reply, and those for play told word for word. */
export function shareOf(context: number) {
  const replyTokens = Math.floor(context / REPLY_SHARE);
  const rest = context - replyTokens - FIXED_TOKENS;
  return { replyTokens, historyTokens: Math.max(LEAST_HISTORY, rest) };
}

/** How to start a llama.cpp server that keeps so many tokens of the agent's play. Null if it does, and for other servers. */
export function slotAdvice(
  facts: Pick<ServerFacts, 'slots' | 'contextTokens' | 'trainedTokens'>,
  historyTokens: number,
): string | null {
  const { slots, contextTokens, trainedTokens } = facts;
  if (slots === null) return null;
  const least = ((historyTokens + FIXED_TOKENS) * REPLY_SHARE) / (REPLY_SHARE - 1);
  const each = Math.min(Math.ceil(least / 1024) * 1024, trainedTokens ?? Infinity);
  if (slots > 1 && (contextTokens ?? Infinity) >= each) return null;
  return `Start llama-server with -np 2 -c ${2 * each}: ${each} tokens for the agent's conversation, and as many for everything else.`;
}

/** The tokens of play that a refusal for length leaves room for. Null if it does not tell the context. */
export function roomAfterRefusal(refusal: string): number | null {
  const { limit } = contextTokensIn(refusal);
  return limit === null ? null : shareOf(limit).historyTokens;
}

/** Below this, an estimate says nothing, and no server cuts. */
const SHORTEST_PROMPT = 1000;
/** A whole prompt always has a larger share of its expected tokens. */
const WHOLE = 0.6;

/** Notices a server that silently drops the beginning of long prompts. */
export class PromptWatch {
  /** Tokens read per token estimated: the most that this model showed. */
  #calibration = 0.8;
  #hasTold = false;

  /** True once: when the tokens that were read are too few for the messages that were sent. */
  findsCut(messages: readonly Message[], promptTokens: number): boolean {
    const estimate = messageCharacters(messages) / CHARACTERS_PER_TOKEN;
    if (this.#hasTold || promptTokens === 0 || estimate < SHORTEST_PROMPT) return false;
    const ratio = promptTokens / estimate;
    this.#hasTold = ratio < WHOLE * this.#calibration;
    this.#calibration = Math.max(this.#calibration, Math.min(ratio, 1.2));
    return this.#hasTold;
  }
}
