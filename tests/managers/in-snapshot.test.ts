import { expect, it } from 'vitest';
import { heardRefusals } from '../../src/managers/in-snapshot.ts';
import { KnownWords } from '../../src/managers/known-words.ts';
import { NO_DICTIONARY } from '../helpers/no-dictionary.ts';

it('whom the answer to a refused exit names is known to the game from then on', () => {
  const words = new KnownWords(NO_DICTIONARY);
  const way = { direction: 'north' as const, command: 'north', answer: 'The troll blocks you.' };
  expect(words.doubt('bribe troll')).toContain('troll');
  expect(heardRefusals({ refusedWays: () => [way] }, words)).toEqual([way]);
  expect(words.doubt('bribe troll')).toBeNull();
});
