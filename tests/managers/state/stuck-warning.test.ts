import { describe, expect, it } from 'vitest';
import {
  stuckWarningWords,
  describeStagnation,
  stuckActions,
  type Stagnation,
  describeLoop,
  findLoop,
} from '../../../src/managers/state/stuck-warning.ts';
import { locationId } from '../../../src/domain/ids.ts';
import { turn } from '../../helpers/observation.ts';

function warning(turnsQuiet: number, differs: Partial<Stagnation> = {}): string {
  const stagnation = {
    turnsQuiet,
    turnsStuck: turnsQuiet,
    turnsLeft: 40 - turnsQuiet,
    endsEpisode: true,
    hasObjectives: false,
    untriedHere: [],
    untriedNear: null,
    repeated: [],
    ...differs,
  };
  return describeStagnation(stagnation, 40);
}

describe('the stuck warning', () => {
  it.each([
    [20, 'STAGNATION', 'in 20 turns'],
    [29, 'STAGNATION', 'in 11 turns'],
    [30, 'URGENT', 'in 10 turns'],
    [34, 'URGENT', 'in 6 turns'],
    [35, 'CRITICAL', 'in 5 turns'],
    [39, 'CRITICAL', 'in 1 turn.'],
  ])('after %i turns is %s and counts down: %s', (turnsQuiet, level, end) => {
    expect(warning(turnsQuiet)).toMatch(
      new RegExp(`^${level}: nothing new for ${turnsQuiet} turns:`),
    );
    expect(warning(turnsQuiet)).toContain(end);
  });

  it('does not speak of an end where the episode goes on', () => {
    const told = warning(39, { endsEpisode: false });
    expect(told).toMatch(/^CRITICAL: nothing new for 39 turns: .*$/m);
    expect(told).not.toContain('ends');
  });

  it.each([
    [4, 4],
    [5, 5],
    [6, 5],
  ])('of %i repeated actions lists %i', (count, listed) => {
    const repeated = Array.from({ length: count }, (_, at) => ({ action: `push ${at}`, times: 3 }));
    const told = warning(20, { repeated });
    expect(told.match(/push \d \(3x\)/g)).toHaveLength(listed);
  });

  it('speaks of objectives only when there are any', () => {
    expect(warning(20)).not.toMatch(/your objectives/);
    expect(warning(20, { hasObjectives: true })).toContain('one of your objectives counts');
  });

  it('always suggests something, and hints at what was not tried and what was overdone', () => {
    expect(warning(20)).toContain('Do something you have not done');
    const hints = warning(20, {
      untriedHere: ['up'],
      untriedNear: { place: 'Yard (2)', directions: ['north', 'in'] },
      repeated: [{ action: 'push wall', times: 4 }],
    });
    expect(hints).toContain('Never taken from here: up.');
    expect(hints).toContain('Never taken from Yard (2): north, in.');
    expect(hints).toContain('push wall (4x)');
  });
});

describe('actions done again and again', () => {
  const inRoom = (id: number, action: string, text: string) => {
    const room = { location: { id: locationId(id), name: 'Room' } };
    return turn(1, action, room, { text });
  };

  it('are those done three times in one room with one outcome, whatever their case, most frequent first', () => {
    const turns = [
      ...['Look', 'look', 'LOOK', 'look'].map((action) => inRoom(1, action, 'Dust.')),
      ...['push', 'push', 'push'].map((action) => inRoom(1, action, 'No.')),
      ...['wait', 'wait'].map((action) => inRoom(1, action, 'Time passes.')),
      inRoom(2, 'wait', 'Time passes.'),
      inRoom(1, 'wait', 'The lights return.'),
    ];
    expect(stuckActions(turns, 20)).toEqual([
      { action: 'look', times: 4 },
      { action: 'push', times: 3 },
    ]);
  });

  it('are counted within the window', () => {
    const turns = Array.from({ length: 4 }, () => inRoom(1, 'wait', 'Time passes.'));
    expect(stuckActions(turns, 2)).toEqual([]);
    expect(stuckActions(turns, 3)).toEqual([{ action: 'wait', times: 3 }]);
  });
});

describe('who met nothing new', () => {
  const near = { place: 'Cellar (7)', directions: ['north'] };
  it.each([
    [['up', 'west'], near, 'Leave this place by up or west.'],
    [[], near, 'Go to Cellar (7) and on by north, which nobody took.'],
    [[], null, 'Find what opens a way out: no way that is known from here leads anywhere new.'],
  ])('is offered an objective: by %j, or %j', (untriedHere, untriedNear, aim) => {
    expect(stuckWarningWords(10, { untriedHere, untriedNear })).toBe(
      `Nothing new was met for 10 turns. An objective worth setting: "${aim}"`,
    );
  });
});

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
      'You were in exactly this state 2 turns ago: what you did since (north, south) left no mark on the world.',
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
    expect(told).toContain(`${since} left no mark on the world`);
  });
});
