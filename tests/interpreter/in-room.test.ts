import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

it('the object tree tells in which room a thing is, wherever the player is and whoever has it', () => {
  const game = openStory(readFileSync(SHIPPED_STORY), { seed: 5 });
  const play = (...commands: readonly string[]) => {
    for (const command of commands) game.step(command);
    return game.facts();
  };
  const garden = play('n', 'n', 'ne', 'open hen-coop');
  const egg = garden.objects.find(({ name }) => name === 'china egg')?.id ?? 0;
  const yard = play('sw');
  const isIn = ({ location }: typeof yard) => game.isInRoom(egg, location.id);
  expect([isIn(garden), isIn(yard)]).toEqual([true, false]);
  play('ne', 'take china egg');
  play('sw');
  expect([isIn(garden), isIn(yard)]).toEqual([false, true]);
});
