import * as z from 'zod';
import type { ModelError } from '../domain/errors.ts';
import type { CallProgress, Message, Role } from '../domain/message.ts';

const usageSchema = z.object({
  promptTokens: z.number(),
  completionTokens: z.number(),
  /** Part of promptTokens that the provider read from its cache. */
  cachedTokens: z.number(),
  reasoningTokens: z.number(),
  /** In US dollars. Null if neither the provider nor the price table says. */
  costUsd: z.number().nullable(),
  /** The provider reported no tokens, so they were estimated from the length of the texts. */
  isEstimated: z.literal(true).optional(),
});

export type Usage = Readonly<z.infer<typeof usageSchema>>;

export const replyShape = z.object({
  /** Not yet parsed. */
  text: z.string(),
  /** Separate reasoning, from provider fields or think tags. Empty if there is none. */
  reasoning: z.string(),
  usage: usageSchema,
  /** `loop`: the reply was stopped, or ran out of room, while it repeated one block. */
  finishReason: z.enum(['stop', 'length', 'loop', 'refusal', 'other']),
  /** The endpoint's name of the model that answered; `offline` for the offline player. */
  model: z.string(),
});

export type ModelReply = Readonly<z.infer<typeof replyShape>>;

export interface Choices {
  readonly field: string;
  readonly values: readonly string[];
}

/** The allowed texts in lists of a reply, by field. */
export type Among = Readonly<Record<string, readonly string[]>>;

export interface ModelRequest {
  readonly role: Role;
  readonly messages: readonly Message[];
  /** The shape of the reply. Adapters send it as JSON Schema if the endpoint can use it. */
  readonly replySchema: z.ZodType;
  readonly signal: AbortSignal;
  /** Short ids of the memories in the messages. Recorded, not sent. */
  readonly memories?: readonly string[];
  /** Factor for the configured limit of the reply: above 1 after a cut reply, below 1 after a loop. 1 if absent. */
  readonly replyRoom?: number;
  /** Nothing more can be left out of the messages. If they are refused, another form may be tried. */
  readonly formMayChange?: true;
  /** The reply need not have the shape: only the model itself reads it. */
  readonly isFree?: true;
  /** The allowed values of a field, if it is a choice. The reply then has few other fields. */
  readonly choices?: Choices;
  /** The allowed names in lists of the reply. Sent where limits are sent. */
  readonly among?: Among;
  /** The most tokens of the reply, even if the settings allow more. */
  readonly replyLimit?: number;
  /** The slot of a llama.cpp server that keeps the prompt. If absent, the server chooses. */
  readonly slot?: number;
  /** Factor for the configured time limit, for a slow question. 1 if absent. */
  readonly timeFactor?: number;
  /** If the endpoint is down, play can go on without the answer, provided that the agent's endpoint is another one. */
  readonly mayWait?: true;
  /** Called for every attempt when it goes out, after any waiting. */
  readonly onAttempt?: () => void;
  /** Called while the answer is not there yet. */
  readonly onProgress?: (progress: CallProgress) => void;
  /** Called for every failed attempt before another one, with the milliseconds until then. */
  readonly onFailedAttempt?: (error: ModelError, waitMs: number) => void;
}

/** Port to a language model. Rejects with ModelError, or with the signal's reason once it is aborted. */
export interface LanguageModel {
  complete(request: ModelRequest): Promise<ModelReply>;
}

export const NO_USAGE: Usage = {
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  costUsd: null,
};
