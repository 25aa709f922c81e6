import { describe, expect, it } from 'vitest';
import { IdleTwin } from '../../src/turn/idle-twin.ts';
import { rememberLooks } from '../../src/interpreter/wrapped-interpreter.ts';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';

describe('the idle twin', () => {
  it('lets one move pass where WAIT lets three pass', () => {
    const game = openFixture('hazards.z3');
    expect(new IdleTwin(game).wait(game.snapshot())?.moves).toBe(1);
  });

  it.each([1, 2, 5])('lives through %i moves', (moves) => {
    const game = openFixture('hazards.z3');
    expect(new IdleTwin(game).wait(game.snapshot(), { moves })?.moves).toBe(moves);
  });

  it('stops where it dies', () => {
    const game = openFixture('hazards.z3');
    const idle = new IdleTwin(game).wait(game.snapshot(), { moves: 30 });
    expect(idle).toMatchObject({ moves: 17, ended: 'death' });
  });

  it('finds its way to wait although the first moment it sees is the last one', () => {
    const game = openFixture('hazards.z3');
    const opening = game.snapshot();
    const twin = new IdleTwin(game);
    playOn(game, ...Array.from({ length: 16 }, () => 'look'));
    expect(twin.wait(game.snapshot())?.ended).toBe('death');
    expect(twin.wait(opening)?.moves).toBe(1);
  });

  it('leaves the game as it was, what was seen of it, and its random numbers', () => {
    const game = rememberLooks(openFixture('hazards.z3'));
    playOn(game, 'west');
    const [hash, facts] = [game.stateHash(), game.facts()];
    const twin = new IdleTwin(game);
    twin.wait(game.snapshot(), { numbers: 7 });
    twin.play(game.snapshot(), 'attack ogre', 7);
    expect(game.facts()).toBe(facts);
    const alone = rememberLooks(openFixture('hazards.z3'));
    playOn(alone, 'west');
    expect([game.stateHash(), alone.stateHash()]).toEqual([hash, hash]);
  });

  it('has other luck with other numbers, and the same with the same', () => {
    const game = openFixture('hazards.z3');
    playOn(game, 'west');
    const [here, twin] = [game.snapshot(), new IdleTwin(game)];
    const ends = (numbers: readonly number[]) =>
      numbers.map((one) => twin.play(here, 'attack ogre', one)?.ended ?? null);
    const numbers = Array.from({ length: 20 }, (_, index) => 1_000_003 * index);
    expect(new Set(ends(numbers))).toEqual(new Set(['death', null]));
    expect(ends(numbers)).toEqual(ends(numbers));
  });

  it('knows nothing where a key is waited for', () => {
    const game = openFixture('keys.z5');
    expect(playOn(game, 'pull lever').waitsFor).toBe('key');
    expect(new IdleTwin(game).wait(game.snapshot())).toBeNull();
  });

  it('knows nothing when no step may be taken', () => {
    const game = openFixture('hazards.z3');
    let left = 1;
    const twin = new IdleTwin(game, () => left-- > 0);
    expect(twin.play(game.snapshot(), 'look')).not.toBeNull();
    expect(twin.play(game.snapshot(), 'look')).toBeNull();
    expect(game.facts().moves).toBe(0);
  });

  it('knows nothing when the steps end while it waits, however often it waited before', () => {
    const game = openFixture('hazards.z3');
    let left = Infinity;
    const twin = new IdleTwin(game, () => left-- > 0);
    expect(twin.wait(game.snapshot())?.moves).toBe(1);
    left = 1;
    expect(twin.wait(game.snapshot(), { moves: 3 })).toBeNull();
  });
});
