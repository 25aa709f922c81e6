import type * as z from 'zod';
import type { Message, StructuredMode } from '../domain/message.ts';
import { isLocalEndpoint } from './endpoint.ts';
import type { ModelConfig } from './model-config.ts';
import type { ModelRequest } from './model.ts';
import {
  portableSchema,
  amongSchema,
  choiceSchema,
  limitedSchema,
  type JsonSchema,
} from './reply-schema.ts';

/** Ways to ask for a structured reply, the strongest first. */
export const RUNGS = ['schema-strict', 'schema', 'object', 'plain'] as const;

type Rung = (typeof RUNGS)[number];

/** Request features that an endpoint accepts for one model. */
export interface Traits {
  readonly rung: Rung;
  /** Whether every text and list in the schema of a reply has a limit. */
  readonly limits: boolean;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** The most tokens that may be requested for a reply. Null if the endpoint named no limit. */
  readonly mostTokens: number | null;
  /** How messages are sent: unchanged, the system message joined with the first user message, or all as one. */
  readonly turns: 'all' | 'no-system' | 'one';
  readonly refused: readonly string[];
}

/** What a model at an address accepts, and the forms of replies that it has given. */
interface KnownEndpoint {
  traits: Traits;
  readonly forms: Set<string>;
}

/** What endpoints accept, for each model at its address. All roles share it. */
export class Capabilities {
  readonly #known = new Map<string, KnownEndpoint>();

  /** The most optimistic traits for an endpoint that was never asked. */
  of({ baseUrl, model }: Pick<ModelConfig, 'baseUrl' | 'model'>): KnownEndpoint {
    const key = `${baseUrl.replace(/\/+$/, '')} ${model}`;
    const known = this.#known.get(key) ?? { traits: untriedTraits(baseUrl), forms: new Set() };
    this.#known.set(key, known);
    return known;
  }
}

/** Schemas with equal requests have one form. */
export function requestForm(replySchema: z.ZodType): string {
  return JSON.stringify(portableSchema(replySchema));
}

export function chatRequestWords(before: Traits, after: Traits): readonly string[] {
  const refused = after.refused.filter((name) => !before.refused.includes(name));
  const turns = after.turns === 'one' ? 'all as one message' : 'without a system message';
  const learnt: readonly (readonly [boolean, string])[] = [
    [refused.length > 0, `it does not accept ${refused.join(', ')}`],
    [after.rung !== before.rung, `structured replies are asked for as "${after.rung}"`],
    [after.limits !== before.limits, 'schemas are sent without limits'],
    [after.mostTokens !== before.mostTokens, `replies have at most ${after.mostTokens} tokens`],
    [after.turns !== before.turns, `messages are sent ${turns}`],
  ];
  return learnt.flatMap(([isNew, words]) => (isNew ? [words] : []));
}

function untriedTraits(baseUrl: string): Traits {
  // OpenAI refuses max_tokens for its reasoning models; compatible servers often know nothing else.
  const isOpenAi = /\/\/([^/]+\.)?(openai\.com|openai\.azure\.com)([:/]|$)/i.test(baseUrl);
  return {
    rung: 'schema-strict',
    // Local servers keep limits; many providers refuse them.
    limits: isLocalEndpoint(baseUrl),
    maxTokensField: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
    mostTokens: null,
    turns: 'all',
    refused: [],
  };
}

export type ChatBody = { readonly [parameter: string]: unknown };

/** The rungs that a mode allows; any other mode allows all. */
const RUNGS_OF: { readonly [mode in StructuredMode]?: readonly Rung[] } = {
  schema: ['schema-strict', 'schema'],
  object: ['object'],
  off: ['plain'],
};

/** The request in the dialect that the endpoint was found to accept. */
export function chatBody(config: ModelConfig, traits: Traits, request: ModelRequest): ChatBody {
  const optional: ChatBody = {
    temperature: config.temperature,
    top_p: config.topP,
    reasoning_effort: config.effort,
    [traits.maxTokensField]: replyLimit(config, traits, request),
    ...(config.stream === true && { stream: true, stream_options: { include_usage: true } }),
    ...(request.slot !== undefined && { id_slot: request.slot }),
    ...config.extraBody,
    response_format: responseFormat(requestRung(config.structured, traits.rung), traits, request),
  };
  const accepted = Object.entries(optional).filter(
    ([name, value]) => value !== undefined && !traits.refused.includes(name),
  );
  const messages = merged(request.messages, traits.turns);
  return {
    model: config.model,
    messages: config.cacheMarker === true ? withCacheMarker(messages) : messages,
    ...Object.fromEntries(accepted),
  };
}

function replyLimit(config: ModelConfig, traits: Traits, request: ModelRequest): number {
  const wanted = Math.ceil(config.maxTokens * (request.replyRoom ?? 1));
  return Math.min(wanted, traits.mostTokens ?? Infinity, request.replyLimit ?? Infinity);
}

export function requestRung(mode: StructuredMode, learnt: Rung): Rung {
  const allowed = RUNGS_OF[mode] ?? RUNGS;
  return allowed.includes(learnt) ? learnt : (allowed.at(-1) ?? 'plain');
}

/** The next weaker rung that the configuration allows. Null at the bottom. */
export function weakerRung(mode: StructuredMode, rung: Rung): Rung | null {
  const allowed = RUNGS_OF[mode] ?? RUNGS;
  return allowed[allowed.indexOf(rung) + 1] ?? null;
}

function responseFormat(rung: Rung, { limits }: Traits, request: ModelRequest): unknown {
  if (rung === 'plain' || request.isFree === true) return undefined;
  if (rung === 'object') return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: {
      name: `${request.role}_reply`,
      strict: rung === 'schema-strict',
      schema: schemaOf(request, limits),
    },
  };
}

/** Names that may be listed differ from turn to turn: a provider would compile such a schema each time. */
function schemaOf({ replySchema, choices, among }: ModelRequest, limits: boolean): JsonSchema {
  if (choices !== undefined) return choiceSchema(replySchema, choices, limits);
  return limits
    ? amongSchema(limitedSchema(replySchema), among ?? {})
    : portableSchema(replySchema);
}

/** The messages for an endpoint that takes no system message, or only one message. No text is lost. */
function merged(messages: readonly Message[], turns: Traits['turns']): readonly Message[] {
  const plain = messages.map(({ role, content }) => ({ role, content }));
  if (turns === 'all') return plain;
  if (turns === 'one') {
    const said = plain.map(({ role, content }) =>
      role === 'assistant' ? `You replied:\n${content}` : content,
    );
    return [{ role: 'user', content: said.join('\n\n') }];
  }
  const system = plain.filter(({ role }) => role === 'system').map(({ content }) => content);
  const others = plain.filter(({ role }) => role !== 'system');
  const [first, ...rest] = others;
  const begun = first?.role === 'user' ? [...system, first.content] : system;
  return [
    { role: 'user', content: begun.join('\n\n') },
    ...(first?.role === 'user' ? rest : others),
  ];
}

/** Marks the end of the constant part: the first user message of a conversation, else the system message. */
function withCacheMarker(messages: readonly Message[]): readonly unknown[] {
  const isConversation = messages.some(({ role }) => role === 'assistant');
  const role = isConversation ? 'user' : 'system';
  const end = messages.findIndex((message) => message.role === role);
  return messages.map((message, index) => {
    const { content: text } = message;
    const marked = [{ type: 'text', text, cache_control: { type: 'ephemeral' } }];
    return index === end ? { ...message, content: marked } : message;
  });
}
