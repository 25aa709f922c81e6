import type { GameState } from '../../domain/game-state.ts';

/** What makes an episode worth a cross-episode synthesis; each alone is enough. */
export interface SynthesisConditions {
  readonly fewestPoints: number;
  /** Share of the maximum score, 0 to 1, for stories with few points. */
  readonly fewestShareOfMaximum: number;
  readonly fewestTurns: number;
  readonly fewestCompletedObjectives: number;
}

export const DEFAULT_SYNTHESIS_CONDITIONS: SynthesisConditions = {
  fewestPoints: 50,
  fewestShareOfMaximum: 0.15,
  fewestTurns: 500,
  fewestCompletedObjectives: 3,
};

/** Whether an episode taught enough for a synthesis: a death, points, length, or objectives reached. */
export function isWorthSynthesis(
  { observation, turn, tally }: GameState,
  completedObjectives: number,
  conditions: SynthesisConditions,
): boolean {
  const { score, maxScore, ended } = observation;
  const points = score ?? 0;
  const share = maxScore === null || maxScore <= 0 ? 0 : points / maxScore;
  return (
    tally.deaths > 0 ||
    ended === 'death' ||
    points >= conditions.fewestPoints ||
    share >= conditions.fewestShareOfMaximum ||
    turn >= conditions.fewestTurns ||
    completedObjectives >= conditions.fewestCompletedObjectives
  );
}
