/** One message of a model request, in the terms of chat completions. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** How much text messages hold. */
export function charactersOf(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

/** Who is asked; each role has its own model, address and sampling in the configuration. */
export const ROLES = ['agent', 'critic', 'extractor', 'memory', 'objectives', 'knowledge'] as const;

export type Role = (typeof ROLES)[number];
