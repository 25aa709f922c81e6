import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EngineSteps, STEPS_PER_SIGN } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { IdleTwin } from '../../src/turn/idle-twin.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

const NONE = { turns: 0, exits: 0, twins: 0, verification: 0 };

function open() {
  const steps = new EngineSteps();
  return { steps, game: openStory(readFileSync(SHIPPED_STORY), { seed: 3, steps }) };
}

it('a command is one step, and opening a story is none', () => {
  const { steps, game } = open();
  expect(steps.taken).toEqual(NONE);
  game.step('look');
  game.step('wait');
  expect(steps.taken).toEqual({ ...NONE, turns: 2 });
});

it.each([
  [STEPS_PER_SIGN - 1, 0],
  [STEPS_PER_SIGN, 1],
  [2 * STEPS_PER_SIGN, 2],
])('there is a sign of work in good time: of %d steps %d', (taken, signs) => {
  let shown = 0;
  const steps = new EngineSteps(() => void (shown += 1));
  for (let step = 0; step < taken; step += 1) steps.count();
  expect(shown).toBe(signs);
});

it('ways out are tried under their own name, once for a moment', () => {
  const { steps, game } = open();
  game.exits();
  const { exits, ...others } = steps.taken;
  expect(exits).toBeGreaterThanOrEqual(12);
  expect(others).toEqual({ turns: 0, twins: 0, verification: 0 });
  game.exits();
  expect(steps.taken.exits).toBe(exits);
});

it('a twin waits under its own name, and so do the ways out that it looks for', () => {
  const { steps, game } = open();
  const twin = new IdleTwin(
    game,
    () => true,
    (live) => steps.during('twins', live),
  );
  twin.wait(game.snapshot(), { moves: 3 });
  const { twins, ...others } = steps.taken;
  expect(twins).toBeGreaterThanOrEqual(3);
  expect(others).toEqual({ turns: 0, exits: 0, verification: 0 });
});

it('what was counted elsewhere is added, and a purpose ends with what it was for, however that ends', () => {
  const { steps, game } = open();
  const fail = () =>
    steps.during('verification', () => {
      game.step('look');
      game.exits();
      throw new Error('over');
    });
  expect(fail).toThrow('over');
  const { verification } = steps.taken;
  expect(verification).toBeGreaterThan(12);
  steps.add({ turns: 1, exits: 2, twins: 3, verification: 4 });
  game.step('look');
  expect(steps.taken).toEqual({ turns: 2, exits: 2, twins: 3, verification: verification + 4 });
});
