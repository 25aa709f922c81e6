import { expect, it } from 'vitest';
import { stateSections } from '../../../src/managers/context/state-sections.ts';
import { recordTurn } from '../../../src/turn/record.ts';
import { openingState } from '../../../src/domain/game-state.ts';
import { observation, turn } from '../../helpers/observation.ts';
import { NO_LORE } from './no-lore.ts';

const TOLD = { maxTurns: 50, folded: null, lookAgain: () => null, refusedWays: () => [] };
const ASKED = 'Which door do you mean, the red door or the blue door?';

/** The sections after these commands and answers. */
function told(...talk: readonly (readonly [string, string])[]) {
  const turns = talk.map(([action, text], at) => turn(at + 1, action, {}, { text }));
  const now = turns.reduce(recordTurn, openingState(1, 1, observation()));
  const sections = stateSections(now, NO_LORE, TOLD);
  return new Map(sections.map(({ name, body }) => [name, body]));
}

it('a question of the parser is told with the replies and the command that they complete', () => {
  const asked = told(['open door', ASKED]);
  expect(asked.get('Now')).toContain(
    'The game asks back; nothing was done yet. "red door" or "blue door" alone completes "open door"; any other command is a new one.',
  );
  expect(asked.get('Tried here')).toBe(`- open door: asked back: ${ASKED}`);
  const open = told(['open', 'What do you want to open?']).get('Now');
  expect(open).toContain('The name of a thing alone completes "open"');
  expect(told(['open door', 'It is locked.']).get('Now')).not.toContain('asks back');
});

it('the answer to the reply is the outcome of the command that it completes', () => {
  const replied = told(['open door', ASKED], ['red', 'The red door is nailed up.']);
  expect(replied.get('Now')).not.toContain('asks back');
  expect(replied.get('Tried here')).toBe(
    `- open door: asked back: ${ASKED}\n- open red door: refused: The red door is nailed up.`,
  );
});
