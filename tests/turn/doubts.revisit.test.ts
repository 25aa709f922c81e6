import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { revisitDoubt } from '../../src/turn/doubts.ts';

const options = { revisitWindow: 5, revisitPenalty: -0.2 };

function penalty(arrivals: readonly number[], to: number) {
  return revisitDoubt(arrivals.map(locationId), { id: locationId(to), name: 'Forest' }, options);
}

describe('a walk to a room', () => {
  it('costs nothing the first time, and nothing for the room where the player is', () => {
    expect(penalty([1, 2], 3).penalty).toBe(0);
    expect(penalty([3, 1, 3], 3).penalty).toBe(0);
  });

  it.each([
    ['four arrivals ago', [3, 1, 2, 4], -0.2],
    ['five arrivals ago', [3, 1, 2, 4, 5], -0.2],
    ['six arrivals ago', [3, 1, 2, 4, 5, 6], 0],
    ['twice', [3, 1, 3, 2], -0.4],
  ])('costs 0.2 for each arrival there among the last five: %s', (_, arrivals, cost) => {
    expect(penalty(arrivals, 3).penalty).toBe(cost);
  });

  it.each([
    [-0.4, -0.8],
    [-0.5, -1],
    [-0.6, -1],
  ])('costs at most 1, at %d for each of two arrivals', (revisitPenalty, cost) => {
    const arrivals = [3, 1, 3, 2].map(locationId);
    const to = { id: locationId(3), name: 'Forest' };
    expect(revisitDoubt(arrivals, to, { ...options, revisitPenalty }).penalty).toBe(cost);
  });

  it('knows rooms by id: another room of the same name is another room', () => {
    expect(penalty([3, 1], 4).penalty).toBe(0);
    expect(penalty([0, 1], 0).penalty).toBe(-0.2);
  });

  it('is explained with the name of the room', () => {
    expect(penalty([3, 1], 3).reason).toBe('Forest (3) was entered once in the last 5 arrivals');
  });
});
