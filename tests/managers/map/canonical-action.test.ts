import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIRECTIONS } from '../../../src/domain/observation.ts';
import { compareActions, canonicalAction } from '../../../src/managers/map/canonical-action.ts';

describe('canonicalAction', () => {
  it.each([
    ['n', 'north'],
    ['North', 'north'],
    ['go north', 'north'],
    ['  GO   N. ', 'north'],
    ['walk to the northwest', 'northwest'],
    ['run u', 'up'],
    ['d', 'down'],
    ['inside', 'in'],
    ['go outside', 'out'],
    ['Enter  Window', 'enter window'],
    ['enter', 'enter'],
    ['exit', 'exit'],
    ['go through window', 'go through window'],
    ['climb tree!', 'climb tree'],
    ['go', 'go'],
    ['', ''],
  ])('reads %j as %j', (action, normalised) => {
    expect(canonicalAction(action)).toBe(normalised);
  });

  it('changes nothing the second time, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = canonicalAction(text);
        expect(canonicalAction(once)).toBe(once);
      }),
    );
  });

  it('orders directions by compass before other commands', () => {
    const sorted = ['zap', 'west', 'enter window', 'north', 'up'].sort(compareActions);
    expect(sorted).toEqual(['north', 'west', 'up', 'enter window', 'zap']);
    expect([...DIRECTIONS].sort(compareActions)).toEqual(DIRECTIONS);
  });
});
