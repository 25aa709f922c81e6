import type { Observation } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { roomWords, scoreWords, thingsWords, turnWords } from '../../prompts/wording.ts';

const MOST_ACTIONS = 10;

/** The newest ten actions, each with the response that it really got. */
export function gameplayContext(recent: readonly TurnRecord[]): string {
  const actions = recent.slice(-MOST_ACTIONS);
  if (actions.length === 0) return '## Recent Actions\n(No actions yet - start of episode)';
  return [
    `## Recent Actions (Last ${MOST_ACTIONS} Turns)`,
    ...actions.map((turn) => `\n${turnWords(turn)}`),
  ].join('\n');
}

/** Score, place and belongings as the engine knows them. */
export function stateContext(observation: Observation): string {
  return [
    `- ${scoreWords(observation)}`,
    `- at ${roomWords(observation.location)}`,
    `- holding ${thingsWords(observation.inventory)}`,
  ].join('\n');
}
