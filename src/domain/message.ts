/** One message of a model request, in the terms of chat completions. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The average in English prose. */
export const CHARACTERS_PER_TOKEN = 4;

export function messageCharacters(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

/** Each role has its own model, address and sampling in the configuration. */
export const ROLES = ['agent', 'critic', 'extractor', 'memory', 'objectives', 'knowledge'] as const;

export type Role = (typeof ROLES)[number];

/** The progress of a question that is not answered yet. */
export type CallProgress =
  | {
      readonly type: 'waiting';
      /** Why it could not be answered, in a sentence. */
      readonly why: string;
      /** Milliseconds until it is asked again. */
      readonly waitMs: number;
      /** How long its endpoint has failed, and the limit of patience, in milliseconds. */
      readonly downMs: number;
      readonly patienceMs: number;
    }
  /** The characters of the answer so far, reasoning included. */
  | { readonly type: 'receiving'; readonly characters: number };

/** How much of a reply's shape is enforced. `late`: after free thinking. `choice`: one of a list of commands. */
export const STRUCTURED_MODES = ['auto', 'schema', 'late', 'choice', 'object', 'off'] as const;
export type StructuredMode = (typeof STRUCTURED_MODES)[number];
