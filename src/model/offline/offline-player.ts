import type { Message, Role } from '../../domain/message.ts';
import { NO_USAGE, type LanguageModel } from '../model.ts';
import { answerAsCritic } from './answer-as-critic.ts';
import { answerAsExtractor } from './answer-as-extractor.ts';
import { answerAsKnowledge } from './answer-as-knowledge.ts';
import { answerAsMemory } from './answer-as-memory.ts';
import { answerAsObjectives } from './answer-as-objectives.ts';
import { chooseAction } from './choose-action.ts';
import { readSections } from './read-prompt.ts';

type Answer = (messages: readonly Message[]) => object;

const ANSWERS: Record<Role, Answer> = {
  agent: answerAsAgent,
  critic: answerAsCritic,
  extractor: answerAsExtractor,
  memory: answerAsMemory,
  objectives: answerAsObjectives,
  knowledge: answerAsKnowledge,
};

/**
 * A rule-based stand-in for a model, so that everything runs without a key. It knows no story: it reads the rendered
 * messages and answers in the same JSON as a model would, deterministically.
 */
export function createOfflinePlayer(): LanguageModel {
  return {
    async complete({ role, messages, signal }) {
      signal.throwIfAborted();
      const text = JSON.stringify(ANSWERS[role](messages));
      return { text, reasoning: '', usage: NO_USAGE, finishReason: 'stop', model: 'offline' };
    },
  };
}

function answerAsAgent(messages: readonly Message[]): object {
  const { action, why } = chooseAction(readSections(messages));
  return { thinking: why, action, newObjective: null, target: null };
}
