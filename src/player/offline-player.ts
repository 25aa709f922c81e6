import type { Message, Role } from '../domain/message.ts';
import { NO_USAGE, type LanguageModel } from '../model/model.ts';
import { HEADING } from '../prompts/headings.ts';
import { readAbsent } from '../prompts/question-lines.ts';
import { readSections } from '../prompts/question.ts';
import { answerAsKnowledge, answerAsObjectives } from './answer-as-knowledge.ts';
import { answerAsMemory } from './answer-as-memory.ts';
import { chooseAction } from './choose-action.ts';
import { settledGoals } from './goals.ts';
import { writeNote } from './journal.ts';
import { tasteOf, readSituation, type Taste } from './situation.ts';
import { isBlow } from './told.ts';

/**
 * A rule-based stand-in for a model, so that everything runs without a key. It knows no story: it reads the rendered
 * messages and answers in the same JSON as a model would, deterministically. A seed decides between equals.
 */
export function createOfflinePlayer(seed: number | null = null): LanguageModel {
  const taste = tasteOf(seed);
  const answers: Record<Role, (messages: readonly Message[]) => object> = {
    agent: (messages) => answerAsAgent(messages, taste),
    critic: answerAsCritic,
    extractor: answerAsExtractor,
    memory: answerAsMemory,
    objectives: answerAsObjectives,
    knowledge: answerAsKnowledge,
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
  const situation = readSituation(messages, taste);
  const { action, why, left, goal, wish } = chooseAction(situation);
  const { completed, dropped } = settledGoals(situation);
  const { place, score, sections } = situation;
  const absent = readAbsent(sections.get(HEADING.refused) ?? '');
  return {
    thinking: `${writeNote({ place, score, left, goal, absent })} ${why}`,
    action,
    newObjective: null,
    target: wish,
    completed: completed.length === 0 ? null : completed,
    dropped: dropped.length === 0 ? null : dropped,
  };
}

/** The critic role of the offline player: what the prompt says against a command decides, unless something changed since. */
export function answerAsCritic(messages: readonly Message[]): object {
  const sections = readSections(messages);
  const against = sections.get('What speaks against it') ?? '';
  const [, action = ''] = /^Action: (.*)$/m.exec(sections.get('Proposed command') ?? '') ?? [];
  const isRepeated = /^- it was tried here (?!1x\b.*never had an effect$)/m.test(against);
  if (isRepeated && !isBlow(action))
    return { justification: 'It had no effect here before.', score: -0.6, confidence: 0.8 };
  if (/^- a memory of this place: .*\[DANGER\]/m.test(against))
    return { justification: 'It hurt here before.', score: -0.5, confidence: 0.7 };
  return { justification: 'Nothing certain speaks against it.', score: 1, confidence: 0.5 };
}

const PLACE = /\b(?:you are|you're|you find yourself|here|leads?|exits?)\b/i;
const FIGHT = /\b(?:attack|swings?|slash|stab|strikes?|parr(?:y|ies)|wounds?|bleeding)/i;

/** The extractor role of the offline player: a few plain words decide. */
export function answerAsExtractor(messages: readonly Message[]): object {
  const text = readSections(messages).get(HEADING.gameText) ?? '';
  return { isRoomDescription: PLACE.test(text), inCombat: FIGHT.test(text) };
}
