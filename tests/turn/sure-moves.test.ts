import { expect, it } from 'vitest';
import { observation } from '../helpers/observation.ts';
import { realTurns } from '../helpers/real-turns.ts';
import { isSureWay } from '../../src/turn/sure-moves.ts';

function isSure(action: string, ...commands: readonly string[]): boolean {
  const recent = realTurns(...commands);
  return isSureWay(action, { observation: recent.at(-1)?.after ?? observation(), recent });
}

const TO_WINDOW = ['n', 'n', 'ne'];

it('the way through a window that was just opened is sure in a real game, until it is walked', () => {
  expect(isSure('south', ...TO_WINDOW)).toBe(false);
  expect(isSure('south', ...TO_WINDOW, 'open window')).toBe(true);
  expect(isSure('southwest', ...TO_WINDOW, 'open window')).toBe(false);
  expect(isSure('south', ...TO_WINDOW, 'open window', 's', 'n')).toBe(false);
});
