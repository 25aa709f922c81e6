import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../src/domain/version.ts';
import { readNewestRecordings } from '../../src/verify/recording.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const STORY = { bytes: new Uint8Array(), sha256: 'a', identity: { ifid: 'ZCODE-1' } };

/** A workdir with an episode of each of these stories. */
function workdirOf(ifids: readonly string[]): string {
  const workdir = temporaryFolder();
  for (const [index, ifid] of ifids.entries()) {
    const folder = path.join(workdir, 'episodes', String(index + 1).padStart(4, '0'));
    mkdirSync(folder, { recursive: true });
    const facts = {
      schemaVersion: SCHEMA_VERSION,
      startedAt: '2026-01-01T00:00:00Z',
      run: null,
      story: { ifid, title: null, file: null },
      seed: 1,
      player: null,
      model: 'none',
      helpedWith: { memory: 'fresh' },
    };
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(facts));
  }
  return workdir;
}

describe('the newest recordings of a workdir', () => {
  const workdir = workdirOf(['ZCODE-1', 'ZCODE-1', 'ZCODE-2', 'ZCODE-1', 'ZCODE-2']);
  const newest = (most: number) =>
    readNewestRecordings(workdir, STORY, most).map(({ episode }) => episode);

  it.each([
    [1, [4]],
    [2, [4, 2]],
    [3, [4, 2, 1]],
    [4, [4, 2, 1]],
  ])('are at most %d, newest first, without those of other stories', (most, episodes) => {
    expect(newest(most)).toEqual(episodes);
  });
});
