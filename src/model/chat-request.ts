import type { Message, StructuredMode } from '../domain/message.ts';
import { RUNGS, type Rung, type Traits } from './capabilities.ts';
import type { ModelConfig } from './model-config.ts';
import type { ModelRequest } from './model.ts';
import {
  amongSchema,
  choiceSchema,
  limitedSchema,
  portableSchema,
  type JsonSchema,
} from './reply-schema.ts';

/** Body of a chat completion request, as it goes over the wire. */
export type ChatBody = { readonly [parameter: string]: unknown };

const RUNGS_OF: Readonly<Record<StructuredMode, readonly Rung[]>> = {
  auto: RUNGS,
  schema: ['schema-strict', 'schema'],
  late: RUNGS,
  choice: RUNGS,
  object: ['object'],
  off: ['plain'],
};

/** The request in the dialect that the endpoint was found to speak. */
export function chatBody(config: ModelConfig, traits: Traits, request: ModelRequest): ChatBody {
  const optional: ChatBody = {
    temperature: config.temperature,
    top_p: config.topP,
    reasoning_effort: config.effort,
    [traits.maxTokensField]: replyLimit(config, traits, request),
    ...(config.stream === true && { stream: true, stream_options: { include_usage: true } }),
    ...(request.slot !== undefined && { id_slot: request.slot }),
    ...config.extraBody,
    response_format: responseFormat(rungFor(config.structured, traits.rung), traits, request),
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

/** The rung to use: what was learnt, unless the configuration pins another. */
export function rungFor(mode: StructuredMode, learnt: Rung): Rung {
  const allowed = RUNGS_OF[mode];
  return allowed.includes(learnt) ? learnt : (allowed.at(-1) ?? 'plain');
}

/** The next weaker rung that the configuration allows, or null at the bottom. */
export function weakerRung(mode: StructuredMode, rung: Rung): Rung | null {
  const allowed = RUNGS_OF[mode];
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

/** What can be named differs from turn to turn: a provider would read such a schema anew each time. */
function schemaOf({ replySchema, choices, among }: ModelRequest, limits: boolean): JsonSchema {
  if (choices !== undefined) return choiceSchema(replySchema, choices, limits);
  return limits
    ? amongSchema(limitedSchema(replySchema), among ?? {})
    : portableSchema(replySchema);
}

/** The messages for an endpoint that wants no system message, or only one message; nothing of their text is lost. */
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
  const [first, ...rest] = plain.filter(({ role }) => role !== 'system');
  if (first?.role !== 'user')
    return [{ role: 'user', content: system.join('\n\n') }, ...(first ? [first] : []), ...rest];
  return [{ role: 'user', content: [...system, first.content].join('\n\n') }, ...rest];
}

/** Marks the end of what no later request changes: the first message of the user in a conversation, else the system's. */
function withCacheMarker(messages: readonly Message[]): readonly unknown[] {
  const isConversation = messages.some(({ role }) => role === 'assistant');
  const role = isConversation ? 'user' : 'system';
  const end = messages.findIndex((message) => message.role === role);
  return messages.map((message, index) =>
    index === end
      ? {
          ...message,
          content: [{ type: 'text', text: message.content, cache_control: { type: 'ephemeral' } }],
        }
      : message,
  );
}
