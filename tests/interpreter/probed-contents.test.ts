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

  it('are told as before where the story has ended', () => {
    expect(seen('quit', 'yes')).not.toContainEqual(['coin', null]);
    const game = openFixture('cupboard.z3');
    playOn(game, 'look', 'open', 'pull');
    game.facts();
    playOn(game, 'quit', 'yes');
    const { objects, ended } = game.facts();
    expect(ended).not.toBeNull();
    expect(objects.filter(isAnimate).map(({ name }) => name)).toEqual(['goat']);
  });
});

describe('what trials tell', () => {
  const look = (game: ReturnType<typeof openFixture>) =>
    game.facts().objects.map((one) => `${one.name}${isAnimate(one) ? ' lives' : ''}`);

  it('of two who answer alike and one box says nobody lives, until a thing was held', () => {
    const game = openFixture('guards.z3');
    playOn(game, 'n', 's');
    expect(look(game)).toEqual(expect.arrayContaining(['guard', 'porter', 'box']));
    playOn(game, 'take box');
    expect(look(game)).toEqual(expect.arrayContaining(['guard lives', 'porter lives', 'box']));
    playOn(game, 'drop box');
    expect(look(game)).toEqual(expect.arrayContaining(['guard lives', 'porter lives', 'box']));
  });

  it('does not depend on who looked before', () => {
    const [asked, silent] = [openFixture('guards.z3'), openFixture('guards.z3')];
    expect(look(asked)).toContain('coin');
    for (const game of [asked, silent]) {
      const here = game.snapshot();
      playOn(game, 'take box');
      if (game === asked) look(game);
      game.restore(here);
      playOn(game, 'n', 's');
    }
    expect(look(silent)).not.toContain('coin');
    expect(look(asked)).toEqual(look(silent));
  });
});
