import fc from 'fast-check';
import { expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { gainWords, readGains } from '../../src/prompts/gain-wording.ts';

const command = fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6})?$/);
const gain = fc.record({
  room: fc.record({
    id: fc.nat().map(locationId),
    name: fc.stringMatching(/^[A-Z][a-z]{0,8}( \([a-z]{1,5}\))?$/),
  }),
  points: fc.integer({ min: 1, max: 99 }),
  commands: fc.array(command, { minLength: 1, maxLength: 3 }),
  condition: fc.constantFrom('', '(sure once lid is open)'),
  way: fc.oneof(fc.constantFrom('shut' as const, null), fc.array(command, { maxLength: 9 })),
});

it('points with an open way elsewhere are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(gain, { maxLength: 4 }), (gains) => {
      const read = readGains(gains.map(gainWords).join('\n'));
      const open = gains.filter(({ way }) => Array.isArray(way) && way.length > 0);
      expect(read).toEqual(
        open.map(({ room, commands, way }) => ({
          room: Number(room.id),
          commands,
          first: way?.[0],
          steps: way?.length,
        })),
      );
    }),
  );
});
