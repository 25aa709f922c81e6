/** @module-tag slow */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { acquireRunLock } from '../../src/storage/lock.ts';
import {
  startProvider,
  type ProviderReply,
  type ProviderServer,
} from '../helpers/provider-server.ts';
import type { DialectName } from '../helpers/provider-dialects.ts';
import { runCli } from '../helpers/run-cli.ts';
import { smallDisk } from '../helpers/small-disk.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const MEBIBYTE = 2 ** 20;
const CANARY = 'sk-canary-Zq7+/x9PfL2mW8';

let provider: ProviderServer | undefined;

afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

interface Found {
  readonly check: string;
  readonly status: string;
  readonly says: string;
  readonly fix: string | null;
}

function folder(config: object | string = {}): string {
  const cwd = temporaryFolder();
  const settings = { story: SHIPPED_STORY, player: 'offline', workdir: 'play' };
  const text = typeof config === 'string' ? config : JSON.stringify({ ...settings, ...config });
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), text);
  return cwd;
}

async function doctor(cwd: string, environment: Record<string, string> = {}, ...args: string[]) {
  const { code, out, err } = await runCli(['doctor', '--json', ...args], { cwd, environment });
  expect(err).toBe('');
  const { exitCode, findings } = JSON.parse(out) as { exitCode: number; findings: Found[] };
  expect(exitCode).toBe(code);
  const of = (check: string) => findings.find((finding) => finding.check.startsWith(check));
  return { code, findings, of };
}

async function withProvider(
  reply: ProviderReply,
  dialect: DialectName = 'openai',
  gets: Readonly<Record<string, unknown>> = {},
) {
  provider = await startProvider({ replies: [reply], dialect, gets });
  return folder({
    player: 'openai',
    models: { model: 'test-model', baseUrl: provider.baseUrl, maxAttempts: 1 },
  });
}

function configWithHistory(cwd: string, historyTokens: number): string {
  const file = path.join(cwd, 'zorkgpt.config.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
  return JSON.stringify({ ...settings, context: { historyTokens } });
}

describe('zorkgpt doctor', () => {
  it('finds nothing wrong where everything is right, and touches nothing', async () => {
    const cwd = folder();
    const { code, findings } = await doctor(cwd);
    expect(code).toBe(0);
    expect(findings.map(({ check, status }) => [check, status])).toEqual(
      'node interpreter configuration story workdir disk lock player key run cron'
        .split(' ')
        .map((check) => [check, 'ok']),
    );
    expect(readdirSync(cwd)).toEqual(['zorkgpt.config.json']);
  });

  it('says the fix of everything that is not right', async () => {
    const cwd = folder({ story: 'gone.z5', player: null });
    const { code, findings } = await doctor(cwd);
    expect(code).toBe(78);
    for (const { status, fix } of findings) expect(fix === null).toBe(status === 'ok');
    const { out } = await runCli(['doctor'], { cwd });
    expect(out).toMatch(/^fail story +There is no story file [^\n]+\n +Check --story/m);
  });

  it('names a variable that looks like a setting and is none, and calls the rest right', async () => {
    const { code, of } = await doctor(folder(), { ZORKGPT_EPISODE_TURNS: '9' }, '--offline');
    expect([code, of('configuration')?.status, of('run')?.status]).toEqual([0, 'warn', 'ok']);
    expect(of('configuration')?.says).toContain('ZORKGPT_EPISODE_TURNS is no setting');
  });

  it.each([
    ['a configuration that cannot be read', '{', 'configuration'],
    ['a story that is not there', { story: 'gone.z5' }, 'story'],
    ['a story that is none', { story: 'zorkgpt.config.json' }, 'story'],
    ['a workdir that is a file', { workdir: 'zorkgpt.config.json' }, 'workdir'],
    ['no player', { player: null }, 'player'],
    ['a model without a name', { player: 'openai' }, 'endpoint'],
  ])('%s is 78', async (_, config, check) => {
    const { code, of } = await doctor(folder(config), {}, '--offline');
    expect([code, of(check)?.status]).toEqual([78, 'fail']);
  });

  it('says to start a server of this machine that is not there, with the code of run', async () => {
    const cwd = await withProvider('');
    await provider?.close();
    provider = undefined;
    const { out, code } = await runCli(['doctor'], { cwd });
    expect(code).toBe(78);
    expect(out).toMatch(
      /^fail endpoint 127\.0\.0\.1:\d+\n +127\.0\.0\.1:\d+ could not [^\n]+\n +Start the server/m,
    );
    const { models } = JSON.parse(readFileSync(path.join(cwd, 'zorkgpt.config.json'), 'utf8')) as {
      models: { baseUrl: string };
    };
    const named = ['--player', 'ollama', '--model', 'm', '--base-url', models.baseUrl];
    expect((await doctor(folder(), {}, ...named)).code).toBe(78);
    const roles = { memory: { model: 'other' } };
    const { findings } = await doctor(folder({ player: 'openai', models: { ...models, roles } }));
    expect(findings.filter(({ check }) => check.startsWith('endpoint'))).toHaveLength(1);
    expect(out).not.toContain('resume');
  });

  it('wants no key, also not from cron, when every model is on this machine', async () => {
    const models = { model: 'm', baseUrl: 'http://127.0.0.1:9/v1' };
    const { of } = await doctor(folder({ player: 'openai', models }), {}, '--offline');
    expect([of('key')?.status, of('cron')?.status]).toEqual(['ok', 'ok']);
    expect(of('cron')?.says).not.toContain('KEY');
    expect(of('money')?.says).toMatch(/^nothing, /);
    const roles = { memory: { baseUrl: 'https://models.example/v1' } };
    const mixed = folder({ player: 'openai', models: { ...models, roles } });
    const found = (await doctor(mixed, {}, '--offline')).of;
    expect([found('key')?.status, found('cron')?.status]).toEqual(['warn', 'warn']);
    expect(found('cron')?.fix).toContain('/etc/zorkgpt/key');
  });

  it('says that a full disk is no place to play, and how to get space', async () => {
    const disk = smallDisk(MEBIBYTE);
    if (disk === null) return;
    const { code, of } = await doctor(folder({ workdir: path.join(disk.folder, 'play') }));
    expect([code, of('disk')?.status]).toEqual([78, 'fail']);
    expect(of('disk')?.fix).toMatch(/Free some space on the disk of .*play, .*prune/);
    const more = smallDisk(40 * MEBIBYTE);
    const little = await doctor(folder({ workdir: more?.folder ?? '' }));
    expect([little.code, little.of('disk')?.status]).toEqual([0, 'warn']);
  });

  it('names who holds the workdir, and not a holder that is dead', async () => {
    const cwd = folder();
    const workdir = path.join(cwd, 'play');
    const lock = await acquireRunLock(workdir, 'night');
    expect((await doctor(cwd)).of('lock')).toMatchObject({
      status: 'warn',
      says: expect.stringContaining(`pid ${process.pid} holds the workdir since`) as string,
    });
    expect((await doctor(cwd)).of('run')?.says).toMatch(/^can begin when the other one is over:/);
    const [owner = ''] = readdirSync(path.join(workdir, 'run.lock'));
    lock.release();
    mkdirSync(path.join(workdir, 'run.lock'));
    const dead = owner.replace(/^\d+-\d+/, '4194304-1');
    writeFileSync(path.join(workdir, 'run.lock', dead), '{}');
    const free = await doctor(cwd);
    expect(free.of('lock')?.status).toBe('ok');
    expect(free.of('run')?.says).toMatch(/^can begin:/);
  });

  it('asks an endpoint one question of play and sixteen tiny ones, and tells what it can do', async () => {
    const cwd = await withProvider('{"ok": true}');
    const { code, of } = await doctor(cwd, { OPENAI_API_KEY: CANARY });
    expect(code).toBe(0);
    expect(of('endpoint')?.says).toMatch(
      /^test-model answers in \d+ ms, strict json_schema, full prompts, reports usage/,
    );
    expect(of('asking')?.says).toBe(
      'test-model answers 0 of 4 in a shape, 0 of 3 in no form, 0 of 3 by choice, 0 of 6 about lessons; best asked by choice, and not for lessons; not remembered, for there is no workdir yet',
    );
    expect(provider?.requests.length).toBe(17);
    mkdirSync(path.join(cwd, 'play', 'episodes'), { recursive: true });
    await doctor(cwd, { OPENAI_API_KEY: CANARY });
    expect(readdirSync(path.join(cwd, 'play'))).toContain('asking.json');
    const offline = await doctor(cwd, { OPENAI_API_KEY: CANARY }, '--offline');
    expect(offline.of('endpoint')?.says).toBe('test-model was not asked');
    expect(provider?.requests.length).toBe(34);
  });

  it('refuses a limit of money that nobody can keep in the words of run', async () => {
    const models = { model: 'nobody-knows-it', baseUrl: 'https://models.example/v1' };
    const cwd = folder({ player: 'openai', models, budget: { run: { costUsd: 1 } } });
    const environment = { OPENAI_API_KEY: CANARY };
    const { code, of } = await doctor(cwd, environment, '--offline');
    expect([code, of('money')?.status]).toEqual([78, 'fail']);
    const run = await runCli(['run', '--turns', '1'], { cwd, environment });
    expect(run.code).toBe(78);
    expect(run.err).toContain(of('money')?.says.replace(/\.$/, ''));
  });

  it('tells what a model costs, and how it is sampled where nothing is set', async () => {
    const models = { model: 'mistral-small-latest' };
    const cwd = folder({ player: 'mistral', models, budget: { run: { costUsd: 1 } } });
    const environment = { MISTRAL_API_KEY: CANARY };
    const { code, of } = await doctor(cwd, environment, '--offline');
    expect(code).toBe(0);
    expect(of('money')?.says).toMatch(/^mistral-small-latest 0\.\d+ and 0\.\d+ US dollars/);
    expect(of('sampling')?.says).toMatch(/^temperature 0\.15 suits Mistral \(agent, critic/);
  });

  it.each([
    ['full', { total_slots: 2, default_generation_settings: { n_ctx: 32_768 } }, 'ok', null],
    ['brief', { total_slots: 2, default_generation_settings: { n_ctx: 8191 } }, 'warn', /-np 2 -c/],
    [
      'full',
      { total_slots: 1, default_generation_settings: { n_ctx: 32_768 } },
      'warn',
      /-np 2 -c/,
    ],
  ])('asks with %s prompts where llama.cpp says %j', async (form, props, status, fix) => {
    const cwd = await withProvider(
      { content: '{"thinking":"So.","action":"look"}' },
      'openrouter',
      {
        '/props': props,
      },
    );
    const { of } = await doctor(cwd, { OPENAI_API_KEY: CANARY });
    expect(of('endpoint')?.says).toContain(`${form} prompts`);
    expect(of('endpoint')?.status).toBe(status);
    if (fix !== null) expect(of('endpoint')?.fix).toMatch(fix);
    const system = JSON.stringify(provider?.requests[0]?.body['messages']);
    expect(system.includes('## How to think')).toBe(form === 'full');
  });

  it('asks what a run would ask first: the same messages, schema and reply limit, and touches nothing', async () => {
    const cwd = await withProvider('{"thinking":"So.","action":"look"}');
    const environment = { OPENAI_API_KEY: CANARY };
    Object.assign(environment, { ZORKGPT_EPISODE_MAX_TURNS: '1' });
    await doctor(cwd, environment);
    expect(readdirSync(cwd)).toEqual(['zorkgpt.config.json']);
    await runCli(['run', '--turns', '1', '--display', 'none'], { cwd, environment });
    const [probe] = provider?.requests ?? [];
    const first = provider?.requests[17];
    const { stream: _, stream_options: __, ...asked } = probe?.body ?? {};
    expect(JSON.stringify(asked['messages'])).toContain('## Game text');
    expect(first?.body).toMatchObject(asked);
  });

  it.each([
    [20_000, 'ok'],
    [19_998, 'warn'],
  ])(
    'a context of %i tokens, where the history of a run needs 20,000: %s',
    async (context, expected) => {
      const reply = { content: '{"thinking":"So.","action":"look"}' };
      const cwd = await withProvider(reply, 'openrouter', { '/props': { n_ctx: context } });
      writeFileSync(path.join(cwd, 'zorkgpt.config.json'), configWithHistory(cwd, 14_500));
      const { code, of } = await doctor(cwd, { OPENAI_API_KEY: CANARY });
      expect(code).toBe(0);
      expect(of('endpoint')?.status).toBe(expected);
      expect(of('endpoint')?.says.includes('context.historyTokens is 14500')).toBe(
        expected === 'warn',
      );
    },
  );

  it('says that the limit of the reply is too small, also where the context is', async () => {
    const reply = { content: '{"thinking":"So', finishReason: 'length' };
    const cwd = await withProvider(reply, 'openai', { '/props': { n_ctx: 8192 } });
    const { of } = await doctor(cwd, { OPENAI_API_KEY: CANARY });
    expect(of('endpoint')).toMatchObject({
      status: 'warn',
      fix: expect.stringContaining('maxTokens'),
    });
  });

  it.each([
    [{ status: 401, body: { error: { message: `Incorrect API key provided: ${CANARY}` } } }, 77],
    [{ status: 503, body: 'busy' }, 75],
    [{ fault: 'reset' } as const, 75],
    [{ status: 404, body: { error: { message: 'no such model' } } }, 78],
  ])('an endpoint that answers %j ends with %i', async (reply, expected) => {
    const { code, of } = await doctor(await withProvider(reply), { OPENAI_API_KEY: CANARY });
    expect([code, of('endpoint')?.status]).toEqual([expected, 'fail']);
  });

  it('prints a cron line of absolute paths that needs no shell set-up', async () => {
    const cwd = folder({
      player: 'openai',
      models: { model: 'm', baseUrl: 'http://127.0.0.1:9/v1' },
    });
    const keyFile = path.join(cwd, 'the key');
    writeFileSync(keyFile, CANARY);
    const { of } = await doctor(cwd, { ZORKGPT_API_KEY_FILE: keyFile }, '--offline');
    const says = of('cron')?.says ?? '';
    expect(says).toMatch(/^15 3 \* \* \* ZORKGPT_API_KEY_FILE='/);
    expect(says).toContain(` ${process.execPath} `);
    expect(says).toContain(`--config ${path.join(cwd, 'zorkgpt.config.json')} `);
    expect(says).toContain('--if-locked skip');
  });

  it('says beside the cron line that nothing limits what it costs, where a key pays for it', async () => {
    const fixOf = async (more: object) => {
      const cwd = folder({ player: 'openai', models: { model: 'm' }, ...more });
      return (await doctor(cwd, {}, '--offline')).of('cron')?.fix ?? '';
    };
    expect(await fixOf({})).toMatch(/^Put the key.*\. It has no limit of money; .* --max-cost 2/);
    expect(await fixOf({ budget: { day: { costUsd: 2 } } })).not.toContain('money');
    expect(await fixOf({ player: 'offline' })).toBe('');
  });
});

describe('a key', () => {
  const spellings = [
    CANARY,
    CANARY.slice(0, 8),
    encodeURIComponent(CANARY),
    JSON.stringify(CANARY).slice(1, -1),
    ...[0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), Buffer.from(CANARY)])
        .toString('base64')
        .slice(4, 20),
    ),
    Buffer.from(CANARY).toString('hex'),
  ];

  it('appears nowhere in what doctor and config say, however it is given', async () => {
    const echo = { status: 401, body: { error: { message: `Incorrect API key: ${CANARY}` } } };
    const cwd = await withProvider(echo);
    const keyFile = path.join(cwd, 'key');
    writeFileSync(keyFile, `${CANARY}\n`);
    const inAddress = folder({
      player: 'openai',
      models: {
        model: 'm',
        baseUrl: `https://me:${encodeURIComponent(CANARY)}@models.example/v1?api_key=${CANARY}`,
      },
    });
    const inDotEnv = folder({
      player: 'openai',
      models: { model: 'm', baseUrl: provider?.baseUrl },
    });
    writeFileSync(path.join(inDotEnv, '.env'), `OPENAI_API_KEY=${CANARY}\n`);
    const misshapen = folder({ player: 'openai', models: { model: 'm' } });
    const places: [string, Record<string, string>][] = [
      [cwd, { OPENAI_API_KEY: CANARY }],
      [cwd, { ZORKGPT_API_KEY: CANARY }],
      [cwd, { ZORKGPT_API_KEY_FILE: keyFile }],
      [inAddress, {}],
      [inDotEnv, {}],
      [misshapen, { OPENAI_API_KEY: `${CANARY}\nX-Injected: yes` }],
    ];
    const commands = [
      ['doctor'],
      ['doctor', '--json'],
      ['config', 'show', '--origin'],
      ['config', '--json'],
    ];
    for (const [place, environment] of places) {
      for (const args of commands) {
        const { out, err } = await runCli([...args, '--verbose'], { cwd: place, environment });
        const told = `${out}\n${err}`;
        expect(told.trim()).not.toBe('');
        for (const spelling of spellings) expect(told).not.toContain(spelling);
      }
    }
  });
});
