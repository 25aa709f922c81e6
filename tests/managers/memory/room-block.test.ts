import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseVisits, renderVisits, withVisits } from '../../../src/managers/memory/room-block.ts';

const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

it.each([
  [5, '**Visits:** 9 | **Episodes:** 1, 2, 3, 4, 5'],
  [6, '**Visits:** 9 | **Episodes:** 2, 3, 4, 5, 6 and 1 earlier'],
])('of %i episodes the newest five are named and the others counted', (most, line) => {
  expect(renderVisits({ count: 9, episodes: names(1, most), earlier: 0 })).toBe(line);
});

it('a line that names every episode is read whole', () => {
  const line = `**Visits:** 40 | **Episodes:** ${names(1, 30).join(', ')}`;
  expect(parseVisits(line)).toEqual({ count: 40, episodes: names(1, 30), earlier: 0 });
});

it('an episode counts once, also when it goes on while five newer ones are named', () => {
  const line = '**Visits:** 9 | **Episodes:** 6, 7, 8, 9, 10 and 5 earlier';
  const counted = (episode: string) => {
    const visits = parseVisits(line);
    assert(visits !== null);
    return renderVisits(withVisits(visits, 1, episode));
  };
  const same = '**Visits:** 10 | **Episodes:** 6, 7, 8, 9, 10 and 5 earlier';
  expect(counted('5')).toBe(same);
  expect(counted('6')).toBe(same);
  expect(counted('11')).toBe('**Visits:** 10 | **Episodes:** 7, 8, 9, 10, 11 and 6 earlier');
});

it('a line read back counts what was written, and writing it again changes nothing', () => {
  const episodes = fc.uniqueArray(fc.nat().map(String), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.nat(), episodes, fc.nat(9_999), (count, all, earlier) => {
      const line = renderVisits({ count, episodes: all, earlier });
      const read = parseVisits(line);
      assert(read !== null);
      assert.equal(read.count, count);
      assert.equal(read.episodes.length + read.earlier, all.length + earlier);
      assert.equal(renderVisits(read), line);
    }),
  );
});
