/** @module-tag slow */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { settingsFor, startOfflineServer } from '../helpers/offline-server.ts';
import { says } from '../helpers/play-against.ts';
import {
  startProvider,
  type ProviderReply,
  type ProviderServer,
} from '../helpers/provider-server.ts';
import { runCli, type CliResult } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((provider) => provider.close()));
});

async function provider(replies: readonly ProviderReply[]): Promise<ProviderServer> {
  const started = await startProvider({ replies });
  running.push(started);
  return started;
}

/** Plays two episodes of two turns against a provider; the agent alone asks. */
function play(baseUrl: string, environment: Readonly<Record<string, string>> = {}) {
  const { cwd } = makePlace({
    player: 'openai',
    models: { model: 'test-model', baseUrl, maxAttempts: 1 },
    episode: { maxTurns: 2 },
    memory: { enabled: false },
    critic: { mode: 'never' },
    extractor: { mode: 'never' },
  });
  return runCli(['run', '--json', '--display', 'none', '--episodes', '2'], { cwd, environment });
}

function episodesOf({ out }: CliResult): readonly { turns: number; stopReason: string }[] {
  const lines = out.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { turns: number; stopReason: string });
}

function reasonsIn({ err }: CliResult): readonly string[] {
  return err.split('\n').filter((line) => /^Episode \d+ failed: .{20,}/.test(line));
}

describe('a run that a provider leaves in the lurch', () => {
  it('with a refused key ends with 77, says why once, and begins no further episode', async () => {
    const { baseUrl } = await provider([{ status: 401 }]);
    const end = await play(baseUrl);
    expect(end.code).toBe(77);
    expect(reasonsIn(end)).toHaveLength(1);
    expect(episodesOf(end)).toMatchObject([{ turns: 0, modelError: 'auth' }]);
  });

  it('that is down ends with 75 and says why for each episode', async () => {
    const { baseUrl } = await provider([{ fault: 'reset' }]);
    const end = await play(baseUrl);
    expect(end.code).toBe(75);
    expect(reasonsIn(end)).toHaveLength(2);
    expect(episodesOf(end)).toMatchObject([{ modelError: 'network' }, { modelError: 'network' }]);
  });

  it('at a port of this machine where nothing listens ends with 78 at once', async () => {
    const gone = await provider([]);
    await running.pop()?.close();
    const end = await play(gone.baseUrl);
    expect(end.code).toBe(78);
    expect(reasonsIn(end)).toHaveLength(1);
    expect(end.err).toContain('ECONNREFUSED');
    expect(end.err).not.toMatch(/lessons? lost/);
    expect(episodesOf(end)).toMatchObject([{ turns: 0, costUsd: 0 }]);
  });

  it('that speaks no TLS at its port ends with 78 at once', async () => {
    const { baseUrl } = await provider([says('look')]);
    const end = await play(baseUrl.replace('http:', 'https:'));
    expect(end.code).toBe(78);
    expect(episodesOf(end)).toMatchObject([{ modelError: 'no-endpoint' }]);
  });

  it('ends with 3 when an episode went well, or when no answer could be used', async () => {
    const mixed = await provider([says('look'), says('wait'), { status: 500 }]);
    const someWell = await play(mixed.baseUrl);
    expect(someWell.code).toBe(3);
    expect(reasonsIn(someWell)).toHaveLength(1);
    expect(episodesOf(someWell)).toMatchObject([{ turns: 2 }, { modelError: 'server' }]);
    const babble = await provider(['I would take the lamp.']);
    expect((await play(babble.baseUrl)).code).toBe(3);
  });
});

/** Plays six episodes, in the third of which a folder takes the place of a file. */
async function breakThird(file: string) {
  const server = await startOfflineServer();
  running.push(server);
  const models = settingsFor(server.baseUrl);
  const { cwd, workdir } = makePlace({ player: 'openai', seed: 5, models });
  server.onRequest = () => {
    if (!existsSync(path.join(workdir, 'episodes/0003/trajectory.jsonl'))) return;
    server.onRequest = null;
    rmSync(path.join(workdir, file));
    mkdirSync(path.join(workdir, file));
  };
  const args = ['run', '--display', 'none', '--episodes', '6', '--turns', '3'];
  const environment = { ZORKGPT_REPORT_AT_END_OF_RUN: '' };
  return { workdir, ...(await runCli(args, { cwd, environment })) };
}

describe('a run that breaks in the middle of an episode', () => {
  it('tells the finished episodes, writes their report, names resume, and ends with 1 and the reason', async () => {
    const { code, out, err, workdir } = await breakThird('current_state.json');
    expect(code, err).toBe(1);
    expect(out).toMatch(/^1 .*\n2 /m);
    expect(out).not.toMatch(/^3 /m);
    expect(readFileSync(path.join(workdir, 'report.html'), 'utf8')).toContain('<title>');
    expect(err).toMatch(
      /^Episode 3 unfinished; this goes on with 3:\n {2}[^\n]* resume 3 [^\n]*\nSpent: [^\n]+\nError: [^\n]*current_state\.json[^\n]*\n$/,
    );
  });

  it('tells that reason also when the report cannot be written', async () => {
    const { code, err } = await breakThird('map_state.json');
    expect(code, err).toBe(1);
    expect(err).toMatch(/ resume 3 [^]*\nError: [^\n]*map_state\.json[^\n]*\n$/);
  });
});

it('a run that goes well and that nobody watches says nothing on standard error but of the lessons that its stand-in lost', async () => {
  const { baseUrl } = await provider([says('look')]);
  const { code, err } = await play(baseUrl);
  expect(code).toBe(0);
  expect(err).toMatch(/^\d+ lessons? lost: no usable answer, however it was asked for\.\n$/);
});
