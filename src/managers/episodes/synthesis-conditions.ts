import type { GameState } from '../../domain/game-state.ts';

const FEWEST_POINTS = 50;

/** Share of the maximum score, for stories with few points. */
const FEWEST_SHARE_OF_MAXIMUM = 0.15;

const FEWEST_TURNS = 500;

const FEWEST_COMPLETED_OBJECTIVES = 3;

/** Whether an episode taught enough for a cross-episode synthesis: a death, points, length, or objectives reached. */
export function isWorthSynthesis(
  { observation, turn, tally }: GameState,
  completedObjectives: number,
): boolean {
  const { score, maxScore, ended } = observation;
  const points = score ?? 0;
  const share = maxScore === null || maxScore <= 0 ? 0 : points / maxScore;
  return (
    tally.deaths > 0 ||
    ended === 'death' ||
    points >= FEWEST_POINTS ||
    share >= FEWEST_SHARE_OF_MAXIMUM ||
    turn >= FEWEST_TURNS ||
    completedObjectives >= FEWEST_COMPLETED_OBJECTIVES
  );
}
