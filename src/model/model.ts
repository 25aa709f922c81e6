import * as z from 'zod';
import type { ModelError } from '../domain/errors.ts';
import type { CallProgress, Message, Role } from '../domain/message.ts';

const usageSchema = z.object({
  promptTokens: z.number(),
  completionTokens: z.number(),
  /** Part of promptTokens that the provider read from its cache. */
  cachedTokens: z.number(),
  reasoningTokens: z.number(),
  /** In US dollars; null when neither the provider nor the price table says. */
  costUsd: z.number().nullable(),
  /** The provider reported no tokens: they were estimated from the length of the texts. */
  isEstimated: z.literal(true).optional(),
});

export type Usage = Readonly<z.infer<typeof usageSchema>>;

/** One answer, as it came. */
export const replyShape = z.object({
  /** Not yet parsed. */
  text: z.string(),
  /** Separate reasoning, from provider fields or think tags; empty when there is none. */
  reasoning: z.string(),
  usage: usageSchema,
  /** `loop` is a reply that was stopped, or ran out of room, while it repeated one block. */
  finishReason: z.enum(['stop', 'length', 'loop', 'refusal', 'other']),
  /** Which model answered, as the endpoint names it; `offline` for the offline player. */
  model: z.string(),
});

export type ModelReply = Readonly<z.infer<typeof replyShape>>;

export interface Choices {
  readonly field: string;
  readonly values: readonly string[];
}

/** What the texts in lists of a reply can be, by the field. */
export type Among = Readonly<Record<string, readonly string[]>>;

export interface ModelRequest {
  readonly role: Role;
  readonly messages: readonly Message[];
  /** Shape the reply must have; adapters send it as JSON Schema where the endpoint can use it. */
  readonly replySchema: z.ZodType;
  readonly signal: AbortSignal;
  /** Short ids of the memories that the messages show; they are recorded and not sent. */
  readonly memories?: readonly string[];
  /** Multiplies the configured limit of the reply: more than 1 after a reply was cut, less after a loop; 1 when absent. */
  readonly replyRoom?: number;
  /** Nothing in the messages can be left out any more: what refuses them may be asked in another form. */
  readonly formMayChange?: true;
  /** The reply need not have the shape: only the model itself reads it. */
  readonly isFree?: true;
  /** What a field of the reply can be, where that is a choice; the reply is asked for in short then. */
  readonly choices?: Choices;
  /** What can be named in lists of the reply; told where limits are. */
  readonly among?: Among;
  /** The most tokens that the reply may take, also where the settings allow more. */
  readonly replyLimit?: number;
  /** The slot of a llama.cpp server that keeps the prompt; the server chooses when absent. */
  readonly slot?: number;
  /** Multiplies the configured time limit, for a question that is known to take long; 1 when absent. */
  readonly timeFactor?: number;
  /** Play can go on without the answer while the endpoint is down, where the agent's is another one. */
  readonly mayWait?: true;
  /** Told of every attempt when it goes out, after any waiting. */
  readonly onAttempt?: () => void;
  /** Told while the answer is not there yet. */
  readonly onProgress?: (progress: CallProgress) => void;
  /** Told of every attempt that failed and is followed by another one, after so many milliseconds. */
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
