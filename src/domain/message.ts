/** One message of a model request, in the terms of chat completions. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** English prose has about so many. */
export const CHARACTERS_PER_TOKEN = 4;

/** How long messages are together. */
export function charactersOf(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

/** Who is asked; each role has its own model, address and sampling in the configuration. */
export const ROLES = ['agent', 'critic', 'extractor', 'memory', 'objectives', 'knowledge'] as const;

export type Role = (typeof ROLES)[number];

/** What happens to a question that is not answered yet. */
export type CallProgress =
  | {
      readonly type: 'waiting';
      /** Why it could not be answered, in a sentence. */
      readonly why: string;
      /** Milliseconds until it is asked again. */
      readonly waitMs: number;
      /** For how long its endpoint has failed, and for how long it is waited for in all. */
      readonly downMs: number;
      readonly patienceMs: number;
    }
  /** So much of the answer has come, reasoning included. */
  | { readonly type: 'receiving'; readonly characters: number };

/**
 * How much of a reply's shape the endpoint is asked to enforce. With `late` the agent's model thinks in no form before
 * it is asked for its command; with `choice` it gets a list of commands.
 */
export const STRUCTURED_MODES = ['auto', 'schema', 'late', 'choice', 'object', 'off'] as const;
export type StructuredMode = (typeof STRUCTURED_MODES)[number];
