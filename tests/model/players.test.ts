import { describe, expect, it } from 'vitest';
import { keyFinder } from '../../src/config/keys.ts';
import { configJsonSchema, resolveChangedConfig, resolveConfig } from '../../src/config/resolve.ts';
import { configSchema } from '../../src/config/schema.ts';
import { ConfigError } from '../../src/domain/errors.ts';
import { isLocalEndpoint } from '../../src/model/endpoint.ts';
import { modelConfigs, modelConfigTerms } from '../../src/model/model-config.ts';
import {
  ENDPOINT_PLAYERS,
  playersNeedKey,
  neverWaitedFor,
  PLAYER_NAMES,
  PLAYERS,
} from '../../src/model/players.ts';
import { isCostKnown } from '../../src/model/prices.ts';
import { createScriptedModel } from '../helpers/scripted-model.ts';

const models = (section: object) => configSchema.parse({ models: section }).models;

const setting = { seed: 1, findKey: () => null, environment: {}, notice: () => undefined };

it('whoever is in the table can be configured', () => {
  const accepted = PLAYER_NAMES.map((player) => configSchema.parse({ player }).player);
  expect(accepted).toEqual(PLAYER_NAMES);
  expect(JSON.stringify(configJsonSchema())).toContain(JSON.stringify(PLAYER_NAMES));
});

describe('a key is needed', () => {
  it.each([
    ['offline', {}, false],
    ['openai', {}, true],
    ['openai', { baseUrl: 'http://localhost:11434/v1' }, false],
    [
      'openai',
      {
        baseUrl: 'http://localhost:11434/v1',
        roles: { critic: { baseUrl: 'https://a.example/v1' } },
      },
      true,
    ],
    [null, {}, false],
  ] as const)('%s with %j: %s', (player, section, expected) => {
    expect(playersNeedKey(player, models(section))).toBe(expected);
  });
});

it('a model is named by the one that the agent asks', () => {
  const { modelName } = PLAYERS.openai;
  expect(modelName(models({ model: 'a' }))).toBe('a');
  expect(modelName(models({ model: 'a', roles: { agent: { model: 'b' } } }))).toBe('b');
  expect(PLAYERS.offline.modelName()).toBe('offline');
});

it('without a model or a key nobody plays, and the sentence says what is missing', async () => {
  const open = (section: object) => PLAYERS.openai.open({ ...setting, models: models(section) });
  await expect(open({})).rejects.toThrow('No model is named for the role "agent"');
  await expect(open({ model: 'm' })).rejects.toThrow('No API key for api.openai.com');
  await expect(open({})).rejects.toThrow(ConfigError);
});

describe('a server or provider that is named', () => {
  const load = (settings: object) =>
    resolveConfig({ flags: {}, environment: {}, dotEnv: {}, file: settings, fileName: 'c' }).config;

  it.each(ENDPOINT_PLAYERS)('%s has an address, and a key exactly where it is public', (player) => {
    const config = load({ player, models: { model: 'm' } });
    const { baseUrl } = config.models;
    expect(baseUrl).toBe((PLAYERS[player].models as { baseUrl?: string }).baseUrl);
    const isPublic = baseUrl.startsWith('https:');
    expect(isLocalEndpoint(baseUrl)).toBe(!isPublic);
    expect(playersNeedKey(player, config.models)).toBe(isPublic);
  });

  it.each(ENDPOINT_PLAYERS)(
    '%s is waited for longer where it may have no graphics card',
    (player) => {
      const { baseUrl, timeoutSeconds } = load({ player, models: { model: 'm' } }).models;
      expect(timeoutSeconds).toBe(isLocalEndpoint(baseUrl) ? 600 : 120);
      expect(load({ player, models: { timeoutSeconds: 7 } }).models.timeoutSeconds).toBe(7);
    },
  );

  it('gives way to what is set beside it', () => {
    const models = { baseUrl: 'https://mine.example/v1', extraBody: { a: 1 } };
    expect(load({ player: 'openrouter', models }).models).toMatchObject(models);
    expect(load({ player: 'openrouter' }).models.extraBody).toEqual({
      provider: { require_parameters: true },
    });
  });

  it('takes its address along when another one is named instead', () => {
    const one = load({ player: 'openrouter' });
    const other = resolveChangedConfig(one, { player: 'groq' });
    expect(other.models).toEqual(load({ player: 'groq' }).models);
    const mine = load({ player: 'ollama', models: { baseUrl: 'http://gpu.lan:11434/v1' } });
    expect(resolveChangedConfig(mine, { player: 'groq' }).models.baseUrl).toBe(
      'http://gpu.lan:11434/v1',
    );
  });

  it('is asked with the key of its own variable, never with that of another', () => {
    const config = load({ player: 'groq', models: { model: 'm' } });
    const keys = { OPENAI_API_KEY: 'o'.repeat(20), GROQ_API_KEY: 'g'.repeat(20) };
    const keyIn = (environment: Record<string, string>) => {
      const find = keyFinder({ environment, root: '/', config }, () => null);
      return modelConfigs(config.models, find, 'GROQ_API_KEY').agent.apiKey;
    };
    expect(keyIn(keys)).toBe(keys.GROQ_API_KEY);
    expect(() => keyIn({ OPENAI_API_KEY: keys.OPENAI_API_KEY })).toThrow(
      'No API key for api.groq.com; set GROQ_API_KEY or ZORKGPT_API_KEY_FILE.',
    );
  });
});

it.each([
  ['http://192.168.0.7:8000/v1', {}, 0],
  ['http://127.0.0.1:8000/v1', {}, 0],
  ['http://127.0.0.1:8000/v1', { m: [{ since: '2026-01-01', input: 1, output: 2 }] }, 2e-6],
  ['https://models.example/v1', {}, null],
] as const)('a token of a model at %s with prices %j costs %s', (baseUrl, prices, expected) => {
  const settings = models({ model: 'm', baseUrl, prices });
  expect(modelConfigTerms(settings, 'agent', '2026-11-20').rates?.output ?? null).toBe(expected);
  const day = '2026-11-20';
  expect(isCostKnown({ model: 'm', baseUrl }, settings.prices, day)).toBe(expected !== null);
});

it('a player without an endpoint is tried once, at once, and nobody is told to help it', () => {
  const adapter = createScriptedModel([]);
  const player = neverWaitedFor(adapter);
  expect(player).toMatchObject({ adapter, limits: { patienceMs: 0, attempts: 1 }, models: null });
  expect(player.adviceFor(1)).toBeNull();
  expect(player.weatherOf('agent')).toBe(player.weatherOf('critic'));
});
