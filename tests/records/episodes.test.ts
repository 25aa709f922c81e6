import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  listEpisodes,
  kindOf,
  standingOf,
  standingWords,
  workdirStanding,
} from '../../src/records/episodes.ts';
import { acquireRunLock } from '../../src/storage/lock.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { storeEpisode } from '../report/stored-episodes.ts';
import { summaryOf } from '../report/scene.ts';

const words = (field: string) => field;

function only(workdir: string) {
  const [episode] = listEpisodes(workdir);
  if (episode === undefined) throw new Error('There is no episode.');
  return episode;
}

it('an episode is running while a living process holds it, and stopped at its last turn after that', async () => {
  const workdir = temporaryFolder();
  const folder = storeEpisode(workdir, 1, words, { summary: false, turns: 2 });
  const lock = await acquireRunLock(folder, 'run');
  expect(standingOf(only(workdir))).toMatchObject({ kind: 'running', pid: process.pid, turn: 2 });
  expect(workdirStanding(workdir)).toMatchObject({ holder: { pid: process.pid } });
  lock.release();
  expect(standingWords(standingOf(only(workdir)))).toMatch(/^killed at turn 2\b/);
  expect(workdirStanding(workdir).holder).toBeNull();
});

it.each([
  ['max-turns', 'finished'],
  ['interruption', 'stopped'],
  ['budget', 'stopped'],
  ['abandoned', 'finished'],
] as const)('an episode that ended by %s is %s', (stopReason, kind) => {
  const workdir = temporaryFolder();
  const folder = storeEpisode(workdir, 1, words, { summary: false, turns: 2 });
  const summary = { ...summaryOf(1, words), stopReason };
  writeFileSync(`${folder}/summary.json`, JSON.stringify(summary));
  expect(kindOf(only(workdir))).toBe(kind);
});
