/** @module-tag slow */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serveWatch } from '../../src/commands/status/serve-watch.ts';
import { LiveReports } from '../../src/report/live-report.ts';
import { readPageAssets } from '../../src/report/page.ts';
import { LIVE_MODULES } from '../../src/report/render-report.ts';
import { acquireRunLock } from '../../src/storage/lock.ts';
import { encodeRecord } from '../../src/storage/record-log.ts';
import { PROGRAM } from '../helpers/cli-child.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { attribute, elementsOf, packedEpisodes, textOf } from '../report/page.ts';
import { storeEpisode } from '../report/stored-episodes.ts';
import { agentCall, failedCall, summaryOf, turnOf } from '../report/scene.ts';
import { allBytes } from '../run/harness/played-files.ts';

const words = (field: string) => field;
const CANARY = 'hunter2secret';
const servers: Awaited<ReturnType<typeof serveWatch>>[] = [];

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

/** The page as it is told now; null when it is what the asker has already. */
async function told(url: string, etag = '') {
  const headers = etag === '' ? {} : { 'If-None-Match': etag };
  const response = await fetch(url, { headers });
  const page = await response.text();
  if (response.status === 304) return null;
  const [episode] = packedEpisodes(page);
  const commands = episode?.turns.map(({ turn, play }) => `${turn} ${play?.action}`) ?? [];
  const header = elementsOf(page).find((one) => attribute(one, 'id') === 'head');
  const says = header === undefined ? '' : textOf(header);
  const number = episode?.episode ?? null;
  return { etag: response.headers.get('etag') ?? '', page, number, episode, commands, says };
}

type Told = NonNullable<Awaited<ReturnType<typeof told>>>;

/** Asks again until the page is as it should be. */
function toldUntil(url: string, isEnough: (page: Told) => boolean): Promise<Told> {
  return vi.waitFor(
    async () => {
      const page = await told(url);
      if (page === null || !isEnough(page)) throw new Error(`Not yet: ${page?.says}`);
      return page;
    },
    { timeout: 30_000 },
  );
}

/** Sends a request with a method and a Host header that a browser would not send. */
async function ask(url: string, method: string, host?: string) {
  const { hostname, port, pathname } = new URL(url);
  const headers = host === undefined ? {} : { host };
  const sent = request({ hostname, port, path: pathname, method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}

describe('the live page', () => {
  it('asks nobody but its own server, which its policy holds it to', async () => {
    const url = await serve(temporaryFolder());
    const response = await fetch(url);
    const page = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-/);
    expect(policy).toContain("connect-src 'self'; frame-ancestors 'none'");
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const attributes = elementsOf(page).flatMap(({ attrs }) => attrs);
    const addresses = attributes.filter(({ name }) => name === 'href' || name === 'src');
    expect(addresses.filter(({ value }) => !value.startsWith('#'))).toEqual([]);
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
    for (const strange of ['//', '/%', '/../../etc/passwd', '/events']) {
      const sent = request({ hostname: '127.0.0.1', port, path: strange }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(404);
    }
  });
});

describe('what it shows', () => {
  it('is what was played, then each turn when its line is whole, without secrets', async () => {
    const workdir = temporaryFolder();
    const folder = storeEpisode(workdir, 1, (field) => `${field} ${CANARY}`, {
      summary: false,
      turns: 2,
    });
    const url = await serve(workdir);
    const line = encodeRecord(turnOf(3, words));
    const file = path.join(folder, 'trajectory.jsonl');
    appendFileSync(file, line.slice(0, 100));
    const before = await toldUntil(url, ({ number }) => number === 1);
    expect(before.commands).toEqual(['1 action [redacted]', '2 action [redacted]']);
    appendFileSync(file, line.slice(100));
    const after = await told(url, before.etag);
    expect(after?.commands.at(-1)).toBe('3 action');
    expect(JSON.stringify([before, after])).not.toContain(CANARY);
  });

  it('is sent again only when a record grew', async () => {
    const workdir = temporaryFolder();
    const folder = storeEpisode(workdir, 1, words);
    const url = await serve(workdir);
    const { etag } = await toldUntil(url, ({ page }) => page.includes('data-room="1"'));
    expect(await told(url, etag)).toBeNull();
    appendFileSync(path.join(folder, 'log.jsonl'), '{}\n');
    expect(await told(url, etag)).not.toBeNull();
  });

  it('has score, map, memories, calls and the end', async () => {
    const workdir = temporaryFolder();
    const memory = { title: 'wet', text: 'It is wet.', category: 'NOTE' };
    const log = `${JSON.stringify({ msg: 'memory-added', locationName: 'Cave', memory })}\n`;
    storeEpisode(workdir, 1, words, { log });
    const url = await serve(workdir);
    const { page, says } = await toldUntil(url, (so) => so.page.includes('data-room="1"'));
    const elements = elementsOf(page);
    const textOfId = (id: string) => {
      const found = elements.find((one) => attribute(one, 'id') === id);
      return found === undefined ? '' : textOf(found).replace(/\s+/g, ' ');
    };
    expect(textOfId('learnt')).toContain('wet It is wet. note, Cave');
    expect(textOfId('now')).toMatch(/memories 1 new model calls 3 /);
    expect(textOfId('score')).toContain('episode 1: 0');
    expect(says).toContain('It ended because all its turns were played.');
  });

  it('leaves a turn out that is only thought about, unless something failed in it', async () => {
    const workdir = temporaryFolder();
    const folder = storeEpisode(workdir, 1, words, { summary: false, turns: 2 });
    const calls = path.join(folder, 'model-calls.jsonl');
    const url = await serve(workdir);
    appendFileSync(calls, encodeRecord({ ...agentCall(3, words), finishReason: 'stop' }));
    expect((await told(url))?.commands).toHaveLength(2);
    appendFileSync(calls, encodeRecord({ ...failedCall(words), kind: 'server' }));
    expect((await told(url))?.commands).toEqual(['1 action', '2 action', '3 undefined']);
  });

  it('is the next episode of the run when one is over, for two pages alike', async () => {
    const workdir = temporaryFolder();
    const first = storeEpisode(workdir, 1, words, { summary: false });
    const url = `${await serve(workdir)}?shown=1`;
    const pages = [told(url), told(url)];
    for (const page of await Promise.all(pages)) expect(page?.number).toBe(1);
    const summary = { ...summaryOf(1, words), stopReason: 'max-turns' };
    writeFileSync(path.join(first, 'summary.json'), JSON.stringify(summary));
    expect((await told(url))?.number).toBe(1);
    await sleep(20);
    storeEpisode(workdir, 2, words, { summary: false });
    for (const page of await Promise.all([told(url), told(url)])) expect(page?.number).toBe(2);
  });

  it('of a run in parallel is one episode; it names the others, and shows each of them on request', async () => {
    const workdir = temporaryFolder();
    const folders = [storeEpisode(workdir, 1, words, { summary: false })];
    // The second begins while the first thinks about its turn.
    await sleep(20);
    folders.push(storeEpisode(workdir, 2, words, { summary: false }));
    await Promise.all(folders.map((folder) => acquireRunLock(folder, 'run')));
    const url = await serve(workdir);
    const page = await told(url);
    expect([page?.number, page?.says]).toEqual([2, expect.stringMatching(/played: episode 1\s/)]);
    expect((await told(`${url}?shown=1`))?.number).toBe(1);
    expect((await told(`${url}?episode=1`))?.number).toBe(1);
  });

  it('says at once that the episode is played no more, and where it stands', async () => {
    const workdir = temporaryFolder();
    const folder = storeEpisode(workdir, 1, words, { summary: false, turns: 2 });
    const lock = await acquireRunLock(folder, 'run');
    const url = await serve(workdir);
    const liveOf = (page: string) => {
      const line = elementsOf(page).find((one) => attribute(one, 'id') === 'live');
      return line === undefined ? '' : textOf(line);
    };
    const played = await told(url);
    expect(liveOf(played?.page ?? '')).toBe('Live.');
    lock.release();
    const stopped = await told(url, played?.etag);
    expect(liveOf(stopped?.page ?? '')).toMatch(/^Not being played: killed at turn 2\b/);
  });

  it('is drawn once for all who ask', async () => {
    const workdir = temporaryFolder();
    storeEpisode(workdir, 1, words);
    const assets = readPageAssets(LIVE_MODULES);
    const reports = new LiveReports({ workdir, redact: (text) => text }, assets);
    const asked = { episode: null, shown: null };
    const [one, other] = await Promise.all([reports.look(asked), reports.look(asked)]);
    expect(one).toBe(other);
  });

  it('tells of a damaged file, and goes on', async () => {
    const workdir = temporaryFolder();
    const folder = storeEpisode(workdir, 1, words);
    truncateSync(path.join(folder, 'summary.json'), 10);
    const page = await told(await serve(workdir));
    expect(page?.says).toMatch(/summary\.json is damaged/);
    expect(page?.commands).toHaveLength(3);
  });

  it('is what is wrong with the workdir, in one sentence, until that is mended', async () => {
    const workdir = temporaryFolder();
    storeEpisode(workdir, 1, words);
    const file = path.join(workdir, 'workdir.json');
    writeFileSync(file, '{"schemaVersion":1,"story":"ZCODE-1-000000"}');
    const url = await serve(workdir);
    const refused = await fetch(url);
    expect([refused.status, await refused.text()]).toEqual([
      500,
      expect.stringMatching(/^[^\n]*recorded by another version of zorkgpt[^\n]*$/),
    ]);
    rmSync(file);
    expect((await told(url))?.commands).toHaveLength(3);
  });

  it('is one sentence while nothing is played', async () => {
    expect((await told(await serve(temporaryFolder())))?.says).toContain('Waiting for an episode.');
  });
});

describe('many listeners', () => {
  /** A connection that stays open, and the status of what it is answered. */
  async function listener(url: string) {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    const [start] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    return { socket, status: Number(start.slice(9, 12)), start };
  }

  it('are served twenty at a time; the next is told so, and has the place of one that leaves', async () => {
    const url = await serve(temporaryFolder());
    const served = await Promise.all(Array.from({ length: 20 }, async () => listener(url)));
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
    const late = await listener(url);
    expect(late.status).toBe(503);
    expect(late.start).toContain('20 pages look at this run already');
    served[0]?.socket.destroy();
    await vi.waitFor(async () => expect((await listener(url)).status).toBe(200));
    for (const { socket } of served) socket.destroy();
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
    expect((await told(line.trim()))?.commands).toHaveLength(3);
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
    expect(taken).toMatchObject({ code: 75, out: '' });
    expect(taken.err).toContain(
      `Port ${port} is taken by another program; name another with --port`,
    );
    const missing = await runCli(['watch', '7'], { cwd });
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toContain('There is no episode "7"');
    expect((await runCli(['watch', '--port', '70000'], { cwd })).code).toBe(2);
  });
});
