import type * as z from 'zod';
import { isLocalEndpoint } from './endpoint.ts';
import { portableSchema } from './reply-schema.ts';

/** Ways to ask for a structured reply, the strongest first. */
export const RUNGS = ['schema-strict', 'schema', 'object', 'plain'] as const;

export type Rung = (typeof RUNGS)[number];

/** Request features that an endpoint accepts for one model. */
export interface Traits {
  readonly rung: Rung;
  /** Whether every text and list in the schema of a reply has a limit. */
  readonly limits: boolean;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** Longest reply that may be asked for, in tokens; null when the endpoint named none. */
  readonly mostTokens: number | null;
  /** How messages are sent: as they are, the system message with the first of the user, or all as one message. */
  readonly turns: 'all' | 'no-system' | 'one';
  /** Request parameters that the endpoint refused, by their name in the request body. */
  readonly refused: readonly string[];
}

export type AnsweredBefore = 'nothing' | 'another form' | 'the same form';

/** What endpoints accept, for each model at its address; all roles share it. */
export class Capabilities {
  readonly #learnt = new Map<string, Traits>();
  readonly #answered = new Map<string, Set<string>>();

  /** Traits of a model at an address; the most optimistic ones for what was never asked. */
  get(baseUrl: string, model: string): Traits {
    return this.#learnt.get(endpointKey(baseUrl, model)) ?? untriedTraits(baseUrl);
  }

  /** Remembers traits that an answer has proven. */
  learn(baseUrl: string, model: string, traits: Traits): void {
    this.#learnt.set(endpointKey(baseUrl, model), traits);
  }

  /** What a model at an address answered before: nothing, or a reply of this schema, or of another one. */
  answered(baseUrl: string, model: string, replySchema: z.ZodType): AnsweredBefore {
    const forms = this.#answered.get(endpointKey(baseUrl, model));
    if (forms === undefined) return 'nothing';
    return forms.has(formOf(replySchema)) ? 'the same form' : 'another form';
  }

  /** Remembers that a reply of this schema came. */
  came(baseUrl: string, model: string, replySchema: z.ZodType): void {
    const key = endpointKey(baseUrl, model);
    this.#answered.set(key, (this.#answered.get(key) ?? new Set()).add(formOf(replySchema)));
  }
}

/** Readers that ask for the same are one form. */
function formOf(replySchema: z.ZodType): string {
  return JSON.stringify(portableSchema(replySchema));
}

/** Everything that differs between traits, in words. */
export function learntInWords(before: Traits, after: Traits): readonly string[] {
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
    // Servers of one's own keep limits; many providers refuse them.
    limits: isLocalEndpoint(baseUrl),
    maxTokensField: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
    mostTokens: null,
    turns: 'all',
    refused: [],
  };
}

function endpointKey(baseUrl: string, model: string): string {
  return `${baseUrl.replace(/\/+$/, '')} ${model}`;
}
