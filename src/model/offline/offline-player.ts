import type { Message, Role } from '../../domain/message.ts';
import { NO_USAGE, type LanguageModel } from '../model.ts';
import { answerAsCritic } from './answer-as-critic.ts';
import { answerAsExtractor } from './answer-as-extractor.ts';
import { answerAsKnowledge } from './answer-as-knowledge.ts';
import { answerAsMemory } from './answer-as-memory.ts';
import { answerAsObjectives } from './answer-as-objectives.ts';
import { chooseAction } from './choose-action.ts';
import { readConversation } from './read-prompt.ts';
import { INDIFFERENT, tasteOf, type Taste } from './taste.ts';

type Answer = (messages: readonly Message[]) => object;

const ANSWERS: Record<Exclude<Role, 'agent'>, Answer> = {
  critic: answerAsCritic,
  extractor: answerAsExtractor,
  memory: answerAsMemory,
  objectives: answerAsObjectives,
  knowledge: answerAsKnowledge,
};

/**
 * A rule-based stand-in for a model, so that everything runs without a key. It knows no story: it reads the rendered
 * messages and answers in the same JSON as a model would, deterministically. A seed decides what it prefers where it
 * has no reason to prefer anything; without one it takes what the prompt lists first.
 */
export function createOfflinePlayer(seed: number | null = null): LanguageModel {
  const taste = seed === null ? INDIFFERENT : tasteOf(seed);
  const answers: Record<Role, Answer> = {
    ...ANSWERS,
    agent: (messages) => answerAsAgent(messages, taste),
  };
  return {
    async complete({ role, messages, signal }) {
      signal.throwIfAborted();
      const text = JSON.stringify(answers[role](messages));
      return { text, reasoning: '', usage: NO_USAGE, finishReason: 'stop', model: 'offline' };
    },
  };
}

function answerAsAgent(messages: readonly Message[], taste: Taste): object {
  const { action, why } = chooseAction(readConversation(messages), taste);
  return { thinking: why, action, newObjective: null, target: null };
}
