import { expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { contextHints } from '../../../src/managers/memory/context-hints.ts';
import { turn } from '../../helpers/observation.ts';
import { LONG } from './memory-world.ts';

const FIRST = { firstVisit: true };
const attic = { id: locationId(5), name: 'Attic' };
const DESCRIBES =
  'The answer describes a room of which no memory tells how it starts (likely core)';

it('a long answer is a room description where the room heads it, and a letter is none', () => {
  const entered = turn(2, 'up', {}, { location: attic, text: `Attic\n${LONG}` });
  const letter = turn(3, 'read letter', { location: attic }, { location: attic, text: LONG });
  expect(contextHints(entered, FIRST, [])).toContain(DESCRIBES);
  expect(contextHints(letter, FIRST, [])).not.toContain(DESCRIBES);
  expect(contextHints(entered, { ...FIRST, firstVisit: false }, [])).not.toContain(DESCRIBES);
});

it.each([
  [200, undefined, true],
  [201, undefined, false],
  [200, 'key', false],
] as const)('an answer of %i characters to a %s may be a refusal: %s', (length, waitsFor, is) => {
  const before = waitsFor === undefined ? {} : { waitsFor };
  const played = turn(3, 'push wall', before, { text: 'x'.repeat(length) });
  const hints = contextHints(played, { firstVisit: false }, []);
  expect(hints.some((hint) => hint.includes('what the game refused'))).toBe(is);
});
