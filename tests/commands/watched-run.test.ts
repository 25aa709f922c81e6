/** @module-tag slow */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWatchedRunLog } from '../../src/commands/run/watched-run.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace, temporaryFolder } from '../helpers/workdir.ts';
import { CANARY_KEY } from '../helpers/model-setup.ts';

const RUN = ['run', '--turns', '1', '--display', 'none'];

interface Posted {
  readonly text: string;
  readonly exitCode: number;
  readonly error: string | null;
  readonly episodes: readonly { readonly episode: number; readonly maxScore: number }[];
}

/** An address that takes what is posted, and answers with this status; null never answers. */
async function listen(status: number | null) {
  const posted: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => posted.push(text));
    request.on('end', () => status !== null && response.writeHead(status).end('no'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/secret`;
  return { posted, url };
}

const logOf = (workdir: string) => readFileSync(path.join(workdir, 'runs.log'), 'utf8');

describe('run --notify', () => {
  it('posts one small JSON that says how the run ended, and no key', async () => {
    const { cwd, workdir } = makePlace({ seed: 3 });
    const { posted, url } = await listen(200);
    const environment = { OPENAI_API_KEY: CANARY_KEY };
    const { code, err } = await runCli([...RUN, '--notify', url], { cwd, environment });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(posted).toHaveLength(1);
    expect(JSON.parse(posted[0] ?? '')).toMatchObject({
      text: expect.stringMatching(/^zorkgpt: 1 episode played, best \d+\/100\. /) as string,
      exitCode: 0,
      error: null,
      episodes: [{ episode: 1, maxScore: 100 }],
    } satisfies Posted);
    expect(posted[0]).not.toContain(CANARY_KEY);
    const manifest = readFileSync(path.join(workdir, 'episodes/0001/manifest.json'), 'utf8');
    expect(manifest).not.toContain('secret');
  });

  it('says why a run broke off, and the setting does as the flag', async () => {
    const { posted, url } = await listen(200);
    const { cwd } = makePlace({ notify: url, story: 'missing.z5' });
    const { code } = await runCli(RUN, { cwd });
    expect(code).toBe(78);
    expect(JSON.parse(posted[0] ?? '')).toMatchObject({ exitCode: 78, episodes: [] });
    expect((JSON.parse(posted[0] ?? '') as Posted).text).toContain('missing.z5');
  });

  it.each([
    ['refuses', 500],
    ['is not there', null],
  ])(
    'never fails the run when the address %s: one line, without the address',
    async (_, status) => {
      const { url } = await listen(status);
      const gone = 'http://127.0.0.1:59/services/T0/secret';
      const { cwd } = makePlace({ notify: status === null ? gone : url });
      const { code, err } = await runCli(RUN, { cwd });
      expect(code).toBe(0);
      expect(err).toMatch(/^127\.0\.0\.1:\d+ was not told how the run ended: [^\n]+\.\n$/);
      expect(err).not.toContain('secret');
    },
  );

  it('says what is wrong with a port that HTTP leaves to others', async () => {
    const { cwd } = makePlace({ notify: 'http://127.0.0.1:9/' });
    const { err } = await runCli(RUN, { cwd });
    expect(err).toMatch(
      /was not told how the run ended: no program may send to this port, .+ choose another one\.\n$/,
    );
  });
});

describe('runs.log', () => {
  it('has a trace of every run, also of one that played nothing, with what was said', async () => {
    const { cwd, workdir } = makePlace({ player: 'openai' });
    const { code, err } = await runCli(RUN, { cwd });
    expect(code).toBe(78);
    const lines = logOf(workdir).trim().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z \[\d+\] /);
    expect(lines[1]).toContain(err.trim());
    expect(lines[2]).toContain('ends with 78');
    await runCli([...RUN, '--player', 'offline'], { cwd });
    expect(logOf(workdir)).toMatch(
      /episode 1: \d+\/100 in 1 turns, max-turns, .*free\n.* ends with 0 after/,
    );
  });

  it('makes no workdir, and keeps what it could not write for when there is one', () => {
    const workdir = path.join(temporaryFolder(), 'play');
    const log = openWatchedRunLog(workdir, (text) => text.replace('key', '…'));
    log.say('begins with a key');
    expect(existsSync(workdir)).toBe(false);
    const here = temporaryFolder();
    const file = path.join(here, 'runs.log');
    writeFileSync(file, 'x'.repeat(1024 * 1024 - 10));
    openWatchedRunLog(here, (text) => text).say('one line more');
    expect(readFileSync(file, 'utf8')).toMatch(/^\S+ \[\d+\] one line more\n$/);
    expect(existsSync(`${file}.1`)).toBe(true);
  });
});

it('a log of an episode is shown with ISO times, without a line that a kill tore', async () => {
  const { cwd, workdir } = makePlace();
  await runCli(RUN, { cwd });
  const { out } = await runCli(['episodes', 'show', '1', '--log'], { cwd });
  expect(out).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z turn-end turn=1 action="/m);
  const file = path.join(workdir, 'episodes/0001/log.jsonl');
  writeFileSync(
    file,
    '{"level":30,"time":"2026-11-22T09:40:29.970Z","msg":"turn-end","turn":1}\n{"torn',
  );
  const old = await runCli(['episodes', 'show', '1', '--log', '--json'], { cwd });
  expect(JSON.parse(old.out)).toEqual([
    { level: 30, time: '2026-11-22T09:40:29.970Z', msg: 'turn-end', turn: 1 },
  ]);
});
