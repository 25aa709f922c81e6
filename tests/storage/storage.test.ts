import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyByteDelta, byteDelta } from '../../src/storage/storage.ts';

const bytes = fc.uint8Array({ max: 6, maxLength: 40 });

describe('a byte delta', () => {
  it('turns any bytes into any others', () => {
    fc.assert(
      fc.property(bytes, bytes, (before, after) => {
        const made = applyByteDelta(before, byteDelta(before, after));
        expect([...made]).toEqual([...after]);
      }),
    );
  });

  it('holds only the stretch that differs', () => {
    const [before, after] = [Buffer.from('one two three'), Buffer.from('one 2 three')];
    expect(byteDelta(before, after)).toEqual({
      at: 4,
      cut: 3,
      insert: Buffer.from('2').toString('base64'),
    });
    expect(byteDelta(before, before)).toMatchObject({ cut: 0, insert: '' });
  });
});
