import { readFileSync } from 'node:fs';
import { openingState, type GameState } from '../../../src/domain/game-state.ts';
import type { Decision } from '../../../src/domain/proposal.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import type { Snapshot } from '../../../src/interpreter/interpreter.ts';
import { openStory } from '../../../src/interpreter/open-story.ts';
import { act } from '../../../src/turn/act.ts';
import { observe } from '../../../src/turn/observe.ts';
import { applyTurn } from '../../../src/turn/record.ts';
import { decision } from '../../helpers/observation.ts';
import { SHIPPED_STORY } from '../../helpers/workdir.ts';

/** A command, and what else the player says with it. */
type Play = string | readonly [string, Partial<Decision>];

/** A turn of the shipped story, and the state after it. */
export interface Played {
  readonly turn: TurnRecord;
  readonly state: GameState;
}

const game = openStory(readFileSync(SHIPPED_STORY), { seed: 3 });
const START = {
  state: openingState(1, 3, observe(game, game.opening)),
  snapshot: game.snapshot(),
};
/** Every turn that was played, by all that was played up to it: tests go the same way again and again. */
const known = new Map<string, { readonly played: Played; readonly snapshot: Snapshot }>();

/** The shipped story, played in its real engine. */
export function playShipped(...plays: readonly Play[]): readonly Played[] {
  let [way, { state, snapshot }] = ['', START];
  return plays.map((play) => {
    way += `${JSON.stringify(play)}\n`;
    const next = known.get(way) ?? playOn(play, state, snapshot);
    known.set(way, next);
    ({ snapshot } = next);
    ({ state } = next.played);
    return next.played;
  });
}

function playOn(play: Play, state: GameState, snapshot: Snapshot) {
  const [action, said] = typeof play === 'string' ? [play, {}] : play;
  game.restore(snapshot);
  const turn = act(state.turn + 1, state.observation, decision(action, said), {
    interpreter: game,
  });
  return { played: { turn, state: applyTurn(state, turn) }, snapshot: game.snapshot() };
}

/** What the player sees before its first turn. */
export function opening(): GameState {
  return START.state;
}

/** Commands of the shipped walkthrough, from one turn to another, both included. */
export function walkthrough(from: number, to: number): readonly string[] {
  const file = SHIPPED_STORY.replace(/\.z5$/, '.walkthrough.txt');
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).slice(from - 1, to);
}
