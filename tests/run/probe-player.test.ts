import { expect, it, afterEach } from 'vitest';
import { openPlayer } from '../../src/run/player.ts';
import { loadConfig } from '../../src/config/load.ts';
import { keepProbe, keptProbe, settleByProbe } from '../../src/run/probe-player.ts';
import { agentReply } from '../../src/turn/propose.ts';
import { closeProviders, setupModel } from '../helpers/model-setup.ts';
import type { ProviderReply } from '../helpers/provider-server.ts';
import { settings } from '../helpers/settings.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

async function firstAction(seed: number | null): Promise<string> {
  const flags = { player: 'offline', ...(seed !== null && { seed }) };
  const loaded = loadConfig({ flags, cwd: '/tmp', environment: {}, readText: () => null });
  const things = Array.from({ length: 9 }, (_, number) => `- thing${number} (in box)`).join('\n');
  const { model } = await openPlayer(loaded, () => undefined);
  const { text } = await model.adapter.complete({
    role: 'agent',
    messages: [{ role: 'user', content: `## Things in reach\n${things}` }],
    replySchema: agentReply,
    signal: new AbortController().signal,
  });
  return agentReply.parse(JSON.parse(text)).action;
}

it('the offline player has its taste from the seed, and without one takes what comes first', async () => {
  const seeded = await Promise.all(Array.from({ length: 9 }, (_, seed) => firstAction(seed)));
  expect(new Set(seeded).size).toBeGreaterThan(3);
  expect(await Promise.all(seeded.map((_, seed) => firstAction(seed)))).toEqual(seeded);
  expect(await firstAction(null)).toBe('take thing0');
});

it.each([
  ['offline', 'Go west.', 1],
  ['offline', null, 0],
  ['ollama', 'Go west.', 0],
] as const)(
  'the player %s that is told "%s" complains %i times',
  async (player, instruction, times) => {
    const flags = { player, 'models.model': 'm', ...(instruction !== null && { instruction }) };
    const place = { flags, cwd: '/tmp', environment: {}, readText: () => null };
    const notices: string[] = [];
    await openPlayer(loadConfig(place), (text) => void notices.push(text));
    expect(notices.filter((one) => /instruction .*--player openai/.test(one))).toHaveLength(times);
  },
);

afterEach(closeProviders);

const nobody = { complete: () => Promise.reject(new TypeError('nobody is to be asked')) };
const WRONG = '{"thinking":"","action":"dance"}';

async function place(
  structured: 'auto' | 'schema' = 'auto',
  isSmall = true,
  reply: ProviderReply = WRONG,
) {
  const { model, provider } = await setupModel([reply]);
  const agent = {
    baseUrl: provider.baseUrl,
    model: 'test-model',
    isSaidSmall: isSmall,
    asksMemory: true,
  };
  const notices: string[] = [];
  const config = { ...settings({ models: { structured } }), workdir: temporaryFolder() };
  const settle = async (workdir = config.workdir, folder?: string) => {
    const asked = { ...config, workdir };
    const tell = (text: string) => void notices.push(text);
    const { models } = await settleByProbe(asked, { adapter: model, agent }, tell, folder);
    return models.structured;
  };
  return { settle, config, agent, notices, provider };
}

it('a model that its server says is small is asked once, and that is remembered and told', async () => {
  const { settle, config, agent, notices, provider } = await place();
  expect(await settle()).toBe('choice');
  expect(await settle()).toBe('choice');
  expect(provider.requests).toHaveLength(16);
  expect(keptProbe(config.workdir, agent)).toEqual({ shape: 0, free: 0, choice: 0, lessons: 0 });
  expect(notices[0]).toBe(
    '"test-model" answers 0 of 4 in a shape, 0 of 3 in no form, 0 of 3 by choice, 0 of 6 about lessons; best asked by choice, and not for lessons.',
  );
});

it('who plays in several workdirs over one folder asks once', async () => {
  const { settle, provider } = await place();
  const shared = temporaryFolder();
  expect(await settle(temporaryFolder(), shared)).toBe('choice');
  expect(await settle(temporaryFolder(), shared)).toBe('choice');
  expect(provider.requests).toHaveLength(16);
});

it('a small model that gives no answer is asked by choice, and asked again the next time', async () => {
  const { settle, config, agent, notices } = await place('auto', true, { status: 401, body: {} });
  expect(await settle()).toBe('choice');
  expect(keptProbe(config.workdir, agent)).toBeNull();
  expect(notices.join()).toMatch(/gave no answer yet .* asked by choice/);
});

it('a mistake of the program is told as that, and nothing is remembered of it', async () => {
  const { config, agent } = await place();
  const adapter = { complete: () => Promise.reject(new TypeError('a mistake')) };
  const settled = settleByProbe(config, { adapter, agent }, () => undefined);
  await expect(settled).rejects.toThrow('a mistake');
  expect(keptProbe(config.workdir, agent)).toBeNull();
});

it('a model of which nobody knows anything is asked as usual, without questions', async () => {
  const { settle, provider } = await place('auto', false);
  expect(await settle()).toBe('auto');
  expect(provider.requests).toHaveLength(0);
});

it('what was remembered of another model or address says nothing', async () => {
  const { settle, config, agent } = await place('auto', false);
  keepProbe(
    config.workdir,
    { ...agent, model: 'other' },
    { shape: 0, free: 3, choice: 3, lessons: 6 },
  );
  expect(await settle()).toBe('auto');
  keepProbe(config.workdir, agent, { shape: 2, free: 3, choice: 3, lessons: 6 });
  expect(await settle()).toBe('late');
});

it('what is set stays', async () => {
  const { settle, config, agent } = await place('schema');
  keepProbe(config.workdir, agent, { shape: 0, free: 0, choice: 0, lessons: 6 });
  expect(await settle()).toBe('schema');
});

it.each([
  ['auto', 4, true, 'off'],
  ['auto', 5, true, 'auto'],
  ['auto', 4, false, 'auto'],
  ['asked', 0, true, 'asked'],
  ['off', 6, true, 'off'],
] as const)(
  'lessons %s, with %i of 6 right and memories asked of it %s: %s',
  async (set, lessons, asksMemory, expected) => {
    const { config, agent, notices } = await place('schema');
    keepProbe(config.workdir, agent, { shape: 4, free: 3, choice: 3, lessons });
    const asked = { ...config, models: { ...config.models, lessons: set } };
    const player = { adapter: nobody, agent: { ...agent, asksMemory } };
    const { models } = await settleByProbe(asked, player, (text) => void notices.push(text));
    expect(models).toMatchObject({ lessons: expected, structured: 'schema' });
    expect(notices).toHaveLength(expected === set ? 0 : 1);
  },
);
