import type { Message } from '../../domain/message.ts';
import { readSections } from './read-prompt.ts';

/**
 * The critic role of the offline player: what the prompt says against a command decides. What failed once may be tried
 * once more where something has changed since.
 */
export function answerAsCritic(messages: readonly Message[]): object {
  const against = readSections(messages).get('What speaks against it') ?? '';
  if (/^- it was tried here (?!1x\b.*never had an effect$)/m.test(against)) {
    return { justification: 'It had no effect here before.', score: -0.6, confidence: 0.8 };
  }
  if (/^- a memory of this place: .*\[(?:FAILURE|DANGER)\]/m.test(against)) {
    return { justification: 'It failed or hurt here before.', score: -0.5, confidence: 0.7 };
  }
  return { justification: 'Nothing certain speaks against it.', score: 0.3, confidence: 0.5 };
}
