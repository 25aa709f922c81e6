import { expect, it } from 'vitest';
import { DIRECTIONS } from '../../../src/domain/observation.ts';
import { compareActions } from '../../../src/managers/map/map-graph.ts';

it('orders directions by compass before other commands', () => {
  const sorted = ['zap', 'west', 'enter window', 'north', 'up'].sort(compareActions);
  expect(sorted).toEqual(['north', 'west', 'up', 'enter window', 'zap']);
  expect([...DIRECTIONS].sort(compareActions)).toEqual(DIRECTIONS);
});
