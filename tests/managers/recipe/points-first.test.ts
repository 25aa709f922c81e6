import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Ahead } from '../../../src/managers/recipe/checked-way.ts';
import { pointsFirst } from '../../../src/managers/recipe/points-first.ts';
import { observation } from '../../helpers/observation.ts';

const [HALL, PANTRY, YARD] = [locationId(1), locationId(2), locationId(3)];
const HERE = observation({ location: { id: HALL, name: 'Hall' }, score: 0, scene: '1' });
/** What the checked way still earns from the hall: seven points for ringing the bell there. */
const STEP = { done: 1, back: [], rest: ['ring bell'], pays: 7, along: null };

/** What each command pays, once, and where it has to be given; who broke the egg rings in vain. */
const PAYS = new Map([
  ['take egg', { points: 5, room: PANTRY }],
  ['jump', { points: 3, room: HALL }],
  ['ring bell', { points: 7, room: HALL }],
  ['break egg', { points: 1, room: HALL }],
]);
const WALKS = new Map([
  ['west', { from: HALL, to: PANTRY }],
  ['east', { from: PANTRY, to: HALL }],
  ['jump', { from: HALL, to: YARD }],
]);

function ahead(commands: readonly string[]): readonly Ahead[] {
  const won = new Set<string>();
  let [room, score] = [HALL, 0];
  return commands.map((command) => {
    const gain = PAYS.get(command);
    const isVain = won.has(command) || (command === 'ring bell' && won.has('break egg'));
    if (gain?.room === room && !isVain) {
      won.add(command);
      score += gain.points;
    }
    const walk = WALKS.get(command);
    if (walk?.from === room) room = walk.to;
    return { room, score, held: '', isOver: false, scene: `${room} ${[...won].join()}` };
  });
}

const IDLE = Array.from({ length: 8 }, () => 'wait');

function told(
  known: readonly string[],
  {
    before = 0,
    turnsLeft = Infinity,
    back = ['east'],
    step = STEP,
    isFit = (_game: number) => true,
  }: {
    /** Memories before this one, of eight commands that pay nothing. */
    readonly before?: number;
    readonly turnsLeft?: number;
    readonly back?: readonly string[] | null;
    readonly step?: typeof STEP;
    readonly isFit?: (game: number) => boolean;
  } = {},
) {
  const ports = {
    routeTo: (from: number) =>
      from === PANTRY && back !== null ? { commands: back, isShut: false } : null,
    knownToPay: () => [...Array.from({ length: before }, () => IDLE), known],
    tryAhead: (commands: readonly string[], game: number) => (isFit(game) ? ahead(commands) : []),
  };
  return pointsFirst(step, { now: HERE, turnsLeft, ports });
}

const EGG = ['west', 'take egg'];

describe('points that come before the checked way', () => {
  it('are won next door, with the way back', () => {
    expect(told(EGG)).toEqual({ commands: ['west', 'take egg', 'east'], pays: 5 });
  });

  it('are won here, without what comes after them and pays nothing', () => {
    expect(told(['ring bell', 'west'], { step: { ...STEP, rest: [], pays: 0 } })).toEqual({
      commands: ['ring bell'],
      pays: 7,
    });
  });

  it.each([
    [1, true],
    [2, true],
    [3, false],
  ])('are left where the way back takes more than two commands: %i', (length, isTold) => {
    const back = [...Array.from({ length: length - 1 }, () => 'wait'), 'east'];
    expect(told(EGG, { back }) !== null).toBe(isTold);
  });

  it('are left where nobody knows a way back', () => {
    expect(told(EGG, { back: null })).toBe(null);
    expect(told(['jump'])).toBe(null);
  });

  it.each([
    [3, false],
    [4, true],
    [5, true],
  ])(
    'are left where they and the way take more than the turns that are left: %i',
    (turns, isTold) => {
      expect(told(EGG, { turnsLeft: turns }) !== null).toBe(isTold);
    },
  );

  it.each([
    [24, true],
    [25, false],
    [26, false],
  ])('are not looked for after 200 engine steps: after %i times eight', (before, isTold) => {
    expect(told(EGG, { before }) !== null).toBe(isTold);
  });

  it('are left where the way wins them anyway, pays less after them, or does so in another game', () => {
    expect(told(['ring bell'])).toBe(null);
    expect(told(['break egg'])).toBe(null);
    expect(told(EGG, { isFit: (game) => game === 0 })).toBe(null);
  });
});
