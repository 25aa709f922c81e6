import { ModelError } from '../../domain/errors.ts';
import type { Message, Role } from '../../domain/message.ts';
import { NO_USAGE, type LanguageModel } from '../model.ts';
import { answerAsKnowledge } from './answer-as-knowledge.ts';
import { answerAsMemory } from './answer-as-memory.ts';
import { answerAsObjectives } from './answer-as-objectives.ts';
import { chooseAction } from './choose-action.ts';
import { readSections } from './read-prompt.ts';

type Answer = (messages: readonly Message[]) => object;

/**
 * A rule-based stand-in for a model, so that everything runs without a key. It knows no story: it reads the rendered
 * messages and answers in the same JSON as a model would, deterministically. Rejects with ModelError for a role that it
 * cannot play.
 */
export function createOfflinePlayer(
  answers: Partial<Record<Role, Answer>> = {
    agent: answerAsAgent,
    memory: answerAsMemory,
    objectives: answerAsObjectives,
    knowledge: answerAsKnowledge,
  },
): LanguageModel {
  return {
    async complete({ role, messages, signal }) {
      signal.throwIfAborted();
      const answer = answers[role];
      if (answer === undefined) {
        throw new ModelError(`The offline player cannot play the role "${role}"; switch it off.`, {
          kind: 'unsupported',
          role,
          retryable: false,
        });
      }
      const text = JSON.stringify(answer(messages));
      return { text, reasoning: '', usage: NO_USAGE, finishReason: 'stop', model: 'offline' };
    },
  };
}

function answerAsAgent(messages: readonly Message[]): object {
  const { action, why } = chooseAction(readSections(messages));
  return { thinking: why, action, newObjective: null, target: null };
}
