import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { storyNamesOfEpisodes } from '../../src/records/episode-story.ts';
import {
  findResumable,
  listEpisodes,
  kindOf,
  nextEpisodeWords,
  nextEpisodeToResume,
  unfinishedEpisodes,
  standingOf,
  episodeStandingWords,
  episodesStanding,
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
  expect(episodesStanding(workdir)).toMatchObject({ holder: { pid: process.pid } });
  lock.release();
  expect(episodeStandingWords(standingOf(only(workdir)))).toMatch(/^killed at turn 2\b/);
  expect(episodesStanding(workdir).holder).toBeNull();
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

describe('what is said of an episode', () => {
  it.each([
    [{ kind: 'running', pid: 1, since: null, turn: 12, maxTurns: 300 }, 'running, turn 12 of 300'],
    [{ kind: 'stopped', reason: 'budget', turn: 3, maxTurns: null }, 'budget at turn 3'],
    [{ kind: 'stopped', reason: null, turn: 0, maxTurns: 9 }, 'killed at turn 0 of 9'],
    [{ kind: 'empty' }, 'killed before it began'],
    [{ kind: 'damaged', says: 'x' }, 'damaged'],
    [{ kind: 'finished', reason: 'victory' }, 'victory'],
  ] as const)('%j: %s', (standing, said) => {
    expect(episodeStandingWords(standing)).toBe(said);
  });

  it.each([
    [0, 'closes it'],
    [1, 'resumes'],
  ])('the next run, after %i turns, %s', (turn, does) => {
    expect(nextEpisodeWords({ kind: 'stopped', reason: null, turn, maxTurns: 9 })).toContain(does);
    expect(nextEpisodeWords({ kind: 'finished', reason: 'victory' })).toBe('');
  });
});

describe('the episodes of a workdir', () => {
  /** One of each: finished, killed after two turns, killed before its first, never begun, damaged, played by hand. */
  function workdirOfAll() {
    const workdir = temporaryFolder();
    storeEpisode(workdir, 1, words);
    storeEpisode(workdir, 2, words, { summary: false, turns: 2 });
    storeEpisode(workdir, 3, words, { summary: false, turns: 0 });
    storeEpisode(workdir, 4, words, { summary: false, manifest: false, turns: 0 });
    writeFileSync(`${storeEpisode(workdir, 5, words)}/summary.json`, '{"epis');
    storeEpisode(workdir, 6, words, { summary: false, player: 'mcp' });
    return workdir;
  }
  const numbers = (all: readonly { readonly number: number }[]) => all.map(({ number }) => number);

  it('stand as their files say', () => {
    const kinds = listEpisodes(workdirOfAll()).map((one) => standingOf(one).kind);
    expect(kinds).toEqual(['finished', 'stopped', 'stopped', 'empty', 'damaged', 'stopped']);
    const [finished, killed, , empty] = listEpisodes(workdirOfAll()).map(standingOf);
    expect(finished).toEqual({ kind: 'finished', reason: 'max-turns' });
    expect(killed).toEqual({ kind: 'stopped', reason: null, turn: 2, maxTurns: 200 });
    expect(empty).toEqual({ kind: 'empty' });
  });

  it('that is finished is not running, whoever holds it', async () => {
    const workdir = temporaryFolder();
    const lock = await acquireRunLock(storeEpisode(workdir, 1, words), 'run');
    expect(kindOf(only(workdir))).toBe('finished');
    lock.release();
  });

  it('are open while something is to be done about them', () => {
    const { episodes, holder } = episodesStanding(workdirOfAll());
    expect(numbers(episodes)).toEqual([2, 3, 5, 6]);
    expect(holder).toBeNull();
  });

  it('wait to be gone on with when they began and nobody plays them by hand; a damaged one is told of', () => {
    const told: string[] = [];
    expect(numbers(unfinishedEpisodes(workdirOfAll(), (says) => told.push(says)))).toEqual([2, 3]);
    expect(told).toEqual([expect.stringContaining('0005/summary.json is damaged')]);
  });

  it('are gone on with from the newest that has a turn, else from the newest', () => {
    const unfinished = unfinishedEpisodes(workdirOfAll());
    expect(nextEpisodeToResume(unfinished)?.number).toBe(2);
    expect(nextEpisodeToResume(unfinished.slice(1))?.number).toBe(3);
    expect(nextEpisodeToResume([])).toBeUndefined();
  });

  it.each([
    ['2', null],
    ['1', /finished \(max-turns\)/],
    ['4', /before it began/],
    ['6', /by an assistant/],
    ['9', /no episode "9"/],
  ])('by number: %s is gone on with unless %s', (name, refused) => {
    const workdir = workdirOfAll();
    const find = () => findResumable(workdir, name).episode.number;
    if (refused === null) expect(find()).toBe(Number(name));
    else expect(find).toThrow(refused);
  });

  it('that was abandoned is gone on with by its number, and by nothing else', () => {
    const workdir = temporaryFolder();
    const folder = storeEpisode(workdir, 1, words);
    const summary = { ...summaryOf(1, words), stopReason: 'abandoned' };
    writeFileSync(`${folder}/summary.json`, JSON.stringify(summary));
    expect(findResumable(workdir, '1').episode.number).toBe(1);
    expect(() => findResumable(workdir, null)).toThrow(/No episode in .* waits/);
  });

  it('name who plays where nothing else waits', async () => {
    const workdir = temporaryFolder();
    const lock = await acquireRunLock(storeEpisode(workdir, 1, words, { summary: false }), 'run');
    expect(() => findResumable(workdir, null)).toThrow(/episode 1 is being played/);
    lock.release();
    expect(findResumable(workdir, null).episode.number).toBe(1);
  });

  it('call their story as a manifest does, else as its file, else by its IFID', () => {
    const workdir = temporaryFolder();
    storeEpisode(workdir, 1, words, { story: 'A' });
    const folder = storeEpisode(workdir, 2, words, { story: 'B' });
    const file = `${folder}/manifest.json`;
    const text = readFileSync(file, 'utf8').replace(
      '"title":"Story B","file":null',
      '"title":null,"file":"/x/deep.z5"',
    );
    writeFileSync(file, text);
    const name = storyNamesOfEpisodes(listEpisodes(workdir));
    expect([name('A'), name('B'), name('C')]).toEqual(['Story A', 'deep', 'C']);
  });
});
