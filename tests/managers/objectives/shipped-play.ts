import { readFileSync } from 'node:fs';
import { openingState, type GameState } from '../../../src/domain/game-state.ts';
import type { Decision } from '../../../src/domain/proposal.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
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

/** The shipped story, played in its real engine. */
export function playShipped(...plays: readonly Play[]): readonly Played[] {
  return playStory(SHIPPED_STORY, 3, plays);
}

/** A story, played in its real engine. */
export function playStory(file: string, seed: number, plays: readonly Play[]): readonly Played[] {
  const interpreter = openStory(readFileSync(file), { seed });
  let state = openingState(1, seed, observe(interpreter, interpreter.opening));
  return plays.map((play) => {
    const [action, said] = typeof play === 'string' ? [play, {}] : play;
    const turn = act(state.turn + 1, state.observation, decision(action, said), { interpreter });
    state = applyTurn(state, turn);
    return { turn, state };
  });
}

/** What the player sees before its first turn. */
export function opening(): GameState {
  const interpreter = openStory(readFileSync(SHIPPED_STORY), { seed: 3 });
  return openingState(1, 3, observe(interpreter, interpreter.opening));
}

/** Commands of the shipped walkthrough, from one turn to another, both included. */
export function walkthrough(from: number, to: number): readonly string[] {
  const file = SHIPPED_STORY.replace(/\.z5$/, '.walkthrough.txt');
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).slice(from - 1, to);
}
