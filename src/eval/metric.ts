import { isBreakdown, isResumable, type StopReason } from '../domain/stop-reason.ts';
import type { EpisodeMetrics } from './episode-metrics.ts';

/** The episodes of one arm with one seed, in the order of play. */
export interface ArmRun {
  readonly arm: string;
  readonly seed: number;
  readonly episodes: readonly EpisodeMetrics[];
  /** Why this run does not count (a model failed, a person stopped it). Null for a valid one. */
  readonly spoiltBy: string | null;
}

/** Why an episode with this stop reason is no measurement. Null if it is one. */
export function spoiltBy(reason: StopReason): string | null {
  const isResult = !isResumable(reason) && !isBreakdown(reason) && reason !== 'abandoned';
  return isResult ? null : reason;
}

export function milestonesReached(runs: readonly ArmRun[]): readonly string[] {
  const ids = runs.flatMap(({ episodes }) =>
    episodes.flatMap(({ reached }) => reached.map(({ id }) => id)),
  );
  return [...new Set(ids)].sort();
}

/** Mean turns to these milestones; the limit for one that was not reached. Null for none. */
function turnsToMilestones(
  { reached }: EpisodeMetrics,
  milestones: readonly string[],
  limit: number,
): number | null {
  if (milestones.length === 0) return null;
  const turnOf = (id: string) => reached.find((milestone) => milestone.id === id)?.turn ?? limit;
  return milestones.reduce((total, id) => total + turnOf(id), 0) / milestones.length;
}

export interface Metric {
  readonly key: string;
  readonly name: string;
  readonly better: 'more' | 'less' | 'neither';
  readonly of: (episode: EpisodeMetrics) => number | null;
}

/** The numeric metrics of an episode, and two computed from its milestones. */
type Key =
  | Exclude<keyof EpisodeMetrics, 'stopReason' | 'course' | 'reached' | 'memoryVerdicts'>
  | 'milestones'
  | 'turnsToMilestones';

/** The names of the metrics for people, in the order of display. */
const METRICS: readonly (readonly [Key, string, Metric['better']])[] = [
  ['score', 'score at the end', 'more'],
  ['highScore', 'best score', 'more'],
  ['normalisedScore', 'best score, share of all', 'more'],
  ['milestones', 'milestones', 'more'],
  ['turnsToMilestones', 'turns to milestones', 'less'],
  ['repeatedFailureRate', 'repeated failures', 'less'],
  ['wastedRate', 'wasted actions', 'less'],
  ['parserRejectionRate', 'parser rejections', 'less'],
  ['deaths', 'deaths', 'less'],
  ['locations', 'locations', 'more'],
  ['memoryCoverage', 'rooms with memories', 'more'],
  ['storedShare', 'exam answers stored', 'more'],
  ['turns', 'turns', 'neither'],
  ['callsPerTurn', 'calls / turn', 'less'],
  ['callsPerPoint', 'calls / point', 'less'],
  ['tokensPerTurn', 'tokens / turn', 'less'],
  ['promptTokensPerTurn', 'prompt size / turn', 'less'],
  ['rejectionsPerTurn', 'proposals refused / turn', 'neither'],
];

/** Every metric for these runs. Turns to milestones count those that any of them reached. */
export function metricsFor(runs: readonly ArmRun[], turnLimit: number): readonly Metric[] {
  const milestones = milestonesReached(runs);
  const valueOf = (episode: EpisodeMetrics, key: Key): number | null => {
    if (key === 'milestones') return episode.reached.length;
    if (key === 'turnsToMilestones') return turnsToMilestones(episode, milestones, turnLimit);
    return episode[key];
  };
  return METRICS.map(([key, name, better]) => {
    return { key, name, better, of: (episode) => valueOf(episode, key) };
  });
}

/** The meaning of each metric, in half a sentence, by its displayed name. */
export const METRIC_MEANINGS: Readonly<Record<string, string>> = {
  'area under curve': 'mean best score of the episodes, as a share of all points',
  'area under best score so far': 'mean of the best scores up to each episode, in points',
  'score at the end': 'points when the episode was over',
  'best score': 'most points at any turn',
  'best score, share of all': 'the same as a share of the points there are',
  milestones: 'steps of the story that were reached',
  'turns to milestones': 'turns until each of them, the limit where it was not reached',
  'repeated failures': 'share of turns that repeat what already had no effect there',
  'wasted actions': 'share of turns that changed nothing',
  'parser rejections': 'share of turns that the game did not understand',
  deaths: 'deaths in the episode',
  locations: 'rooms entered',
  'rooms with memories': 'share of the rooms visited so far that have one',
  'exam answers stored':
    'share of questions about recorded play whose answer stands in what was learnt',
  turns: 'turns played',
  'calls / turn': 'questions to models for each turn',
  'calls / point': 'questions to models for each point',
  'tokens / turn': 'tokens of questions and answers for each turn',
  'prompt size / turn': 'tokens of questions for each turn',
  'proposals refused / turn': 'commands that a check refused before they were played',
};
