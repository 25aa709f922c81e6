import { expect, it } from 'vitest';
import { DIRECTIONS } from '../../../src/domain/observation.ts';
import { compareMapActions } from '../../../src/managers/map/map-graph.ts';

it('orders directions by compass before other commands', () => {
  const sorted = ['zap', 'west', 'enter window', 'north', 'up'].sort(compareMapActions);
  expect(sorted).toEqual(['north', 'west', 'up', 'enter window', 'zap']);
  expect([...DIRECTIONS].sort(compareMapActions)).toEqual(DIRECTIONS);
});
