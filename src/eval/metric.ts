import type { EpisodeMetrics } from './episode-metrics.ts';
import { milestonesReached, turnsToMilestones, type ArmRun } from './experiment.ts';
import { mean } from './statistics.ts';

/** A number that tells how well an episode went. */
export interface Metric {
  readonly key: string;
  readonly name: string;
  readonly better: 'more' | 'less' | 'neither';
  readonly of: (episode: EpisodeMetrics) => number | null;
}

const OF_EPISODE: readonly Metric[] = [
  { key: 'score', name: 'score at the end', better: 'more', of: ({ score }) => score },
  { key: 'highScore', name: 'best score', better: 'more', of: ({ highScore }) => highScore },
  {
    key: 'normalisedScore',
    name: 'best score, share of all',
    better: 'more',
    of: ({ normalisedScore }) => normalisedScore,
  },
  { key: 'milestones', name: 'milestones', better: 'more', of: ({ reached }) => reached.length },
  {
    key: 'repeatedFailureRate',
    name: 'repeated failures',
    better: 'less',
    of: ({ repeatedFailureRate }) => repeatedFailureRate,
  },
  { key: 'wastedRate', name: 'wasted actions', better: 'less', of: ({ wastedRate }) => wastedRate },
  {
    key: 'parserRejectionRate',
    name: 'parser rejections',
    better: 'less',
    of: ({ parserRejectionRate }) => parserRejectionRate,
  },
  { key: 'deaths', name: 'deaths', better: 'less', of: ({ deaths }) => deaths },
  { key: 'locations', name: 'locations', better: 'more', of: ({ locations }) => locations },
  {
    key: 'memoryCoverage',
    name: 'rooms with memories',
    better: 'more',
    of: ({ memoryCoverage }) => memoryCoverage,
  },
  {
    key: 'storedShare',
    name: 'exam answers stored',
    better: 'more',
    of: ({ storedShare = null }) => storedShare,
  },
  { key: 'turns', name: 'turns', better: 'neither', of: ({ turns }) => turns },
  { key: 'callsPerTurn', name: 'calls / turn', better: 'less', of: (e) => e.callsPerTurn },
  {
    key: 'callsPerPoint',
    name: 'calls / point',
    better: 'less',
    of: ({ callsPerPoint = null }) => callsPerPoint,
  },
  { key: 'tokensPerTurn', name: 'tokens / turn', better: 'less', of: (e) => e.tokensPerTurn },
  {
    key: 'promptTokensPerTurn',
    name: 'prompt size / turn',
    better: 'less',
    of: (e) => e.promptTokensPerTurn,
  },
  {
    key: 'rejectionsPerTurn',
    name: 'proposals refused / turn',
    better: 'neither',
    of: (e) => e.rejectionsPerTurn,
  },
];

/** Every metric, for these runs: the turns to milestones count what any of them reached. */
export function metricsFor(runs: readonly ArmRun[], turnLimit: number): readonly Metric[] {
  const milestones = milestonesReached(runs);
  return [
    ...OF_EPISODE.slice(0, 4),
    {
      key: 'turnsToMilestones',
      name: 'turns to milestones',
      better: 'less',
      of: (episode) => turnsToMilestones(episode, milestones, turnLimit),
    },
    ...OF_EPISODE.slice(4),
  ];
}

/** A metric of a whole run: its mean over the episodes that have it; null when none has. */
export function runValue({ episodes }: ArmRun, { of }: Metric): number | null {
  return mean(episodes.map(of).filter((value) => value !== null));
}

/** What each metric says, in half a sentence, by the name under which it is told. */
export const METRIC_MEANINGS: Readonly<Record<string, string>> = {
  'area under curve': 'mean best score of the episodes, as a share of all points',
  'area under best score so far': 'the same with the best score up to each episode',
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
