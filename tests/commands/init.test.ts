/** @module-tag slow */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { startProvider, type ProviderServer } from '../helpers/provider-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

let provider: ProviderServer | null = null;

afterEach(() => provider?.close());

const REPLY = '{"thinking":"light","action":"look"}';

async function serverWith(...models: readonly string[]): Promise<string> {
  const data = models.map((id) => ({ id }));
  provider = await startProvider({ replies: [REPLY], gets: { '/v1/models': { data } } });
  return provider.baseUrl;
}

const settingsIn = async (cwd: string) => {
  const { out } = await runCli(['config', 'show', '--json'], { cwd });
  return JSON.parse(out) as { config: Record<string, unknown> };
};

describe('zorkgpt init --for', () => {
  it('a local server writes its only model, and run plays the shipped story with it as it is', async () => {
    const baseUrl = await serverWith('small-model', 'text-embedding-3');
    const cwd = temporaryFolder();
    const args = ['init', '--for', 'llama.cpp', '--base-url', baseUrl];
    expect(await runCli(args, { cwd })).toMatchObject({ code: 0, err: '' });
    expect(await settingsIn(cwd)).toMatchObject({
      config: {
        story: SHIPPED_STORY,
        player: 'llama.cpp',
        models: { model: 'small-model', baseUrl },
        budget: { run: { costUsd: null } },
      },
    });
    const run = ['run', '--turns', '2', '--display', 'none', '--json'];
    const { code, out, err } = await runCli(run, { cwd });
    // The stand-in answers the agent alone.
    expect([code, err.replace(/^\d+ lessons? lost: .*\n$/, '')]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ turns: 2, model: 'small-model', costUsd: 0 });
  });

  it('keeps a configuration that is there, and writes beside it what --replace replaces', async () => {
    const baseUrl = await serverWith('small-model');
    const cwd = temporaryFolder();
    const file = path.join(cwd, 'zorkgpt.config.json');
    const args = ['init', '--for', 'llama.cpp', '--base-url', baseUrl];
    for (const old of ['{"player":"offline"}', '{"seed":1}']) {
      writeFileSync(file, old);
      expect((await runCli(args, { cwd })).out).toMatch(/stays as it is\. With --replace /);
      expect(readFileSync(file, 'utf8')).toBe(old);
      const { code, err } = await runCli([...args, '--replace'], { cwd });
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(/ zorkgpt\.config\.json\.old(\.2)?\.\n$/),
      ]);
    }
    expect(await settingsIn(cwd)).toMatchObject({ config: { player: 'llama.cpp' } });
    expect(readFileSync(`${file}.old`, 'utf8')).toBe('{"player":"offline"}');
    expect(readFileSync(`${file}.old.2`, 'utf8')).toBe('{"seed":1}');
  });

  it('several models are listed, one is to be named', async () => {
    const baseUrl = await serverWith('one', 'two');
    const cwd = temporaryFolder();
    const args = ['init', '--for', 'vllm', '--base-url', baseUrl];
    const { code, err } = await runCli(args, { cwd });
    expect(code).toBe(2);
    expect(err).toContain('vllm: one, vllm: two');
    expect((await runCli([...args, '--model', 'two'], { cwd })).code).toBe(0);
    expect(await settingsIn(cwd)).toMatchObject({ config: { models: { model: 'two' } } });
  });

  it.each([
    ['2', 'two'],
    ['', 'one'],
    ['two', 'two'],
  ])('a terminal is asked once: "%s" is %s', async (typed, expected) => {
    const baseUrl = await serverWith('one', 'two');
    const cwd = temporaryFolder();
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    stdin.write(`${typed}\n`);
    const args = ['init', '--for', 'vllm', '--base-url', baseUrl];
    const { code, err } = await runCli(args, { cwd, stdin });
    expect([code, err.match(/\?/g)]).toEqual([0, ['?']]);
    expect(await settingsIn(cwd)).toMatchObject({ config: { models: { model: expected } } });
  });

  it('a server that is not there writes nothing and says so', async () => {
    const cwd = temporaryFolder();
    const { code, err } = await runCli(
      ['init', '--for', 'ollama', '--base-url', 'http://127.0.0.1:9/v1'],
      { cwd },
    );
    expect(code).toBe(78);
    expect(err).toContain('127.0.0.1:9');
    expect(() => readFileSync(path.join(cwd, 'zorkgpt.config.json'))).toThrow('ENOENT');
  });

  it('a hosted provider with a model says where the key belongs, and writes no limit that cannot be kept', async () => {
    const cwd = temporaryFolder();
    const { code, err } = await runCli(['init', '--for', 'groq', '--model', 'm'], { cwd });
    expect([code, err]).toEqual([0, expect.stringContaining('GROQ_API_KEY')]);
    const { config } = await settingsIn(cwd);
    expect(config).toMatchObject({
      player: 'groq',
      models: { baseUrl: 'https://api.groq.com/openai/v1' },
      budget: { run: { costUsd: null, tokens: 5_000_000 } },
    });
    const environment = { GROQ_API_KEY: 'g'.repeat(20) };
    const dry = await runCli(['run', '--dry-run'], { cwd, environment });
    expect(dry).toMatchObject({ code: 0 });
  });
});

it('a hosted model whose price is known gets a limit of money that a run can keep', async () => {
  const cwd = temporaryFolder();
  await runCli(['init', '--for', 'openai', '--model', 'gpt-5-mini'], { cwd });
  const { config } = await settingsIn(cwd);
  expect(config).toMatchObject({ budget: { run: { costUsd: 1 }, day: { costUsd: 5 } } });
  const environment = { OPENAI_API_KEY: 'o'.repeat(20) };
  const dry = await runCli(['run', '--dry-run', '--json'], { cwd, environment });
  expect(dry.code, dry.err).toBe(0);
  const { config: used } = JSON.parse(dry.out) as { config: { models: { prices: object } } };
  expect(used.models.prices).toMatchObject({ 'gpt-5-mini': [{ input: 0.25, output: 2 }] });
});

it('without --for it says who plays, and why', async () => {
  const { code, out, err } = await runCli(['init'], { cwd: temporaryFolder() });
  expect(out).toMatch(/zorkgpt\.config\.json\n$/);
  // Somebody's own server may run where the tests do.
  const nobody = /^No local model server was found .* the offline player plays\.\n$/;
  expect([code, nobody.test(err) || err.startsWith('The offline player is to play.')]).toEqual([
    0,
    true,
  ]);
});

describe('run --base-url', () => {
  it('plays with the model there, also where no player is named', async () => {
    const baseUrl = await serverWith('m');
    const args = ['run', '--model', 'm', '--turns', '1', '--display', 'none', '--json'];
    const { code, out, err } = await runCli([...args, '--base-url', baseUrl], {
      cwd: temporaryFolder(),
    });
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ model: 'm', turns: 1 });
  });
});

it("the shipped story is played where a configuration of one's own names none", async () => {
  const cwd = temporaryFolder();
  const run = ['run', '--player', 'offline', '--turns', '1', '--display', 'none'];
  await runCli(['init', '--for', 'offline'], { cwd });
  expect(await runCli(run, { cwd })).toMatchObject({ code: 0, err: '' });
  const manifest = readFileSync(path.join(cwd, 'game_files/episodes/0001/manifest.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ story: { file: SHIPPED_STORY } });
});
