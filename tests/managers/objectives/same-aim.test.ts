import { describe, expect, it } from 'vitest';
import { isSameAim } from '../../../src/managers/objectives/aim.ts';

describe('two objectives', () => {
  it.each([
    [
      'Get my casserole dish, from which Barb eats, in the kitchen',
      'Get my casserole dish in Location 103, from which Barb eats',
    ],
    [
      'Unlock the sea chest in the bedroom (66) with the brass key',
      'Unlock the sea chest at Location 66 with the brass key',
    ],
    ['Take the lamp and the rope', 'Fetch a rope and lamp'],
    ['put the egg in the case', 'Put egg in case!'],
    [
      'Explore up from Location 28 to reach Location 51',
      'Explore west from Location 52 (Hall) to reach Location 51 (Loft).',
    ],
  ])('are one where they ask for the same: %s / %s', (one, other) => {
    expect(isSameAim(one, other)).toBe(true);
    expect(isSameAim(other, one)).toBe(true);
  });

  it.each([
    ['Unlock the chest with the brass key', 'Unlock the chest with the rusty key'],
    ['Unlock the chest', 'Open the chest'],
    ['Examine the door in Location 5', 'Examine the door in Location 9'],
    ['Get the key in the kitchen', 'Get the key in the cellar'],
    ['Put the egg in the case', 'Put the egg in the nest'],
    ['Take the lamp', 'Take the lamp and light it'],
    ['Reach Location 5', 'Reach Location 9'],
    ['Explore up from Location 28 to reach Location 5', 'Explore up to reach Location 9'],
    ['Take the lamp to reach Location 51', 'Explore west to reach Location 51'],
    ['Explore north from Location 5', 'Explore north from Location 9'],
  ])('are two where an act, a thing or a place differs: %s / %s', (one, other) => {
    expect(isSameAim(one, other)).toBe(false);
  });
});
