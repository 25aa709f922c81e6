/** @module-tag slow */
import { expect, test } from 'vitest';
import { openingState, type GameState } from '../../../src/domain/game-state.ts';
import type { Interpreter } from '../../../src/interpreter/interpreter.ts';
import { openStory } from '../../../src/interpreter/open-story.ts';
import { lookInSnapshot } from '../../../src/managers/in-snapshot.ts';
import { stateSections } from '../../../src/managers/context/state-sections.ts';
import { triedLines } from '../../../src/managers/context/tried-lines.ts';
import { act } from '../../../src/turn/run-turn.ts';
import { observe } from '../../../src/turn/observe.ts';
import { Causes } from '../../../src/turn/causes.ts';
import { IdleTwin } from '../../../src/turn/idle-twin.ts';
import { recordTurn } from '../../../src/turn/record.ts';
import { decision } from '../../helpers/observation.ts';
import { readTestStory } from '../../helpers/stories.ts';
import { NO_LORE } from './no-lore.ts';

const story = readTestStory('partyfoul.z8');
const cave = readTestStory('advent.z5');
/** To the guest room. */
const TO_GUESTS = ['no', 'give drink to frank', 'wait', 'wait', 'wait', 'w'];

/** The state after these commands. */
function played(file: Uint8Array, ...commands: readonly string[]): GameState {
  return playedIn(openStory(file, { seed: 13 }), ...commands);
}

function playedIn(interpreter: Interpreter, ...commands: readonly string[]): GameState {
  const causes = new Causes(new IdleTwin(interpreter));
  let state = openingState(1, 13, observe(interpreter, interpreter.opening));
  for (const command of commands) {
    const turn = act(state.turn + 1, state.observation, decision(command), {
      interpreter,
      causes,
    });
    state = recordTurn(state, turn);
  }
  return state;
}

function tried({ attempts, observation }: GameState): readonly string[] {
  return triedLines(attempts.get(observation.location.id) ?? [], observation).split('\n');
}

test.skipIf(story === null)('what was tried is told from what one who waits lives through', () => {
  if (story === null) return;
  expect(tried(played(story, 'no', 'give drink to frank', 'w')).at(-1)).toMatch(
    /^- west: told, no change seen: You try to drift away.*Wait/,
  );
  const guests = tried(
    played(story, ...TO_GUESTS, 'turn on space heater', 'examine bed', 'open closet', 'take purse'),
  );
  expect(guests).toEqual([
    '- turn on space heater: space heater on',
    '- examine bed: "In the middle of the small guest room, lies a well-made bed, where you put your coat when you first arrived at the party. Unfortunately, this view is now obscured as Frank, dead to the world, lies on top of it."',
    '- open closet: guest room closet open, hair dryer in reach',
    '- take purse: your purse held',
  ]);
});

test.skipIf(story === null)('what happened while a room was described is no part of it', () => {
  if (story === null) return;
  const game = openStory(story, { seed: 13 });
  const state = playedIn(game, ...TO_GUESTS, 'take purse', 'e', 'wait', 'wait', 'wait');
  const printed = state.descriptions.get(state.observation.location.id)?.text;
  expect(printed).toContain('Ron sighs from behind the bar.');
  const before = game.stateHash();
  const sections = stateSections(state, NO_LORE, {
    maxTurns: null,
    folded: null,
    lookAgain: () => lookInSnapshot(game),
    refusedWays: () => [],
  });
  expect(game.stateHash()).toBe(before);
  const told = sections.find(({ name }) => name.startsWith('Room description'))?.body;
  expect(told).toContain('The front door waits invitingly to the south.');
  expect(told).not.toContain('Ron sighs');
});

test.skipIf(cave === null)(
  'in the dark the block says so, and tells of nothing but what is held',
  () => {
    if (cave === null) return;
    const way = [
      'e',
      'take all',
      'w',
      's',
      's',
      's',
      'unlock grate with keys',
      'open grate',
      'd',
      'w',
    ];
    const block = (...more: readonly string[]) => {
      const state = played(cave, ...way, ...more);
      const sections = stateSections(state, NO_LORE, {
        maxTurns: null,
        folded: null,
        lookAgain: () => null,
        refusedWays: () => [],
      });
      return (heading: string) => sections.find(({ name }) => name.startsWith(heading))?.body;
    };
    const [lit, dark] = [block(), block('w')];
    expect(lit('Now')).not.toContain('dark');
    expect(lit('Things in reach')).toContain('wicker cage');
    expect(dark('Now')).toMatch(/^It is dark: only what you hold can be seen\.$/m);
    expect(dark('Held')).toContain('brass lantern');
    expect(dark('Things in reach')).toBeUndefined();
  },
);
