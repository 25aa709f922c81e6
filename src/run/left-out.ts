import type { EpisodePorts, EpisodeSynthesizer } from '../managers/episodes/episode-synthesizer.ts';
import type { Managers } from '../turn/contextualise.ts';

// What takes the place of a manager that the settings leave out: it tells nothing and keeps nothing.

const NOTHING = { text: '', memories: [], ids: [] };

const withoutMemory: Managers['memory'] & EpisodePorts['memory'] = {
  sync: () => undefined,
  recall: () => NOTHING,
  failuresAt: () => [],
  openGains: () => '',
  alarms: () => NOTHING,
  dangersAt: () => NOTHING,
  isRemembered: () => false,
  activeMemories: () => [],
  applyConsolidation: () => Promise.resolve(),
  resetEpisode: () => undefined,
};

const untold: Managers['frontier'] & Managers['returns'] = {
  render: () => '',
  record: () => undefined,
};

const withoutRecipe: Managers['recipe'] = {
  lesson: () => '',
  luckLesson: () => '',
  route: () => '',
  nextCommands: () => [],
  gainsAhead: () => null,
  nextMove: () => null,
  explores: () => false,
  turnsToSpare: () => null,
  record: () => undefined,
};

type AroundTurns = Pick<EpisodeSynthesizer, 'startEpisode' | 'endEpisode' | 'reportStatus'>;

/** The work before and after the turns for a player by hand, who learns without models. */
const withoutLessons: AroundTurns = {
  startEpisode: () => Promise.resolve(),
  endEpisode: () => Promise.resolve(null),
  reportStatus: () => undefined,
};

const withoutObjectives: Managers['objectives'] & EpisodePorts['objectives'] = {
  renderForAgent: () => '',
  renderCompleted: () => '',
  current: () => [],
  places: () => [],
  destination: () => null,
  bootstrap: () => Promise.resolve(false),
  completeShown: () => undefined,
  completedObjectives: () => [],
  untoldNews: () => [],
};

const withoutKnowledge: EpisodePorts['knowledge'] = {
  finalUpdate: () => Promise.resolve(),
  synthesise: () => Promise.resolve(false),
  episodeFacts: () => '',
};

export const without = {
  memory: withoutMemory,
  frontier: untold,
  returns: untold,
  recipe: withoutRecipe,
  lessons: withoutLessons,
  objectives: withoutObjectives,
  knowledge: withoutKnowledge,
};
