import { describe, expect, it } from 'vitest';
import { isA, thingNouns } from '../../src/player/lexicon.ts';

describe('the lexicon', () => {
  it('knows a thing by its last word, in the singular and plural', () => {
    expect(isA('light', 'brass lantern')).toBe(true);
    expect(isA('light', 'lantern hook')).toBe(false);
    expect(
      ['keys', 'matches', 'batteries'].map(
        (word) => isA('key', word) || isA('fire', word) || isA('part', word),
      ),
    ).toEqual([true, true, true]);
  });

  it('knows both of two, and what a heap is of', () => {
    expect(isA('fire', 'flint and steel')).toBe(true);
    expect(isA('key', 'key of stone')).toBe(true);
    expect(isA('key', 'stone of key rings')).toBe(false);
  });

  it('calls precious what any word of its name says is', () => {
    expect(isA('precious', 'jade dolphin')).toBe(true);
    expect(isA('precious', 'wooden dolphin')).toBe(false);
  });

  it('finds words of a kind in a text, each once', () => {
    expect(thingNouns('a door, a small window and a door', 'closable')).toEqual(['door', 'window']);
  });
});
