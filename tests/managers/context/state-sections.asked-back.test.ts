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
    'The game asks back about "open door"; nothing was done yet. "red door" or "blue door" alone is a reply to it. Any other command is a new one.',
  );
  expect(asked.get('Tried here')).toBe(`- open door: asked back: ${ASKED}`);
  const open = told(['open', 'What do you want to open?']).get('Now');
  expect(open).toContain('"open"; nothing was done yet. The name of a thing alone is a reply');
  expect(told(['open door', 'It is locked.']).get('Now')).not.toContain('asks back');
});

it('the answer to the reply is the outcome of the command that it completes', () => {
  const replied = told(['open door', ASKED], ['red', 'The red door is nailed up.']);
  expect(replied.get('Now')).not.toContain('asks back');
  expect(replied.get('Tried here')).toBe(
    `- open door: asked back: ${ASKED}\n- open red door: refused: The red door is nailed up.`,
  );
});

it('a reply after which the parser asks the same is told as vain, and is no try of the command', () => {
  const once = told(['open door', ASKED], ['red door', ASKED]);
  expect(once.get('Now')).toContain(
    'The reply "red door" brought the same question. "blue door" alone is a reply to it.',
  );
  expect(once.get('Tried here')).toContain('- red door: asked back');
  expect(once.get('Tried here')).not.toContain('2x');
  const twice = told(['open door', ASKED], ['red door', ASKED], ['blue door', ASKED]);
  expect(twice.get('Now')).toContain(
    'The reply "red door" or "blue door" brought the same question. Any other command is a new one.',
  );
  const anew = told(['open door', ASKED], ['red door', ASKED], ['open door', ASKED]);
  expect(anew.get('Now')).toContain('The reply "red door" brought');
});
