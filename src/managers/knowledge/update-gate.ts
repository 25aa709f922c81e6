import { canonicalAction } from '../../domain/command.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { EpisodeFact } from './episode-fact.ts';

const FEWEST_TURNS = 3;
const TURNS_COMPARED = 75;
const FEWEST_UNIQUE_SHARE = 0.15;
const FEWEST_UNIQUE_RESPONSES = 2;

/**
 * Whether the turns since the last update are worth a model call. Points, a death, a victory, a room or a thing met for
 * the first time are news; without them enough of the newest actions and responses must differ.
 */
export function isWorthUpdate(
  turns: readonly TurnRecord[],
  facts: readonly EpisodeFact[],
): boolean {
  if (turns.length < FEWEST_TURNS) return false;
  if (facts.some(({ kind }) => kind !== 'lost')) return true;
  const newest = turns.slice(-TURNS_COMPARED);
  const actions = new Set(newest.map(({ decision }) => canonicalAction(decision.action)));
  const responses = new Set(newest.map(({ after }) => after.text.trim()));
  return (
    actions.size / newest.length >= FEWEST_UNIQUE_SHARE && responses.size >= FEWEST_UNIQUE_RESPONSES
  );
}
