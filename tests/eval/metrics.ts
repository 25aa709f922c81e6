import type { EpisodeMetrics } from '../../src/eval/episode-metrics.ts';

/** Nothing is remembered. */
export const NO_MEMORIES: EpisodeMetrics['memoryVerdicts'] = {
  confirmed: 0,
  conditional: 0,
  refuted: 0,
  'not-the-cause': 0,
  untestable: 0,
  untried: 0,
};

/** An uneventful episode of 100 turns. */
export function episodeMetrics(differs: Partial<EpisodeMetrics> = {}): EpisodeMetrics {
  return {
    stopReason: 'max-turns',
    course: '0123456789abcdef',
    turns: 100,
    moves: 100,
    score: 10,
    highScore: 10,
    normalisedScore: 0.1,
    reached: [],
    repeatedFailureRate: 0,
    wastedRate: 0,
    parserRejectionRate: 0,
    deaths: 0,
    locations: 5,
    memoryCoverage: null,
    memoryVerdicts: NO_MEMORIES,
    storedShare: null,
    callsPerTurn: 2,
    callsPerPoint: null,
    tokensPerTurn: 0,
    promptTokensPerTurn: 500,
    rejectionsPerTurn: 0,
    ...differs,
  };
}
