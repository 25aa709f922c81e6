/** @module-tag slow */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startCli, type CliChild } from '../helpers/cli-child.ts';
import { ask, hasPostgres } from '../helpers/postgres.ts';
import { runCli, type CliResult } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { newDatabase } from './harness.ts';

/** Also of a user whom the server asks for none. */
const PASSWORD =
  new URL(process.env['ZORKGPT_TEST_DATABASE'] || 'postgres://a').password || 'lantern-and-sword';
const KEY = 'sk-this-stays-where-it-is';

describe.skipIf(!hasPostgres())('run --fleet', () => {
  let url = '';
  let worker: CliChild;
  let outputs = '';
  const cwd = temporaryFolder();
  // Little is tried again in the engine after each, and knowledge has versions within six turns.
  const environment = {
    OPENAI_API_KEY: KEY,
    ZORKGPT_VERIFY_AFTER_EPISODE: '40',
    ZORKGPT_KNOWLEDGE_UPDATE_INTERVAL: '3',
  };
  const zorkgpt = async (words: string): Promise<CliResult> => {
    const result = await runCli([...words.split(' '), '--fleet', url], { cwd, environment });
    outputs += result.out + result.err;
    return result;
  };
  const json = async (words: string): Promise<unknown> => {
    const { code, out, err } = await zorkgpt(`${words} --json`);
    expect({ code, err }).toMatchObject({ code: 0 });
    return JSON.parse(out);
  };

  beforeAll(async () => {
    const database = new URL(await newDatabase());
    database.password = PASSWORD;
    url = database.href;
    worker = startCli(['worker', '--fleet', url, '--parallel', '2'], { cwd: temporaryFolder() });
    await worker.said('waits for work');
    const { code, out } = await zorkgpt('run --episodes 3 --turns 6 --seed 4 --json');
    expect(code).toBe(0);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { episode: number });
    expect(lines.map(({ episode }) => episode).sort()).toEqual([1, 2, 3]);
  });
  afterAll(async () => {
    expect((await zorkgpt('fleet drain')).out).toContain('1 worker told to end');
    const { code, err } = await worker.ended;
    expect(code).toBe(0);
    expect(outputs + err).not.toContain(PASSWORD);
    // Where what is read lies for a moment.
    expect(outputs).not.toContain('zorkgpt-fleet-');
  });

  it('brings the records as if it had been played here, and all that they taught is remembered', async () => {
    const learnt = [1, 2, 3].flatMap((number) => {
      const log = path.join(cwd, `game_files/episodes/000${number}/log.jsonl`);
      return readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"memory-added"'))
        .map((line) => JSON.parse(line) as { locationId: number; memory: Record<string, string> })
        .filter(({ memory }) => memory['persistence'] !== 'ephemeral');
    });
    expect(learnt.length).toBeGreaterThan(5);
    for (const { locationId, memory } of learnt) {
      const room = (await json(`memories show --location ${locationId}`)) as {
        memories: { title: string }[];
      };
      const titles = room.memories.map(({ title }) => title);
      expect(titles.filter((title) => title === memory['title'])).toHaveLength(1);
    }
    const replayed = await runCli(['replay', '2', '--json'], { cwd });
    expect(JSON.parse(replayed.out)).toMatchObject({ identical: true, turns: 6 });
    const log = readFileSync(path.join(cwd, 'game_files/runs.log'), 'utf8');
    expect(log.match(/ episode \d: /g)).toHaveLength(3);
    expect(log).toMatch(/ ends with 0 after /);
  });

  it('can be looked at from anywhere', async () => {
    expect(await json('fleet status')).toMatchObject({
      episodes: { waiting: 0, playing: 0, done: 3, failed: 0 },
      workers: [{ parallel: 2, playing: 0 }],
      runs: [{ run: 1, kind: 'run', player: 'offline', over: 3, episodes: 3, playing: 0 }],
    });
    expect(await json('episodes list')).toHaveLength(3);
    expect(await json('replay latest')).toMatchObject({ episode: 3, identical: true });
    expect(await json('map show')).toHaveProperty('rooms');
    const name = new URL(url).pathname;
    const { file } = (await json('memories stats')) as { file: string };
    expect(file.endsWith(`${name}/Memories.md`)).toBe(true);
    expect((await zorkgpt('memories check')).code).toBe(0);
    const versions = (await json('knowledge list')) as { file: string }[];
    expect(versions).not.toEqual([]);
    for (const version of versions) expect(version.file).toContain(`${name}/episodes/`);
  });

  it('keeps what a person changed in a folder, and what was learnt meanwhile', async () => {
    expect(await json('fleet pull shared')).toMatchObject({
      files: expect.arrayContaining([{ name: 'Memories.md', changed: true }]) as object[],
    });
    const file = path.join(cwd, 'shared/Memories.md');
    const note = '**[NOTE - PERMANENT] By hand** *(Ep1, T1, +0)*\nMind the step.';
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('### Memories\n', `### Memories\n\n${note}\n`));
    await zorkgpt('run --episodes 1 --turns 6 --seed 5 --json');
    const before = (await json('memories stats')) as { memories: number };
    expect(await json('fleet push shared')).toMatchObject({
      files: expect.arrayContaining([{ name: 'Memories.md', changed: true }]) as object[],
    });
    expect(await json('memories stats')).toMatchObject({ memories: before.memories + 1 });
    expect(await json('memories search Mind')).toHaveLength(1);
    const again = (await json('fleet push shared')) as { files: { changed: boolean }[] };
    expect(again.files.filter(({ changed }) => changed)).toEqual([]);
  });

  it('lets a command change what it learnt', async () => {
    const words = ['memories', 'invalidate', '--location', '30', '--title', 'By hand'];
    const place = [...words, '--reason', 'there is none', '--fleet', url];
    const { code, err } = await runCli(place, { cwd });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { memories } = (await json('memories show --location 30')) as {
      memories: { title: string; status: string }[];
    };
    expect(memories).toContainEqual(
      expect.objectContaining({ title: 'By hand', status: 'SUPERSEDED' }),
    );
  });

  it('says which episodes were cancelled while it waited', async () => {
    const args = ['run', '--episodes', '5', '--turns', '12', '--fleet', url];
    const run = runCli(args, { cwd, environment });
    const playing = `select from zorkgpt.episode where run = (select max(run) from zorkgpt.episode) and state = 'playing' having count(*) = 2`;
    while ((await ask(url, playing)).length === 0) await sleep(20);
    const cancelled = (await json('fleet cancel')) as { waiting: number; playing: number };
    const { code, err } = await run;
    expect(code).toBe(3);
    const told = err.match(/Episode \d+ came to nothing: It was cancelled\./g) ?? [];
    expect(told).toHaveLength(cancelled.waiting + cancelled.playing);
    expect(told.length).toBeGreaterThan(1);
  });

  it('says that there is no run to cancel', async () => {
    const { code, err } = await zorkgpt('fleet cancel --run 99999');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^Error: There is no run 99999; zorkgpt fleet status tells which there are\.$/m,
    );
  });

  it('refuses a damaged row, to bring it as to read it', async () => {
    const spoil = (bytes: string) =>
      ask(url, `update zorkgpt.learnt set bytes = ${bytes} where name = 'Memories.md'`);
    const [kept] = await ask(
      url,
      "select encode(bytes, 'hex') as hex from zorkgpt.learnt where name = 'Memories.md'",
    );
    await spoil(String.raw`'\xdeadbeef'`);
    for (const words of ['fleet pull spoilt', 'memories list']) {
      const { code, err } = await zorkgpt(words);
      expect(code, words).toBe(78);
      expect(err).toMatch(/Memories\.md is damaged; restore the database\./);
    }
    expect(existsSync(path.join(cwd, 'spoilt/Memories.md'))).toBe(false);
    await spoil(`decode('${String(kept?.['hex'])}', 'hex')`);
    expect((await zorkgpt('memories list')).code).toBe(0);
  });
});

describe.skipIf(!hasPostgres())('an address of no fleet', () => {
  const refused = async (fleet: string) => {
    const environment = { ZORKGPT_FLEET_PATIENCE_MINUTES: '0.005' };
    const place = { cwd: temporaryFolder(), environment };
    const { code, err } = await runCli(['fleet', 'status', '--fleet', fleet], place);
    expect(err).not.toContain(PASSWORD);
    return { code, err };
  };

  it.each([
    ['mysql://localhost/fleet', 78, 'none of PostgreSQL'],
    [`postgres://a:${PASSWORD}@`, 78, 'none of PostgreSQL'],
    [`postgres://a:${PASSWORD}@127.0.0.1:1/fleet`, 75, 'does not answer (ECONNREFUSED)'],
    ['postgres://nobody.invalid/fleet', 78, 'nobody knows'],
  ])('%s ends with %d', async (fleet, code, says) => {
    const answer = await refused(fleet);
    expect(answer).toEqual({ code, err: expect.stringContaining(says) as string });
  });

  it('a database that is not there, and a user without rights, are told', async () => {
    const owner = await newDatabase();
    const guest = `guest${process.pid}`;
    await ask(owner, `create role ${guest} login password '${PASSWORD}'`);
    onTestFinished(async () => void (await ask(owner, `drop role ${guest}`)));
    const url = new URL(owner);
    url.username = guest;
    url.password = PASSWORD;
    const { code, err } = await refused(url.href);
    expect({ code, err }).toEqual({ code: 78, err: expect.stringContaining('no right') as string });
    url.pathname = '/not-there';
    expect(await refused(url.href)).toEqual({
      code: 78,
      err: expect.stringContaining('does not exist') as string,
    });
  });

  it('a command that cannot read a fleet says so', async () => {
    const { code, err } = await runCli(['story', 'list', '--fleet', 'postgres://a/b'], {
      cwd: temporaryFolder(),
    });
    expect({ code, err }).toMatchObject({ code: 2 });
    expect(err).toContain('does not work on a fleet');
  });
});
