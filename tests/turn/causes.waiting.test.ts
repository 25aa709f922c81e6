import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { Causes } from '../../src/turn/causes.ts';
import type { IdleTwin, Waiting } from '../../src/turn/idle-twin.ts';
import { observation, thing, turn } from '../helpers/observation.ts';

type Differs = Partial<Observation>;

/** What comes of waiting from a moment, which is told by the moves before it, and of playing a command there. */
interface World {
  readonly waited: (from: number, moves: number, numbers: number | undefined) => Differs | null;
  readonly otherwise?: () => Differs | null;
  readonly played?: (numbers: number | undefined) => Differs;
}

function causesIn({ waited, otherwise = () => null, played = () => ({}) }: World) {
  const look = (differs: Differs | null) => (differs === null ? null : observation(differs));
  const twin = {
    wait: (from: number, { moves = 1, numbers }: Waiting) => look(waited(from, moves, numbers)),
    waitOtherwise: () => look(otherwise()),
    play: (_: number, __: unknown, numbers?: number) => look(played(numbers)),
    changedUnseen: () => false,
  };
  const causes = new Causes(twin as unknown as IdleTwin);
  /** The turn after so many moves, which took one. */
  const find = (moves: number, action: string, after: Differs, before: Differs = {}) =>
    causes.find(
      moves as never,
      turn(moves + 1, action, { moves, ...before }, { moves: moves + 1, text: '', ...after }),
    );
  return { find };
}

const DEAD = { ended: 'death' } as const;

describe('a change that no outcome tells of', () => {
  const bell = { text: 'You pull.\nA bell rings.', scene: 'rung' };
  const rings = causesIn({ waited: () => ({ text: ' A bell rings.\n', scene: 'rung' }) });

  it('is compared with waiting: what that is told, and whether it comes to the same', () => {
    const comparison = { alsoIdle: [], toldIdle: 'A bell rings.', isSameIdle: true };
    expect(rings.find(0, 'pull rope', bell)).toEqual({ comparison });
    const silent = causesIn({ waited: () => ({ text: '' }) });
    expect(silent.find(0, 'pull rope', bell)).toEqual({ comparison: { alsoIdle: [] } });
  });

  it.each([
    ['who only looks', 'look', bell, false],
    ['where nothing changed', 'pull rope', { text: 'No.' }, false],
    ['where a long answer took no move', 'credits', { text: 'One.\n\nTwo.', moves: 0 }, false],
    ['where a long answer took one', 'pull rope', { text: 'One.\n\nTwo.' }, true],
  ])('is looked into: %s', (_, action, after, isCompared) => {
    expect('comparison' in rings.find(0, action, after)).toBe(isCompared);
  });

  it('is told by itself where nobody can wait', () => {
    expect(causesIn({ waited: () => null }).find(0, 'pull rope', bell)).toEqual({});
  });

  it('says what came for one who waited, too, and that only where it is the same', () => {
    const seen = (...ids: readonly number[]) => ({
      objects: ids.map((id) => thing(id, `thing ${id}`)),
    });
    const comes = causesIn({ waited: () => seen(1, 2) });
    const { comparison } = comes.find(0, 'pull rope', { ...seen(1, 2, 3), scene: 'x' }, seen(1));
    expect(comparison).toEqual({ alsoIdle: [], cameIdle: [2] });
  });
});

describe('an outcome', () => {
  it('of a story that is over is nobody’s', () => {
    const found = causesIn({ waited: () => DEAD }).find(0, 'north', { score: 5 }, DEAD);
    expect(found).toEqual({});
  });

  it('is of unknown cause where nobody can wait', () => {
    expect(causesIn({ waited: () => null }).find(0, 'north', DEAD)).toEqual({ cause: 'unknown' });
  });

  it('that comes every time with the command, and never with waiting, is no chance', () => {
    const sure = causesIn({ waited: () => ({ moves: 1 }), played: () => ({ score: 5 }) });
    expect(sure.find(0, 'pray', { score: 5, scene: 'x' })).toEqual({
      cause: 'command',
      comparison: { alsoIdle: [] },
    });
  });

  it.each([
    ['as often with waiting', 3, 3, 'clock'],
    ['less often with waiting', 5, 3, 'unknown'],
    ['only with the command', 5, 0, 'command'],
    ['every time with the command, now and then with waiting', 8, 3, 'unknown'],
  ])('that comes %s is told with its odds', (_, command, idle, cause) => {
    const numbers = [undefined, 101, 2_003, 30_011, 40_009, 500_009, 6_000_011, 70_000_027];
    const among = (count: number, one: number | undefined) =>
      numbers.indexOf(one) < count ? { score: 5 } : {};
    const lucky = causesIn({
      waited: (_from, _moves, one) => among(idle, one),
      played: (one) => among(command, one),
    });
    expect(lucky.find(0, 'pray', { score: 5 })).toMatchObject({
      cause,
      comparison: { odds: { tried: 8, command, idle } },
    });
  });

  it('tells what each of those who waited was told, up to the announcement of the end', () => {
    const text = 'Hall\nThe wall falls.\nYou scream.\n*** You have died ***\nAgain?';
    const { find } = causesIn({
      waited: () => ({ ...DEAD, text }),
      otherwise: () => ({ ...DEAD, text: `The wall falls.\n${text.slice(-30)}` }),
      played: () => DEAD,
    });
    expect(find(0, 'north', { ...DEAD, text }).comparison?.toldIdle).toBe('The wall falls.');
  });
});

describe('the beginning of what waiting comes to, too', () => {
  /** A fuse that is lit after so many moves, whatever is played, and burns for so many. */
  const fuse = (lit: number, burns: number, end: Differs = DEAD) =>
    causesIn({
      waited: (from, moves) => (from >= lit && from + moves >= lit + burns ? end : { moves: 1 }),
      played: () => end,
    });
  const beginningAt = (last: number, one: ReturnType<typeof fuse>) => {
    for (let moves = 0; moves < last; moves += 1) one.find(moves, 'look', { text: 'Hall' });
    return one.find(last, 'look', DEAD).comparison?.beginning;
  };

  it('is the turn after which it was bound to come', () => {
    expect(beginningAt(9, fuse(6, 4))).toEqual({ turn: 6, moves: 4 });
    expect(beginningAt(2, fuse(0, 3))).toEqual({ turn: 0, moves: 3 });
  });

  it.each([
    [399, { turn: 0, moves: 400 }],
    [400, undefined],
  ])('is the start of a game that is %i moves long: %j', (last, beginning) => {
    const found = beginningAt(last, fuse(0, last + 1));
    expect(found).toEqual(beginning);
  });

  it('is not told where it lies further back than anybody looks', () => {
    expect(beginningAt(40, fuse(1, 40))).toBeUndefined();
  });

  it('of a death is looked into each time, of anything else once in a room', () => {
    const pit = { scene: 'pit', location: { id: locationId(4), name: 'Pit' } };
    const isTold = (end: Differs, before: Differs = {}) => {
      const { find } = fuse(0, 1, end);
      return [{}, {}, before].map(
        (one, moves) => 'beginning' in (find(moves, 'look', end, one).comparison ?? {}),
      );
    };
    expect(isTold(DEAD)).toEqual([true, true, true]);
    expect(isTold(pit)).toEqual([true, false, false]);
    expect(isTold(pit, { location: { id: locationId(3), name: 'Loft' } })).toEqual([
      true,
      false,
      true,
    ]);
  });
});
