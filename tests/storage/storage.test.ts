import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import { applyByteDelta, byteDelta, sameBytes } from '../../src/storage/bytes.ts';
import {
  attempt,
  createScratchStorage,
  storageErrno,
  storageFailure,
  storageFailureOfSystem,
} from '../../src/storage/storage.ts';

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
    const [two, three] = [Buffer.from('aa'), Buffer.from('aaa')];
    expect(byteDelta(two, three)).toEqual({
      at: 2,
      cut: 0,
      insert: three.toString('base64', 0, 1),
    });
    expect(byteDelta(three, two)).toEqual({ at: 2, cut: 1, insert: '' });
  });
});

describe('a file in memory', () => {
  it('has no version while it is not there, and another one after each change', async () => {
    const file = createScratchStorage('notes', null);
    expect([file.read(), file.version()]).toEqual([null, null]);
    await file.update(() => null);
    expect(file.version()).toBeNull();
    await file.update((bytes) => Buffer.from(bytes === null ? 'a' : 'b'));
    const first = file.version();
    await file.update((bytes) => Buffer.from(bytes ?? ''));
    expect([String(file.read()), file.version()]).toEqual(['a', first]);
    await file.update((bytes) => Buffer.from(bytes === null ? 'a' : 'b'));
    expect(String(file.read())).toBe('b');
    expect(file.version()).not.toBe(first);
  });

  it.each([
    [null, null, true],
    [null, '', false],
    ['', null, false],
    ['', '', true],
    ['a', 'a', true],
    ['a', 'b', false],
  ])('%j and %j hold the same: %s', (...texts) => {
    const [a, b] = [texts[0], texts[1]].map((text) => (text === null ? null : Buffer.from(text)));
    expect(sameBytes(a ?? null, b ?? null)).toBe(texts[2]);
  });
});

describe('a failure of the system', () => {
  const failure = (code: unknown, message = 'spoken') =>
    Object.assign(new Error(message), { code, path: '/x' });

  it.each([
    ['ENOSPC', 'Cannot write /x: the disk is full; free some space and run again (ENOSPC).'],
    ['EWEIRD', 'Cannot write /x: spoken.'],
    ['ERR_node', 'Cannot write /x: spoken.'],
    [undefined, 'Cannot write /x: spoken.'],
  ])('with the code %s is told with what helps: %s', (code, message) => {
    const told = storageFailure('write', '/x', failure(code));
    expect(told.message).toBe(message);
    expect(told).toMatchObject({ path: '/x', cause: { message: 'spoken' } });
    expect(storageFailure('read', '/y', told)).toBe(told);
    expect(storageFailure('read', '/y', 'odd').message).toBe('Cannot read /y: odd.');
  });

  it('has a code only where the system gave one', () => {
    const codes = ['ENOENT', 'E2BIG', 'ERR_X', 'X_ENOENT', 7, undefined];
    const expected = ['ENOENT', 'E2BIG', null, null, null, null];
    expect(codes.map((code) => storageErrno(failure(code)))).toEqual(expected);
  });

  it('that nobody foresaw is one of a file where it has a path and a known code', () => {
    expect(storageFailureOfSystem(failure('EIO'))?.message).toContain(
      'Cannot use /x: the disk reports',
    );
    expect(storageFailureOfSystem(failure('EWEIRD'))).toBeNull();
    expect(storageFailureOfSystem(failure(undefined))).toBeNull();
    expect(storageFailureOfSystem(Object.assign(new Error(''), { code: 'EIO' }))).toBeNull();
    expect(storageFailureOfSystem({ code: 'EIO', path: '/x' })).toBeNull();
  });

  it('becomes an error of the file that was worked on', () => {
    expect(attempt('read', '/x', () => 5)).toBe(5);
    const work = () => attempt('read', '/x', () => raise(failure('EIO')));
    expect(work).toThrow(StorageError);
    expect(work).toThrow('Cannot read /x');
  });
});

function raise(error: Error): never {
  throw error;
}
