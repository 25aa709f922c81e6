import { readFileSync } from 'node:fs';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import type { Snapshot } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { observe } from '../../src/turn/observe.ts';
import { decision } from './observation.ts';
import { SHIPPED_STORY } from './workdir.ts';

const game = openStory(readFileSync(SHIPPED_STORY), { seed: 12 });
const START = { after: observe(game, game.opening), snapshot: game.snapshot() };
/** By the commands up to it: tests go the same way again and again. */
const known = new Map<string, { readonly turn: TurnRecord; readonly snapshot: Snapshot }>();

/** The turns of the shipped story in which these commands are played from its start. */
export function realTurns(...commands: readonly string[]): readonly TurnRecord[] {
  let { after: before, snapshot } = START;
  return commands.map((command, at) => {
    const way = JSON.stringify(commands.slice(0, at + 1));
    const next = known.get(way) ?? play(command, { at, before, snapshot });
    known.set(way, next);
    ({ snapshot } = next);
    before = next.turn.after;
    return next.turn;
  });
}

function play(
  command: string,
  from: {
    readonly at: number;
    readonly before: TurnRecord['before'];
    readonly snapshot: Snapshot;
  },
) {
  game.restore(from.snapshot);
  const after = observe(game, game.step(command));
  const turn = { turn: from.at + 1, before: from.before, decision: decision(command), after };
  return { turn, snapshot: game.snapshot() };
}
