import { readFileSync } from 'node:fs';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { observe } from '../../src/turn/observe.ts';
import { decision } from './observation.ts';
import { SHIPPED_STORY } from './workdir.ts';

/** The turns of the shipped story in which these commands are played from its start. */
export function realTurns(...commands: readonly string[]): readonly TurnRecord[] {
  const game = openStory(readFileSync(SHIPPED_STORY), { seed: 12 });
  let before = observe(game, game.opening);
  return commands.map((command, at) => {
    const after = observe(game, game.step(command));
    const turn = { turn: at + 1, before, decision: decision(command), after };
    before = after;
    return turn;
  });
}
