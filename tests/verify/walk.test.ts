import { expect, it } from 'vitest';
import { InterpreterError } from '../../src/domain/errors.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { walkStepLimit, walk } from '../../src/verify/walk.ts';

/** A game of commands that say what they come to. */
const game = {
  step(command: string) {
    if (command === 'break') throw new InterpreterError('broken');
    return { died: command === 'die', ended: command === 'win' ? 'victory' : null };
  },
} as unknown as Interpreter;

it.each([
  ['all commands were played', ['n', 's'], 2, { seen: [1, 2], end: 'whole' }],
  ['the steps ended', ['n', 's'], 1, { seen: [1], end: 'no-step' }],
  ['the player died, which is not looked at', ['n', 'die', 's'], 9, { seen: [1], end: 'over' }],
  ['the story broke', ['n', 'break', 's'], 9, { seen: [1], end: 'broken' }],
  ['a look was enough', ['n', 'n', 'n', 'n'], 9, { seen: [1, 2], end: 'over' }],
  ['nothing, when the player won', ['win', 'n'], 9, { seen: [1, 2], end: 'whole' }],
] as const)('a walk ends where %s', (_, commands, steps, expected) => {
  const look = (played: number) => (played < 3 ? played : null);
  expect(walk(game, commands, walkStepLimit(steps), look)).toEqual(expected);
});
