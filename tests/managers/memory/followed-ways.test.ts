import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { followedWays } from '../../../src/managers/memory/followed-ways.ts';
import { turn } from '../../helpers/observation.ts';
import { memory } from '../../helpers/memory.ts';

const room = (id: number) => ({ location: { id: locationId(id), name: `Room ${id}` } });
const walk = (at: number, direction: string, from: number, to: number) =>
  turn(at, direction, room(from), room(to));
const way = memory({ title: 'The safe way: west, west again, then north to the chapel' });

describe('a way through several rooms', () => {
  const isFollowed = (...recent: readonly TurnRecord[]) =>
    followedWays([[locationId(1), way]], { recent }).length > 0;
  const first = walk(1, 'west', 1, 2);

  it('is followed from its room by its steps, up to the last', () => {
    expect(isFollowed(first)).toBe(true);
    expect(isFollowed(first, walk(2, 'west', 2, 3))).toBe(true);
    expect(isFollowed(first, walk(2, 'west', 2, 3), walk(3, 'north', 3, 4))).toBe(false);
    expect(isFollowed(first, walk(2, 'north', 2, 5))).toBe(false);
    expect(isFollowed(walk(1, 'west', 7, 2))).toBe(false);
  });

  it('is followed on after an act on the way, and no more after being carried off', () => {
    const act = turn(2, 'put egg in bag', room(2), room(2));
    expect(isFollowed(first, act)).toBe(true);
    expect(isFollowed(first, act, walk(3, 'west', 2, 3))).toBe(true);
    expect(isFollowed(first, walk(2, 'wait', 2, 9), walk(3, 'west', 9, 3))).toBe(false);
  });
});
