import { expect, it } from 'vitest';
import { stateOptions } from '../../../src/managers/state/state-options.ts';

it('warns from turn 20, or from half of a shorter limit, or from where it is told', () => {
  expect(stateOptions().warnFrom).toBe(20);
  expect(stateOptions({ maxTurnsStuck: 10 }).warnFrom).toBe(5);
  expect(stateOptions({ warnFrom: 33 }).warnFrom).toBe(33);
});
