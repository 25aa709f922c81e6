import { describe, expect, it } from 'vitest';
import { describeLoop, findLoop } from '../../../src/managers/state/world-loop.ts';

describe('findLoop', () => {
  it.each([
    ['A', null],
    ['ABC', null],
    ['ABA', { kind: 'returned', turnsAgo: 2, times: 1 }],
    ['ABCDA', { kind: 'returned', turnsAgo: 4, times: 1 }],
    ['ABABA', { kind: 'returned', turnsAgo: 2, times: 2 }],
    ['AABBA', { kind: 'returned', turnsAgo: 3, times: 1 }],
    ['AA', { kind: 'unchanged', turns: 1 }],
    ['ABBBB', { kind: 'unchanged', turns: 3 }],
    ['ABAA', { kind: 'unchanged', turns: 1 }],
  ])('of worlds %s is %j', (worlds, loop) => {
    expect(findLoop(Array.from(worlds))).toEqual(loop);
  });

  it('of no world is none', () => {
    expect(findLoop([])).toBeNull();
  });
});

describe('what the agent is told of a loop', () => {
  it('is how long ago the world was the same, and what was done for nothing since', () => {
    expect(describeLoop(findLoop(Array.from('ABA')), ['look', 'north', 'south'], 0)).toBe(
      'You were in exactly this state 2 turns ago: what you did since (north, south) came to nothing.',
    );
    expect(describeLoop(findLoop(Array.from('ABABA')), [], 0)).toContain(
      'This is your return number 2.',
    );
  });

  it('is nothing for a new world or a look around', () => {
    expect(describeLoop(findLoop(Array.from('AB')), [], 9)).toBe('');
    expect(describeLoop(findLoop(Array.from('AAA')), [], 9)).toBe('');
    expect(describeLoop(findLoop(Array.from('AAAA')), [], 9)).toContain('has changed for 3 turns');
    expect(describeLoop(findLoop(Array.from('AAAAA')), [], 9)).toContain('has changed for 4 turns');
  });

  it('is nothing while answers are new', () => {
    const loop = findLoop(Array.from('AAAAAA'));
    expect(describeLoop(loop, [], 2)).toBe('');
    expect(describeLoop(loop, [], 3)).toContain('has changed for 3 turns');
  });

  it.each([
    [7, 'what you did since (z1, z2, z3, z4, z5, z6, z7)'],
    [8, 'what you did since (z1, z2, z3, z4, z5, z6, z7, z8)'],
    [9, 'all that you did since'],
  ])('lists what was done in the last %i turns while that is at most eight', (turnsAgo, since) => {
    const actions = Array.from({ length: turnsAgo }, (_, at) => `z${at + 1}`);
    const told = describeLoop({ kind: 'returned', turnsAgo, times: 1 }, actions, 0);
    expect(told).toContain(`${since} came to nothing`);
  });
});
