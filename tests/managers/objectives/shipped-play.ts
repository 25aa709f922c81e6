import { readFileSync } from 'node:fs';
import { openingState, type GameState } from '../../../src/domain/game-state.ts';
import type { Decision } from '../../../src/domain/proposal.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import type { Interpreter, Snapshot } from '../../../src/interpreter/interpreter.ts';
import { openStory } from '../../../src/interpreter/open-story.ts';
import { act } from '../../../src/turn/run-turn.ts';
import { observe } from '../../../src/turn/observe.ts';
import { recordTurn } from '../../../src/turn/record.ts';
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
const START = startOf(game, 3);
/** Every turn that was played, by all that was played up to it: tests go the same way again and again. */
const known = new Map<string, Reached>();

interface Reached {
  readonly played: Played;
  readonly snapshot: Snapshot;
}

/** The shipped story, played in its real engine. */
export function playShipped(...plays: readonly Play[]): readonly Played[] {
  let [way, { state, snapshot }] = ['', START];
  return plays.map((play) => {
    way += `${JSON.stringify(play)}\n`;
    if (!known.has(way)) game.restore(snapshot);
    const next = known.get(way) ?? playOn(game, play, state);
    known.set(way, next);
    ({ snapshot } = next);
    ({ state } = next.played);
    return next.played;
  });
}

/** A story, played in its real engine. */
export function playStory(file: string, seed: number, plays: readonly Play[]): readonly Played[] {
  const other = openStory(readFileSync(file), { seed });
  let { state } = startOf(other, seed);
  return plays.map((play) => {
    const { played } = playOn(other, play, state);
    ({ state } = played);
    return played;
  });
}

function startOf(interpreter: Interpreter, seed: number) {
  const state = openingState(1, seed, observe(interpreter, interpreter.opening));
  return { state, snapshot: interpreter.snapshot() };
}

function playOn(interpreter: Interpreter, play: Play, state: GameState): Reached {
  const [action, said] = typeof play === 'string' ? [play, {}] : play;
  const turn = act(state.turn + 1, state.observation, decision(action, said), { interpreter });
  return { played: { turn, state: recordTurn(state, turn) }, snapshot: interpreter.snapshot() };
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
