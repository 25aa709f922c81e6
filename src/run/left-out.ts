import type { EpisodePorts, EpisodeSynthesizer } from '../managers/episodes/episode-synthesizer.ts';
import type { Managers } from '../turn/contextualise.ts';

const NOTHING = { text: '', memories: [], ids: [] };

export const withoutMemory: Managers['memory'] & EpisodePorts['memory'] = {
  sync: () => undefined,
  recall: () => NOTHING,
  failuresAt: () => [],
  openGains: () => '',
  alarms: () => NOTHING,
  dangersAt: () => NOTHING,
  activeMemories: () => [],
  applyConsolidation: () => Promise.resolve(),
  resetEpisode: () => undefined,
};

export const untold: Managers['frontier'] & Managers['returns'] = {
  render: () => '',
  record: () => undefined,
};

export const withoutRecipe: Managers['recipe'] = {
  lesson: () => '',
  luckLesson: () => '',
  route: () => '',
  nextCommands: () => [],
  gainsAhead: () => null,
  turnsLeft: () => Infinity,
  nextMove: () => null,
  explores: () => false,
  record: () => undefined,
};

/** What comes before and after the turns of somebody who plays by hand, and so learns by itself. */
export const withoutLessons: Pick<
  EpisodeSynthesizer,
  'startEpisode' | 'endEpisode' | 'reportStatus' | 'resetEpisode'
> = {
  startEpisode: () => Promise.resolve(),
  endEpisode: () => Promise.resolve(null),
  reportStatus: () => undefined,
  resetEpisode: () => undefined,
};

export const withoutObjectives: Managers['objectives'] & EpisodePorts['objectives'] = {
  renderForAgent: () => '',
  renderCompleted: () => '',
  current: () => [],
  places: () => [],
  destination: () => null,
  bootstrap: () => Promise.resolve(false),
  completedObjectives: () => [],
};

export const withoutKnowledge: EpisodePorts['knowledge'] = {
  finalUpdate: () => Promise.resolve(),
  synthesise: () => Promise.resolve(false),
  episodeFacts: () => '',
};
