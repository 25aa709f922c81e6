import type { Observation } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { oneLine } from '../../prompts/quote.ts';

const MOST_ACTIONS = 10;
const LONGEST_RESPONSE = 200;

/** The newest ten actions, each with the response that it really got. */
export function gameplayContext(recent: readonly TurnRecord[]): string {
  const actions = recent.slice(-MOST_ACTIONS);
  if (actions.length === 0) return '## Recent Actions\n(No actions yet - start of episode)';
  return [
    `## Recent Actions (Last ${MOST_ACTIONS} Turns)`,
    ...actions.map((turn) => `\n${describeAction(turn)}`),
  ].join('\n');
}

export function describeAction({ turn, decision, after }: TurnRecord): string {
  return [
    `Turn ${turn}:`,
    `  Action: ${oneLine(decision.action, 120)}`,
    `  Response: ${oneLine(after.text, LONGEST_RESPONSE)}`,
  ].join('\n');
}

/** Score, place and belongings as the engine knows them. */
export function stateContext({ score, maxScore, location, inventory }: Observation): string {
  const most = maxScore === null ? '' : ` of ${maxScore}`;
  return [
    `- Score: ${score === null ? 'unknown' : `${score}${most}`}`,
    `- Location: ${oneLine(location.name, 60)} (ID: ${location.id})`,
    `- Inventory: ${describeInventory(inventory)}`,
  ].join('\n');
}

export function describeInventory(inventory: Observation['inventory']): string {
  return inventory.map(({ name }) => oneLine(name, 60)).join(', ') || '(empty-handed)';
}
