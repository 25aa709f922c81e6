import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { EpisodeSummary } from '../../src/records/summary.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

/**
 * Made by the first version: two finished episodes, one out of its budget after 3 turns, one killed in the middle, with
 * what they taught.
 */
const FIXTURE = path.resolve(import.meta.dirname, '../fixtures/workdir-of-0.1.0.tgz');

it('a workdir of the first version is opened: what cannot be resumed is closed with its score, nothing is lost', async () => {
  const cwd = temporaryFolder();
  execFileSync('tar', ['xzf', FIXTURE, '-C', cwd]);
  const config = { story: SHIPPED_STORY, player: 'offline', workdir: 'workdir' };
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
  const cli = (...args: string[]) => runCli(args, { cwd });
  const memories = () => readFileSync(path.join(cwd, 'workdir/Memories.md'), 'utf8');
  const titles = memories().match(/^\*\*\[.*$/gm) ?? [];
  expect(titles.length).toBeGreaterThan(0);

  const night = await cli('run', '--turns', '2', '--display', 'none', '--json');
  expect(night.code, night.err).toBe(0);
  const played = night.out.trim().split('\n');
  const summaries = played.map((line) => JSON.parse(line) as EpisodeSummary);
  expect(summaries.map(({ episode }) => episode)).toEqual([3, 4, 5]);
  for (const { stopReason, maxScore } of summaries.slice(0, 2)) {
    expect(['abandoned', 'death', 'max-turns', 'stuck', 'victory']).toContain(stopReason);
    expect(maxScore).toBe(100);
  }
  expect(summaries[2]).toMatchObject({ stopReason: 'max-turns', turns: 2 });
  for (const title of titles) expect(memories()).toContain(title);
  expect((await cli('run', '--turns', '1', '--display', 'none')).err).toBe('');

  const list = await cli('episodes', 'list', '--json');
  const episodes = JSON.parse(list.out) as readonly EpisodeSummary[];
  expect(episodes.map(({ episode }) => episode)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { startedAt } of episodes) expect(Date.parse(String(startedAt))).toBeGreaterThan(0);
  for (const command of [
    ['map', 'show'],
    ['knowledge', 'show'],
    ['memories', 'list'],
    ['report'],
  ]) {
    expect(await cli(...command), command.join(' ')).toMatchObject({ code: 0 });
  }
});
