import { describe, expect, it } from 'vitest';
import { firstJsonDifference } from '../../src/domain/json.ts';

describe('the first difference of two records', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, null],
    [{ a: 1 }, { a: 2 }, { path: 'a', recorded: 1, now: 2 }],
    [{ a: [{ b: 'x' }] }, { a: [{ b: 'y' }] }, { path: 'a.0.b', recorded: 'x', now: 'y' }],
    [{ a: [1] }, { a: [1, 2] }, { path: 'a.1', recorded: undefined, now: 2 }],
    [{ a: null }, { a: {} }, { path: 'a', recorded: null, now: {} }],
    [{ a: 1, b: 2 }, { a: 1 }, { path: 'b', recorded: 2, now: undefined }],
  ])('of %j and %j is %j', (recorded, now, expected) => {
    expect(firstJsonDifference(recorded, now)).toEqual(expected);
  });
});
