import { expect, it } from 'vitest';
import type { Comparison } from '../../../src/domain/turn-record.ts';
import { triedLines } from '../../../src/managers/context/tried-lines.ts';
import { addAttempt } from '../../../src/turn/attempts.ts';
import { thing, turn } from '../../helpers/observation.ts';

const [CAGE, NUGGET] = [thing(58, 'wicker cage', 'container'), thing(76, 'gold nugget')];
const held = [CAGE, NUGGET].map((one) => ({ ...one, held: true }));
const before = { objects: held, inventory: held, score: 68 };
const after = {
  objects: [{ ...CAGE, held: true, traits: ['container', 'open'] as const }],
  inventory: [CAGE],
  score: 63,
  scene: 'bare',
  moves: 1,
};

it.each([
  [
    { alsoIdle: ['points -5', 'lost 76'] },
    'wicker cage open; meanwhile, not by it: -5, gold nugget not held any more',
  ],
  [
    { alsoIdle: ['lost 76'] },
    '-5, wicker cage open; meanwhile, not by it: gold nugget not held any more',
  ],
  [
    { alsoIdle: ['points -5'] },
    'wicker cage open, gold nugget not held any more; meanwhile, not by it: -5',
  ],
  [undefined, '-5, wicker cage open, gold nugget not held any more'],
] as const)(
  'what waiting would have lost, too, is no outcome of the command: %j',
  (comparison, told) => {
    const played = { ...turn(26, 'open cage', before, after), cause: 'command' as const };
    const found: Comparison | undefined = comparison;
    const record = found === undefined ? played : { ...played, comparison: found };
    const attempts = addAttempt({ attempts: new Map(), recent: [] }, record);
    expect(triedLines(attempts, record.after)).toBe(`- open cage: ${told}`);
  },
);
