/** @module-tag slow */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callLines } from '../helpers/read-calls.ts';
import { runCli } from '../helpers/run-cli.ts';
import { settingsFor, startOfflineServer, type OfflineServer } from '../helpers/offline-server.ts';
import { makePlace, temporaryFolder } from '../helpers/workdir.ts';
import { playedFiles } from './harness/played-files.ts';
import { ENVIRONMENT } from './harness/resume-trial.ts';

const RUN = ['run', '--turns', '7', '--seed', '5', '--display', 'none'];

let [server, lessons]: OfflineServer[] = [];
beforeAll(async () => {
  [server, lessons] = [await startOfflineServer(), await startOfflineServer()];
});
afterAll(async () => {
  await server?.close();
  await lessons?.close();
});
beforeEach(() => {
  for (const one of [server, lessons]) {
    one?.forget();
    Object.assign(one ?? {}, { onRequest: null, failing: null });
  }
});

/** The agent at one server, everything else at another. */
function place() {
  const models = settingsFor(server?.baseUrl ?? '') as { roles: Record<string, object> };
  const roles = Object.fromEntries(
    Object.entries(models.roles).map(([role, settings]) => [
      role,
      role === 'agent' ? settings : { ...settings, baseUrl: lessons?.baseUrl },
    ]),
  );
  const keyed = { ...models, roles, apiKeyEnv: 'ZORKGPT_API_KEY', patienceMinutes: 0.02 };
  return makePlace(
    { player: 'openai', models: keyed, critic: { mode: 'never' } },
    path.join(temporaryFolder(), 'run'),
  );
}

const cli = (cwd: string, args: readonly string[]) =>
  runCli(args, { cwd, environment: ENVIRONMENT });
const calls = (workdir: string) =>
  callLines(path.join(workdir, 'episodes/0001'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { role: string; outcome: string; kind?: string });
const summaryOf = (workdir: string) =>
  JSON.parse(readFileSync(path.join(workdir, 'episodes/0001/summary.json'), 'utf8')) as object;

describe('an endpoint of the lessons that is down', () => {
  it('stops no turn; what was to be asked is asked when it is back, and the episode replays', async () => {
    const { cwd, workdir } = place();
    if (lessons !== undefined) lessons.failing = 503;
    if (server !== undefined)
      server.onRequest = (number) => {
        if (number === 6 && lessons !== undefined) lessons.failing = null;
      };
    const { code, err } = await cli(cwd, RUN);
    expect(code, err).toBe(0);
    expect(summaryOf(workdir)).toMatchObject({ stopReason: 'max-turns', turns: 7 });
    expect(err.match(/Play goes on; what is to be asked/g)).toHaveLength(1);
    expect(calls(workdir).some(({ kind }) => kind === 'put-off')).toBe(true);
    expect(playedFiles(workdir)['Memories.md']).toMatch(/T0,/);
    expect((await cli(cwd, ['replay', '1'])).out).toContain('comes out identical');
  });

  it('for good ends the episode with 75 after its last turn, and the next run asks what was put off', async () => {
    const { cwd, workdir } = place();
    if (lessons !== undefined) lessons.failing = 503;
    const { code, err } = await cli(cwd, RUN);
    expect(code, err).toBe(75);
    expect(summaryOf(workdir)).toMatchObject({ stopReason: 'provider-down', turns: 7 });
    if (lessons !== undefined) lessons.failing = null;
    const resumed = await cli(cwd, ['resume', '1', '--display', 'none']);
    expect(resumed.code, resumed.err).toBe(0);
    expect(summaryOf(workdir)).toMatchObject({ stopReason: 'max-turns', turns: 7 });
    expect(playedFiles(workdir)['Memories.md']).toMatch(/T0,/);
    expect((await cli(cwd, ['replay', '1'])).out).toContain('comes out identical');
  });
});

const linesOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

/** A server that goes away with every connection, and comes back at its port; `said` holds its answers. */
async function mortalServer() {
  const said: { readonly role: string; readonly text: string }[] = [];
  const start = (port = 0) =>
    startOfflineServer({ port, said: (role, text) => void said.push({ role, text }) });
  let running = await start();
  const { baseUrl } = running;
  return {
    baseUrl,
    said,
    kill: () => running.close(),
    async restart() {
      running = await start(Number(new URL(baseUrl).port));
    },
  };
}

describe('a night of three episodes, two at a time, whose server is killed twice', () => {
  const TURNS = 5;

  it('is played to its end, tells each outage in one line, and plays nothing that was not in a reply', async () => {
    const cwd = path.join(temporaryFolder(), 'night');
    const own = await mortalServer();
    const { workdir } = makePlace({ player: 'openai', models: settingsFor(own.baseUrl) }, cwd);
    const words = ['run', '--episodes', '3', '--parallel', '2', '--turns', String(TURNS)];
    const told: string[] = [];
    const night = runCli([...words, '--display', 'plain'], {
      cwd,
      environment: ENVIRONMENT,
      onComplaint: (line) => void told.push(line),
    });
    const OUTAGE = /^.*could not be reached.*It is asked again for 30 minutes\.$/gm;
    const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 120_000, interval: 5 });
    for (const [outage, answers] of [TURNS, 3 * TURNS].entries()) {
      await until(() => own.said.length >= answers);
      await own.kill();
      await until(() => told.filter((line) => line.includes('It is asked again')).length > outage);
      await own.restart();
    }
    const { code, err } = await night;
    await own.kill();
    expect(code, err).toBe(0);
    expect(err.match(OUTAGE), err).toHaveLength(2);
    const replied = own.said
      .filter(({ role }) => role === 'agent')
      .map(({ text }) => (JSON.parse(text) as { action: string }).action);
    for (const episode of ['0001', '0002', '0003']) {
      const commands = linesOf(path.join(workdir, 'episodes', episode, 'commands.rec'));
      expect(commands).toHaveLength(TURNS);
      expect(commands.filter((command) => !replied.includes(command))).toEqual([]);
    }
  }, 240_000);
});
