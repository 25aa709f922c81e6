import { expect, it } from 'vitest';
import { openingState } from '../../../src/domain/game-state.ts';
import { observation } from '../../helpers/observation.ts';
import { openScene } from './knowledge-scene.ts';

const GOAL = 'Letter: the beacon takes a flame only once the seven gifts lie on the altar';
const PLAN = 'Lay the gifts on the altar';

/** The turns of these in which a note of turn 5 is told. */
function toldIn(turns: readonly number[], text: string, plan = '', done = '') {
  const { manager } = openScene({ file: `## LESSONS LEARNED\n- ${text} *(Ep3, T5)*\n` });
  const now = openingState(3, 1, observation());
  return turns.filter((turn) => manager.newest({ ...now, turn }, plan, null, done) !== '');
}

it.each([
  ['no objective is about it', GOAL, '', '', [15, 16, 17, 18, 40]],
  ['an open objective is about it', GOAL, PLAN, '', []],
  ['one was completed', GOAL, '', PLAN, []],
  ['an objective is about something else', GOAL, 'Open the sea chest', '', [15, 16, 17, 18, 40]],
  ['it is no goal', 'Letter: the beacon burns with oil', '', '', []],
])('the goal of the story stays told where %s', (_, text, plan, done, told) => {
  expect(toldIn([14, 15, 16, 17, 18, 40], text, plan, done)).toEqual(told);
});
