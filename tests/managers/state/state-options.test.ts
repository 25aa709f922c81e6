import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/domain/errors.ts';
import { stateOptions } from '../../../src/managers/state/state-options.ts';

describe('stateOptions', () => {
  it('warns from turn 20, or from half of a shorter limit', () => {
    expect(stateOptions().warnFrom).toBe(20);
    expect(stateOptions({ maxTurnsStuck: 10 }).warnFrom).toBe(5);
  });

  it.each([
    { maxTurnsStuck: 0 },
    { maxTurnsStuck: 1001 },
    { warnFrom: 4 },
    { warnFrom: 40, maxTurnsStuck: 40 },
    { noveltyWindow: 51 },
    { revisitWindow: 1 },
    { revisitPenalty: 0.1 },
    { revisitPenalty: -1.1 },
  ])('refuses %j', (given) => {
    expect(() => stateOptions(given)).toThrow(ConfigError);
  });
});
