import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Ahead } from '../../../src/managers/recipe/checked-way.ts';
import { pointsFirst } from '../../../src/managers/recipe/points-first.ts';
import { observation } from '../../helpers/observation.ts';

const [HALL, PANTRY, YARD] = [locationId(1), locationId(2), locationId(3)];
const HERE = observation({ location: { id: HALL, name: 'Hall' }, score: 0, scene: '1' });
/** What the checked way still earns from the hall: seven points for ringing the bell there. */
const STEP = { done: 1, back: [], rest: ['ring bell'], pays: 7, along: null };

/** What pays once: an egg in the pantry, to enter the yard, and to ring the bell; who broke the egg rings in vain. */
function ahead(commands: readonly string[]): readonly Ahead[] {
  const won = new Set<string>();
  let room: number = HALL;
  return commands.map((command) => {
    if (command === 'west' && room === HALL) room = PANTRY;
    if (command === 'east' && room === PANTRY) room = HALL;
    if (command === 'jump' && room === HALL) room = YARD;
    const isEarned =
      (command === 'take egg' && room === PANTRY) ||
      (command === 'jump' && room === YARD) ||
      (command === 'ring bell' && room === HALL && !won.has('break egg'));
    if (isEarned || command === 'break egg') won.add(command);
    const points = { 'take egg': 5, jump: 3, 'ring bell': 7, 'break egg': 1 };
    const score = Object.entries(points).reduce(
      (sum, [name, value]) => sum + (won.has(name) ? value : 0),
      0,
    );
    return { room, score, held: '', isOver: false, scene: `${room} ${[...won].join()}` };
  });
}

function told(
  known: readonly string[],
  {
    turnsLeft = Infinity,
    back = ['east'],
    step = STEP,
    isFit = (_game: number) => true,
  }: {
    readonly turnsLeft?: number;
    readonly back?: readonly string[] | null;
    readonly step?: typeof STEP;
    readonly isFit?: (game: number) => boolean;
  } = {},
) {
  const ports = {
    routeTo: (from: number) =>
      from === PANTRY && back !== null ? { commands: back, isShut: false } : null,
    knownToPay: () => [known],
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

  it('are left where the way wins them anyway, pays less after them, or does so in another game', () => {
    expect(told(['ring bell'])).toBe(null);
    expect(told(['break egg'])).toBe(null);
    expect(told(EGG, { isFit: (game) => game === 0 })).toBe(null);
  });
});
