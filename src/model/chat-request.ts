import { RUNGS, type Rung, type Traits } from './capabilities.ts';
import type { ModelConfig, StructuredMode } from './model-config.ts';
import type { ModelRequest } from './model.ts';
import { portableSchema } from './reply-schema.ts';

/** Body of a chat completion request, as it goes over the wire. */
export type ChatBody = { readonly [parameter: string]: unknown };

const RUNGS_OF: Readonly<Record<StructuredMode, readonly Rung[]>> = {
  auto: RUNGS,
  schema: ['schema-strict', 'schema'],
  object: ['object'],
  off: ['plain'],
};

/** The request in the dialect that the endpoint was found to speak. */
export function chatBody(config: ModelConfig, traits: Traits, request: ModelRequest): ChatBody {
  const room = request.replyRoom ?? 1;
  const optional: ChatBody = {
    temperature: config.temperature,
    top_p: config.topP,
    [traits.maxTokensField]:
      config.maxTokens === undefined ? undefined : Math.ceil(config.maxTokens * room),
    ...config.extraBody,
    response_format: responseFormat(rungFor(config.structured, traits.rung), request),
  };
  const accepted = Object.entries(optional).filter(
    ([name, value]) => value !== undefined && !traits.refused.includes(name),
  );
  return {
    model: config.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    ...Object.fromEntries(accepted),
  };
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

function responseFormat(rung: Rung, request: ModelRequest): unknown {
  if (rung === 'plain') return undefined;
  if (rung === 'object') return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: {
      name: `${request.role}_reply`,
      strict: rung === 'schema-strict',
      schema: portableSchema(request.replySchema),
    },
  };
}
