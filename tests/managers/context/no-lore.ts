import type { Lore } from '../../../src/managers/context/state-sections.ts';

/** Managers that know nothing of this moment; a test names what it is about. */
export const NO_LORE: Lore = {
  knowledge: '',
  recipe: '',
  luck: '',
  places: [],
  frontier: '',
  returns: '',
  objectives: '',
  completed: '',
  proposals: '',
  memories: '',
  isRemembered: false,
  nearby: '',
  alarms: '',
  route: '',
  warning: '',
  instruction: '',
  visitedEarlier: () => false,
  isOneWay: () => false,
};
