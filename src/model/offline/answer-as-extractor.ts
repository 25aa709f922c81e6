import type { Message } from '../../domain/message.ts';
import { readSections } from './read-prompt.ts';

const PLACE = /\b(?:you are|you're|you find yourself|here|leads?|exits?)\b/i;
const FIGHT = /\b(?:attack|swings?|slash|stab|strikes?|parr(?:y|ies)|wounds?|bleeding)/i;

/** The extractor role of the offline player: a few plain words decide. */
export function answerAsExtractor(messages: readonly Message[]): object {
  const text = readSections(messages).get('Game text') ?? '';
  return { isRoomDescription: PLACE.test(text), inCombat: FIGHT.test(text) };
}
