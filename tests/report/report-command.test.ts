/** @module-tag slow */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli.ts';
import type { World } from '../../src/commands/world.ts';
import { packedEpisodes } from './page.ts';
import { storeEpisode } from './stored-episodes.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

async function report(workdir: string, ...options: readonly string[]): Promise<string> {
  return reportWith({}, workdir, ...options);
}

async function reportWith(
  environment: Readonly<Record<string, string>>,
  workdir: string,
  ...options: readonly string[]
): Promise<string> {
  const stdout = new PassThrough();
  const world: World = {
    cwd: workdir,
    environment: { ZORKGPT_WORKDIR: workdir, ...environment },
    stdin: process.stdin,
    stdout: stdout,
    stderr: new PassThrough(),
    onSignal: () => () => undefined,
  };
  await createProgram(world).parseAsync(['report', ...options], { from: 'user' });
  return String(stdout.read()).trimEnd();
}

test('the page is written into the workdir and its path is printed', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, (field) => field);
  const file = await report(workdir);
  expect(file).toBe(path.join(workdir, 'report.html'));
  expect(existsSync(file)).toBe(true);
});

test('a link to a turn is printed when one is asked for', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 3, (field) => field);
  const link = await report(workdir, '--out', 'a b.html', '--episode', '3', '--turn', '2');
  expect(link).toBe(`${pathToFileURL(path.join(workdir, 'a b.html')).href}#ep=3&t=2`);
});

test('as JSON it says what was written', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, (field) => field);
  const said: unknown = JSON.parse(await report(workdir, '--json'));
  expect(said).toMatchObject({ episodes: 1, notices: [], file: path.join(workdir, 'report.html') });
});

test.each([
  [[], 10],
  [['--last', '2'], 2],
  [['--all'], 11],
] as const)('of eleven episodes %j shows %i', async (options, shown) => {
  const workdir = temporaryFolder();
  for (let number = 1; number <= 11; number += 1) storeEpisode(workdir, number, (field) => field);
  const said: unknown = JSON.parse(await report(workdir, '--json', ...options));
  expect(said).toMatchObject({ episodes: shown });
});

test('all episodes and the last ones are not asked for at once', async () => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, (field) => field);
  await expect(report(workdir, '--all', '--last', '2')).rejects.toThrow('exclude');
});

test('a turn without an episode is refused', async () => {
  const workdir = temporaryFolder();
  mkdirSync(path.join(workdir, 'episodes'));
  await expect(report(workdir, '--turn', '2')).rejects.toThrow('--turn needs --episode');
});

// No pattern could tell it from a word.
const KEY = 'qwertyuiopasdfghjklz';

test.each([
  ['ZORKGPT_API_KEY', KEY],
  ['OPENAI_API_KEY', KEY],
  ['ZORKGPT_API_KEY_FILE', 'key'],
  ['.env', KEY],
])('a key that %s leads to is not in the page, wherever it was said', async (name, value) => {
  const workdir = temporaryFolder();
  storeEpisode(workdir, 1, (field) => `${field} says ${KEY}`);
  writeFileSync(path.join(workdir, 'Memories.md'), `## Location 1: Room ${KEY}\n`);
  const file = path.join(workdir, 'key');
  writeFileSync(file, `${KEY}\n`);
  writeFileSync(path.join(workdir, '.env'), name === '.env' ? `OPENAI_API_KEY=${KEY}` : '');
  const environment = name === '.env' ? {} : { [name]: value === 'key' ? file : value };
  const page = () => readFileSync(path.join(workdir, 'report.html'), 'utf8');
  const told = () => `${page()}${JSON.stringify(packedEpisodes(page()))}`;
  await report(workdir);
  if (name !== '.env') expect(told()).toContain(KEY);
  await reportWith(environment, workdir);
  expect(told()).toContain('[redacted]');
  expect(told()).not.toContain(KEY.slice(0, 8));
});
