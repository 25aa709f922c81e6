import { charactersOf, type Message } from '../domain/message.ts';

const CHARACTERS_PER_TOKEN = 4;
/** Below this many estimated tokens an estimate says nothing, and no server cuts. */
const SHORTEST_PROMPT = 1000;
/** A whole prompt never had so few of the tokens expected of it. */
const WHOLE = 0.6;

/** Notices a server that silently drops the beginning of long prompts. */
export interface PromptWatch {
  /** True once: when the tokens that were read are too few for the messages that were sent. */
  findsCut(messages: readonly Message[], promptTokens: number): boolean;
}

export function createPromptWatch(): PromptWatch {
  /** Tokens read per token estimated, the most this model showed. */
  let calibration = 0.8;
  let hasTold = false;
  return {
    findsCut(messages, promptTokens) {
      const estimate = charactersOf(messages) / CHARACTERS_PER_TOKEN;
      if (hasTold || promptTokens === 0 || estimate < SHORTEST_PROMPT) return false;
      const ratio = promptTokens / estimate;
      hasTold = ratio < WHOLE * calibration;
      calibration = Math.max(calibration, Math.min(ratio, 1.2));
      return hasTold;
    },
  };
}
