/** @module-tag slow */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { serveWatch, type WatchServer } from '../../src/commands/watch/serve-watch.ts';
import { encodeRecord } from '../../src/storage/record-line.ts';
import { PROGRAM } from '../helpers/cli-child.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { elementsOf } from '../report/page.ts';
import { storeEpisode } from '../report/stored-episodes.ts';
import { turnOf } from '../report/scene.ts';
import { allBytes } from '../run/harness/played-files.ts';

const words = (field: string) => field;
const CANARY = 'hunter2secret';
const servers: WatchServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(workdir: string, episode: number | null = null): Promise<string> {
  const server = await serveWatch({
    workdir,
    episode,
    port: 0,
    redact: (text) => text.replaceAll(CANARY, '[redacted]'),
    complain: (message) => expect.unreachable(message),
  });
  servers.push(server);
  return server.url;
}

interface Heard {
  readonly id: string | null;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Hears the stream until `isEnough`; fails after five seconds. */
async function hear(
  url: string,
  isEnough: (heard: readonly Heard[]) => boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  const signal = AbortSignal.timeout(5_000);
  const { body } = await fetch(url, { headers, signal });
  let text = '';
  for await (const chunk of body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    heard.push(...blocks.flatMap(readEvent));
    if (isEnough(heard)) return heard;
  }
  return heard;
}

function readEvent(block: string): Heard[] {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  const [name, data] = [field('event'), field('data')];
  if (name === null || data === null) return [];
  return [{ id: field('id'), name, data: JSON.parse(data) as Heard['data'] }];
}

function turnsIn(heard: readonly Heard[]) {
  return heard.filter(({ name }) => name === 'turn').map(({ data }) => data);
}

function hasTurns(count: number) {
  return (heard: readonly Heard[]) => turnsIn(heard).length >= count;
}

/** Asks as another program may: any Host, any method. */
async function ask(url: string, method: string, host?: string) {
  const { hostname, port, pathname } = new URL(url);
  const headers = host === undefined ? {} : { host };
  const sent = request({ hostname, port, path: pathname, method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}

describe('the live page', () => {
  it('asks nobody but its own server, which its policy holds it to, and names its stream', async () => {
    const url = await serve(temporaryFolder());
    const response = await fetch(url);
    const page = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-/);
    expect(policy).toContain("connect-src 'self'; frame-ancestors 'none'");
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(page).toContain('new EventSource(`/events');
    const attributes = elementsOf(page).flatMap(({ attrs }) => attrs);
    const addresses = attributes.filter(({ name }) => name === 'href' || name === 'src');
    expect(addresses.map(({ value }) => value)).toEqual(['#main', '/events']);
  });

  it.each(['evil.example', '127.0.0.1', 'localhost:1'])(
    'is refused under the foreign name "%s"',
    async (host) => {
      const url = await serve(temporaryFolder());
      expect((await ask(url, 'GET', host)).status).toBe(403);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'cannot be changed by %s',
    async (method) => {
      const url = await serve(temporaryFolder());
      const { status, headers } = await ask(url, method);
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('answers nothing else, whatever the address', async () => {
    const url = await serve(temporaryFolder());
    const { port } = new URL(url);
    for (const strange of ['//', '/%', '/../../etc/passwd', '/events/x']) {
      const sent = request({ hostname: '127.0.0.1', port, path: strange }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(404);
    }
  });
});

describe('its stream', () => {
  it('tells what was played, then each turn when its line is whole, without secrets', async () => {
    const workdir = temporaryFolder();
    const folder = storeEpisode(workdir, 1, (field) => `${field} ${CANARY}`, {
      summary: false,
      turns: 2,
    });
    const url = await serve(workdir);
    const line = encodeRecord(turnOf(3, words));
    const file = path.join(folder, 'trajectory.jsonl');
    appendFileSync(file, line.slice(0, 100));
    let isWhole = false;
    const heard = await hear(`${url}events`, (so) => {
      if (!isWhole && hasTurns(2)(so)) {
        expect(hasTurns(3)(so)).toBe(false);
        appendFileSync(file, line.slice(100));
        isWhole = true;
      }
      return hasTurns(3)(so);
    });
    expect(heard[0]).toMatchObject({ name: 'episode', data: { episode: 1 } });
    expect(turnsIn(heard)).toMatchObject([
      { episode: 1, turn: 1, command: 'action [redacted]', text: 'game text [redacted]' },
      { episode: 1, turn: 2, reasoning: 'reasoning [redacted]' },
      { episode: 1, turn: 3, command: 'action', room: { id: 4 } },
    ]);
    expect(JSON.stringify(heard)).not.toContain(CANARY);
  });

  it('draws score and map, and tells memories, calls and the end', async () => {
    const workdir = temporaryFolder();
    const memory = { title: 'wet', text: 'It is wet.', category: 'NOTE' };
    const log = `${JSON.stringify({ msg: 'memory-added', locationName: 'Cave', memory })}\n`;
    storeEpisode(workdir, 1, words, { log });
    const heard = await hear(`${await serve(workdir)}events`, (so) =>
      ['map', 'score', 'end'].every((name) => so.some((event) => event.name === name)),
    );
    const of = (name: string) => heard.find((event) => event.name === name)?.data;
    expect(of('memory')).toMatchObject({ episode: 1, location: 'Cave', ...memory });
    expect(of('calls')).toMatchObject({ calls: 4, costUsd: null });
    expect(of('end')).toMatchObject({ says: 'It ended because all its turns were played.' });
    expect(of('map')?.['markup']).toContain('data-room="1"');
    expect(of('score')?.['markup']).toContain('episode 1: 0');
  });

  it('goes on where a page stopped hearing; an id that it never gave counts as none', async () => {
    const workdir = temporaryFolder();
    storeEpisode(workdir, 1, words, { turns: 5 });
    const url = `${await serve(workdir)}events`;
    const first = await hear(url, hasTurns(3));
    const { id } = first.find(({ data }) => data['turn'] === 3) ?? { id: null };
    const rest = await hear(url, hasTurns(2), { 'Last-Event-ID': id ?? '' });
    expect(turnsIn(rest).map(({ turn }) => turn)).toEqual([4, 5]);
    const anew = await hear(url, hasTurns(5), { 'Last-Event-ID': '7-x' });
    expect(turnsIn(anew).map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5]);
  });

  it('goes on to the next episode of the run when one is over, for two pages alike', async () => {
    const workdir = temporaryFolder();
    const first = storeEpisode(workdir, 1, words, { summary: false });
    const url = `${await serve(workdir)}events`;
    const hasSecond = (so: readonly Heard[]) => turnsIn(so).some(({ episode }) => episode === 2);
    const pages = [1, 2].map(() =>
      hear(url, (so) => {
        if (hasTurns(3)(so) && !so.some(({ name }) => name === 'end')) endFirst();
        return hasSecond(so);
      }),
    );
    let isOver = false;
    const endFirst = () => {
      if (isOver) return;
      isOver = true;
      const summary = { schemaVersion: 1, episode: 1, stopReason: 'max-turns' };
      writeFileSync(path.join(first, 'summary.json'), JSON.stringify(summary));
      setTimeout(() => storeEpisode(workdir, 2, words, { summary: false }), 20);
    };
    for (const heard of await Promise.all(pages)) {
      const episodes = turnsIn(heard).map(({ episode }) => episode);
      expect(episodes.slice(0, 4)).toEqual([1, 1, 1, 2]);
    }
  });

  it('of a run in parallel shows one episode, names the others, and shows each of them on request', async () => {
    const workdir = temporaryFolder();
    storeEpisode(workdir, 1, words, { summary: false });
    storeEpisode(workdir, 2, words, { summary: false });
    const url = `${await serve(workdir)}events`;
    const heard = await hear(url, (so) => so.some(({ name }) => name === 'others'));
    expect(heard.find(({ name }) => name === 'others')?.data).toEqual({ episodes: [1] });
    const asked = await hear(`${url}?episode=1`, hasTurns(3));
    expect(turnsIn(asked).map(({ episode }) => episode)).toEqual([1, 1, 1]);
  });

  it('tells of a damaged file once, and goes on', async () => {
    const workdir = temporaryFolder();
    const folder = storeEpisode(workdir, 1, words);
    truncateSync(path.join(folder, 'summary.json'), 10);
    const heard = await hear(`${await serve(workdir)}events`, (so) =>
      so.some(({ name }) => name === 'problem'),
    );
    expect(heard.at(-1)?.data['says']).toMatch(/summary\.json is damaged/);
  });
});

describe('zorkgpt watch', () => {
  it('prints its address, changes nothing, and ends with 130 at the first Ctrl-C', async () => {
    const cwd = temporaryFolder();
    const workdir = path.join(cwd, 'game_files');
    mkdirSync(workdir);
    storeEpisode(workdir, 1, words);
    const before = allBytes(cwd);
    const child = spawn(process.execPath, [...PROGRAM, 'watch', '--port', '0'], { cwd });
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/);
    await hear(`${line.trim()}events`, hasTurns(3));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(allBytes(cwd)).toEqual(before);
    expect(readFileSync(path.join(workdir, 'episodes/0001/summary.json')).length).toBeGreaterThan(
      0,
    );
  });

  it('refuses a port that is taken and an episode that does not exist, each in one sentence', async () => {
    const cwd = temporaryFolder();
    const { port } = new URL(await serve(cwd));
    const taken = await runCli(['watch', '--port', port], { cwd });
    expect(taken).toMatchObject({ code: 78, out: '' });
    expect(taken.err).toContain(`Port ${port} cannot be had`);
    const missing = await runCli(['watch', '7'], { cwd });
    expect(missing).toMatchObject({ code: 78, out: '' });
    expect(missing.err).toContain('There is no episode "7"');
    expect((await runCli(['watch', '--port', '70000'], { cwd })).code).toBe(2);
  });
});
