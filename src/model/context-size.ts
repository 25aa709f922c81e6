import { CHARACTERS_PER_TOKEN, charactersOf, type Message } from '../domain/message.ts';
import { contextNumbers } from './failure-kind.ts';
import type { ServerFacts } from './server-facts.ts';

/** What a system message, lessons and the newest state take at most, in tokens. */
const FIXED_TOKENS = 3000;
const LEAST_HISTORY = 500;
/** One of so many tokens of a context is for the reply. */
const REPLY_SHARE = 8;
/** With less, nobody can play. */
export const LEAST_CONTEXT = 4096;

/** How many tokens of a context are for the reply, and how many for play that is told word for word. */
export function shareOf(context: number) {
  const replyTokens = Math.floor(context / REPLY_SHARE);
  return {
    replyTokens,
    historyTokens: Math.max(LEAST_HISTORY, context - replyTokens - FIXED_TOKENS),
  };
}

/** The context that leaves room for so many tokens of play, in whole thousands of 1,024. */
function contextFor(historyTokens: number): number {
  const least = ((historyTokens + FIXED_TOKENS) * REPLY_SHARE) / (REPLY_SHARE - 1);
  return Math.ceil(least / 1024) * 1024;
}

/**
 * How to start a llama.cpp server so that the agent's conversation has a slot of its own with so many tokens of play, or as
 * many as its model can read; null where it has, and for any other server.
 */
export function slotAdvice(
  { slots, contextTokens, trainedTokens }: SlotFacts,
  historyTokens: number,
): string | null {
  if (slots === null) return null;
  const each = Math.min(contextFor(historyTokens), trainedTokens ?? Infinity);
  if (slots > 1 && (contextTokens ?? Infinity) >= each) return null;
  return `Start llama-server with -np 2 -c ${2 * each}: ${each} tokens for the agent's conversation, and as many for everything else.`;
}

type SlotFacts = Pick<ServerFacts, 'slots' | 'contextTokens' | 'trainedTokens'>;

/** The tokens of play that a refusal for length leaves room for; null where it does not tell how much the model reads. */
export function roomAfter(refusal: string): number | null {
  const { limit } = contextNumbers(refusal);
  return limit === null ? null : shareOf(limit).historyTokens;
}

/** Below this many estimated tokens an estimate says nothing, and no server cuts. */
const SHORTEST_PROMPT = 1000;
/** A whole prompt never had so few of the tokens expected of it. */
const WHOLE = 0.6;

/** Notices a server that silently drops the beginning of long prompts. */
export class PromptWatch {
  /** Tokens read per token estimated, the most this model showed. */
  #calibration = 0.8;
  #hasTold = false;

  /** True once: when the tokens that were read are too few for the messages that were sent. */
  findsCut(messages: readonly Message[], promptTokens: number): boolean {
    const estimate = charactersOf(messages) / CHARACTERS_PER_TOKEN;
    if (this.#hasTold || promptTokens === 0 || estimate < SHORTEST_PROMPT) return false;
    const ratio = promptTokens / estimate;
    this.#hasTold = ratio < WHOLE * this.#calibration;
    this.#calibration = Math.max(this.#calibration, Math.min(ratio, 1.2));
    return this.#hasTold;
  }
}
