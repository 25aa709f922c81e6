import { describe, expect, it } from 'vitest';
import { isNovel, repeatedActions } from '../../../src/managers/state/novelty.ts';

describe('novelty', () => {
  it('does not depend on case or spacing', () => {
    expect(isNovel('Open  DOOR ', ['open door'], 15)).toBe(false);
    expect(isNovel('open gate', ['open door'], 15)).toBe(true);
  });

  it('is given when nothing was done yet, and again once the window has forgotten', () => {
    const later = Array.from({ length: 15 }, (_, index) => `act ${index}`);
    expect(isNovel('look', [], 15)).toBe(true);
    expect(isNovel('look', ['look', ...later.slice(1)], 15)).toBe(false);
    expect(isNovel('look', ['look', ...later], 15)).toBe(true);
  });

  it('counts what was repeated within the window, most frequent first', () => {
    const actions = ['z', 'z', 'north', 'Look', 'look', 'NORTH', 'north', 'once'];
    expect(repeatedActions(actions, 6)).toEqual([
      { action: 'north', times: 3 },
      { action: 'look', times: 2 },
    ]);
  });
});
