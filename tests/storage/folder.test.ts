import path from 'node:path';
import { mkdirSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFolder, readFolder } from '../../src/storage/folder.ts';
import { currentIdentity, formatIdentity } from '../../src/storage/process-identity.ts';
import { temporaryPath } from '../../src/storage/write-new-file.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const part = fc.stringMatching(/^[a-z]{1,6}$/);
const names = fc.uniqueArray(fc.array(part, { minLength: 1, maxLength: 3 }), {
  maxLength: 6,
  // A name is a file's or a folder's.
  comparator: (a, b) =>
    a.every((one, index) => one === b[index]) || b.every((one, index) => one === a[index]),
});

describe('a folder made of files', () => {
  it('holds them, in whatever folders', () => {
    const one = fc.tuple(names, fc.uint8Array());
    fc.assert(
      fc.property(one, ([paths, bytes]) => {
        const files = new Map(paths.map((parts) => [parts.join('/'), Buffer.from(bytes)]));
        const folder = path.join(temporaryFolder(), 'new');
        expect(createFolder(folder, files)).toBe(true);
        expect(readFolder(folder)).toEqual(
          new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('does not touch one that is there', () => {
    const place = temporaryFolder();
    const folder = path.join(place, 'one');
    createFolder(folder, new Map([['a', Buffer.from('1')]]));
    expect(createFolder(folder, new Map([['a', Buffer.from('2')]]))).toBe(false);
    expect(readFolder(folder)).toEqual(new Map([['a', Buffer.from('1')]]));
    expect(readdirSync(place)).toEqual(['one']);
  });

  it('leaves what another process makes at the same time, and removes what a dead one left', () => {
    const folder = path.join(temporaryFolder(), 'one');
    const alive = temporaryPath(folder, formatIdentity(currentIdentity()));
    const dead = temporaryPath(folder, formatIdentity({ ...currentIdentity(), start: '1' }));
    for (const made of [alive, dead]) mkdirSync(made);
    expect(createFolder(folder, new Map([['a', Buffer.from('1')]]))).toBe(true);
    expect(readdirSync(path.dirname(folder))).toEqual(['one', path.basename(alive)]);
  });

  it('has no file outside itself, and leaves nothing when one was to be', () => {
    const place = temporaryFolder();
    const files = new Map([
      ['a', Buffer.from('1')],
      ['../b', Buffer.from('1')],
    ]);
    expect(() => createFolder(path.join(place, 'one'), files)).toThrow('outside its folder');
    expect(readdirSync(place)).toEqual([]);
  });
});
