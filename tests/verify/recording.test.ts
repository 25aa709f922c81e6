import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../src/domain/version.ts';
import { encodeRecord } from '../../src/storage/record-log.ts';
import { readNewestRecordings, readRecordings } from '../../src/verify/recording.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { summaryOf, turnOf } from '../report/scene.ts';
import { storeEpisode } from '../report/stored-episodes.ts';

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

describe('a recording', () => {
  const words = (field: string) => field;
  const story = { sha256: 'x', identity: { ifid: 'S' } };

  /** What is read of an episode of three turns, changed before that. */
  function read(change: (folder: string) => void = () => undefined, more = {}) {
    const workdir = temporaryFolder();
    change(storeEpisode(workdir, 1, words, { story: 'S', summary: false, ...more }));
    return readRecordings(workdir, story)[0];
  }
  const inFile = (name: string, from: string, to: string) => (folder: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  const appended = (record: object) => (folder: string) =>
    appendFileSync(path.join(folder, 'trajectory.jsonl'), encodeRecord(record));
  const finishedAfter = (turns: number) => (folder: string) => {
    const summary = { ...summaryOf(1, words), stopReason: 'max-turns', turns };
    writeFileSync(path.join(folder, 'summary.json'), JSON.stringify(summary));
  };

  it('of another story, or of an episode that never began, is none', () => {
    expect([read(undefined, { story: 'T' }), read(undefined, { manifest: false })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['whole', undefined, 3, null],
    ['as long as its summary says', finishedAfter(3), 3, null],
    ['shorter than its summary says', finishedAfter(4), 3, /ends after turn 3 of 4/],
    ['with a gap', appended(turnOf(5, words)), 3, /damaged after turn 3/],
    ['with a record of another form', appended({ odd: 1 }), 3, /damaged after turn 3/],
    [
      'of another version',
      inFile('manifest.json', '"sha256":"x"', '"sha256":"y"'),
      0,
      /another ver/,
    ],
    ['with a damaged manifest', inFile('manifest.json', '{', ''), 0, /cannot be read: .*[^.]$/],
  ])('%s is played as far as it can be', (_, change, turns, problem) => {
    const recording = read(change);
    expect(recording?.turns).toHaveLength(turns);
    expect(recording?.seed).toBe(turns === 0 ? 0 : 1);
    if (problem === null) expect(recording?.problem).toBeNull();
    else expect(recording?.problem).toMatch(problem);
  });
});
