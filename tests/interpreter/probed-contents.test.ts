import { describe, expect, it } from 'vitest';
import { isAnimate } from '../../src/domain/observation.ts';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';

/** The things in reach of a story whose attributes nobody knows, with what each lies in. */
function seen(...commands: readonly string[]) {
  const game = openFixture('cupboard.z3');
  playOn(game, 'look', ...commands);
  const { objects } = game.facts();
  const nameOf = (id: number | null) => objects.find((one) => one.id === id)?.name ?? null;
  return objects.map(({ name, inside }) => [name, nameOf(inside)]);
}

describe('things in others, in a story whose attributes are not known', () => {
  it('are told once the parser takes them, and no more when it does not', () => {
    expect(seen()).toEqual([
      ['cupboard', null],
      ['shelf', null],
      ['jar', 'shelf'],
      ['rug', null],
      ['goat', null],
    ]);
    expect(seen('open')).toContainEqual(['plum', 'cupboard']);
    expect(seen('open', 'close')).not.toContainEqual(['plum', 'cupboard']);
  });

  it('are told with what lies in the room, once that has come to light', () => {
    expect(seen()).not.toContainEqual(['coin', null]);
    expect(seen('pull')).toContainEqual(['coin', null]);
  });

  it('are somebody if they answer otherwise than things', () => {
    const game = openFixture('cupboard.z3');
    playOn(game, 'look', 'open', 'pull');
    const { objects } = game.facts();
    expect(objects.filter(isAnimate).map(({ name }) => name)).toEqual(['goat']);
    expect(objects).toHaveLength(7);
  });

  it('cost nothing that the game keeps', () => {
    const game = openFixture('cupboard.z3');
    const before = game.stateHash();
    game.facts();
    expect(game.stateHash()).toBe(before);
  });
});
