import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EpisodeDirectories } from '../../src/storage/episode-directories.ts';
import { startChild } from './harness/child.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

test('episodes count up from 1 in folders of four digits and more', async () => {
  const workdir = temporaryFolder();
  const episodes = new EpisodeDirectories(workdir);
  expect(episodes.list()).toEqual([]);
  expect(episodes.find('latest')).toBeNull();

  expect(await episodes.allocate()).toEqual({
    number: 1,
    path: path.join(workdir, 'episodes/0001'),
  });
  mkdirSync(path.join(workdir, 'episodes/9999'));
  const next = { number: 10_000, path: path.join(workdir, 'episodes/10000') };
  expect(await episodes.allocate()).toEqual(next);
  expect(episodes.list().map((episode) => episode.number)).toEqual([1, 9_999, 10_000]);
  expect(episodes.find('latest')).toEqual(next);
  expect(episodes.find('1')).toEqual(episodes.find('0001'));
  expect(episodes.find(9_999)?.number).toBe(9_999);
});

test('a number is given once, also after its folder was deleted', async () => {
  const workdir = temporaryFolder();
  const episodes = new EpisodeDirectories(workdir);
  await episodes.allocate();
  const second = await episodes.allocate();
  rmSync(second.path, { recursive: true });
  expect((await new EpisodeDirectories(workdir).allocate()).number).toBe(3);
});

test('numbers that are given away are given to nobody else, and a lower one takes nothing back', async () => {
  const workdir = temporaryFolder();
  const episodes = new EpisodeDirectories(workdir);
  await episodes.reserve(7);
  await episodes.reserve(3);
  expect([await episodes.newest(), episodes.list()]).toEqual([7, []]);
  const claimed = await episodes.claim(9);
  expect(await episodes.claim(9)).toEqual(claimed);
  expect(episodes.list()).toEqual([claimed]);
  expect((await episodes.allocate()).number).toBe(10);
});

test('removing an episode removes what an earlier removal left, and nothing else', async () => {
  const workdir = temporaryFolder();
  const episodes = new EpisodeDirectories(workdir);
  const [one, two] = [await episodes.allocate(), await episodes.allocate()];
  const folder = path.dirname(one.path);
  for (const name of ['0007.removed', 'notes.removed']) mkdirSync(path.join(folder, name));
  episodes.remove(two.number);
  const left = readdirSync(folder).filter((name) => name !== 'last-number');
  expect(left).toEqual(['0001', 'notes.removed']);
  expect(episodes.list()).toEqual([one]);
});

test.each([null, '', 'x', '-4', '99999999999999'])(
  'a counter that reads %j is found again from the folders',
  async (content) => {
    const workdir = temporaryFolder();
    mkdirSync(path.join(workdir, 'episodes/0012'), { recursive: true });
    const counter = path.join(workdir, 'episodes/last-number');
    if (content !== null) writeFileSync(counter, content);
    expect((await new EpisodeDirectories(workdir).allocate()).number).toBe(13);
  },
);

test.each([
  '../0001',
  '/etc',
  '0001/..',
  '',
  ' 1',
  '1 ',
  'LATEST',
  '-1',
  '1e0',
  '7',
  '0002',
  'abc',
])('%j names no episode', async (name) => {
  const workdir = temporaryFolder();
  const episodes = new EpisodeDirectories(workdir);
  await episodes.allocate();
  symlinkSync('/etc', path.join(workdir, 'episodes/0002'));
  writeFileSync(path.join(workdir, 'episodes/0007'), '');
  expect(episodes.find(name)).toBeNull();
});

test('processes that start at once get different episodes', { tags: ['slow'] }, async () => {
  const workdir = temporaryFolder();
  const children = Array.from({ length: 3 }, () => startChild('episode-allocator', [workdir, 8]));
  for (const child of children) await child.exited;
  const numbers = children.flatMap((child) => child.lines.map(Number)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
  expect(readdirSync(path.join(workdir, 'episodes'))).toHaveLength(25);
});
