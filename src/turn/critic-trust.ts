import { isPassive } from '../domain/command.ts';
import { hadNoEffect, scoreChange, type TurnRecord } from '../domain/turn-record.ts';

/** How many outcomes count, the newest. */
const WINDOW = 20;

/** With fewer outcomes nobody knows how good the critic is. */
const LEAST_OUTCOMES = 5;

const UNKNOWN_TRUST = 0.8;
const BOUNDS = { least: 0.3, most: 0.95 } as const;

/** The outcomes after one more turn, true where the critic was right. Only a rejection that was played has one. */
export function addOutcome(outcomes: readonly boolean[], turn: TurnRecord): readonly boolean[] {
  const outcome = outcomeOf(turn);
  return outcome === null ? outcomes : [...outcomes, outcome].slice(-WINDOW);
}

/** How far the critic is believed, 0.3 to 0.95: the share of its outcomes that proved it right; 0.8 while they are few. */
export function criticTrust(outcomes: readonly boolean[]): number {
  const newest = outcomes.slice(-WINDOW);
  if (newest.length < LEAST_OUTCOMES) return UNKNOWN_TRUST;
  const accuracy = newest.filter(Boolean).length / newest.length;
  return Math.min(Math.max(accuracy, BOUNDS.least), BOUNDS.most);
}

/** The critic was wrong about an action that changed something and cost neither points nor the life. */
function outcomeOf(turn: TurnRecord): boolean | null {
  const { decision, after } = turn;
  const played = decision.judged.findLast(({ proposal }) => proposal.action === decision.action);
  if (!decision.overridden || played?.verdict.kind !== 'rejected') return null;
  if (played.verdict.by !== 'critic') return null;
  if (hadNoEffect(turn)) return isPassive(decision.action) ? null : true;
  return after.died || after.ended === 'death' || scoreChange(turn) < 0;
}
