import { describe, expect, it } from 'vitest';
import { keyFinder, knownApiKeys } from '../../src/config/keys.ts';
import { loadConfig, unreadVariables } from '../../src/config/load.ts';
import { configSchema } from '../../src/config/schema.ts';
import { ConfigError } from '../../src/domain/errors.ts';
import { ROLES } from '../../src/domain/message.ts';
import { modelConfigs } from '../../src/model/model-config.ts';

const LOCAL = 'http://127.0.0.1:9/v1';

describe('the key of the default endpoint', () => {
  const find = (environment: Record<string, string>, read: (file: string) => string | null) =>
    keyFinder({ environment, root: '/home' }, read)('default');

  it('is in its own variable, else in the key file, else in the common one', () => {
    const all = {
      ZORKGPT_API_KEY: 'own-key-1',
      ZORKGPT_API_KEY_FILE: '/key',
      OPENAI_API_KEY: 'common-key',
    };
    const read = () => 'file-key-1\n';
    expect(find(all, read)).toEqual({ key: 'own-key-1', from: 'ZORKGPT_API_KEY' });
    expect(find({ ...all, ZORKGPT_API_KEY: ' ' }, read)?.key).toBe('file-key-1');
    expect(find({ OPENAI_API_KEY: 'common-key' }, read)?.key).toBe('common-key');
    expect(find({}, read)).toBeNull();
  });

  it('is not looked for elsewhere when a key file was named that is not there', () => {
    expect(() => find({ ZORKGPT_API_KEY_FILE: '/gone' }, () => null)).toThrow(ConfigError);
  });
});

describe('the key of an endpoint', () => {
  const read = (file: string) => (file === '/home/keys/other' ? 'other-key-1' : null);
  const environment = { OPENAI_API_KEY: 'common-key', OTHER: 'other-key-2' };
  const keysOf = (models: object) => {
    const settings = configSchema.parse({ models: { model: 'm', ...models } }).models;
    const configs = modelConfigs(settings, keyFinder({ environment, root: '/home' }, read));
    return Object.fromEntries(
      ROLES.map((role) => [role, [new URL(configs[role].baseUrl).host, configs[role].apiKey]]),
    );
  };

  it('goes to the host it was given for, and to no other', () => {
    const roles = {
      critic: { baseUrl: LOCAL },
      extractor: { endpoint: 'other' },
      memory: { baseUrl: 'https://third.example/v1', apiKeyFile: 'keys/other' },
      knowledge: { baseUrl: 'https://api.openai.com/v2' },
    };
    const endpoints = { other: { baseUrl: 'https://other.example/v1', apiKeyEnv: 'OTHER' } };
    expect(keysOf({ roles, endpoints })).toEqual({
      agent: ['api.openai.com', 'common-key'],
      critic: ['127.0.0.1:9', 'not-needed'],
      extractor: ['other.example', 'other-key-2'],
      memory: ['third.example', 'other-key-1'],
      objectives: ['api.openai.com', 'common-key'],
      knowledge: ['api.openai.com', 'common-key'],
    });
  });

  it('that all roles have may be named, and a role may have another key for it', () => {
    const roles = { memory: { apiKeyFile: 'keys/other' } };
    const endpoints = { main: { baseUrl: 'https://main.example/v1', apiKeyEnv: 'OTHER' } };
    expect(keysOf({ roles, endpoints, endpoint: 'main' })).toMatchObject({
      agent: ['main.example', 'other-key-2'],
      memory: ['main.example', 'other-key-1'],
    });
  });

  it.each([
    [
      { roles: { critic: { baseUrl: 'https://third.example/v1' } } },
      /third\.example.*models\.roles\.critic\.apiKeyEnv/,
    ],
    [{ apiKeyEnv: 'ABSENT' }, /api\.openai\.com.*ABSENT/],
    [{ endpoint: 'gone' }, /no endpoint "gone"/],
    [
      {
        endpoints: { a: { baseUrl: LOCAL } },
        roles: { critic: { endpoint: 'a', baseUrl: LOCAL } },
      },
      /both/,
    ],
  ])('%j is refused, and the sentence says what to do', (models, sentence) => {
    expect(() => keysOf(models)).toThrow(ConfigError);
    expect(() => keysOf(models)).toThrow(sentence);
  });

  it('is known as a secret wherever it is', () => {
    const headers = { 'api-key': 'header-key-3' };
    const endpoints = { a: { baseUrl: LOCAL, apiKeyEnv: 'OTHER', headers } };
    const file = JSON.stringify({ models: { apiKeyFile: 'keys/other', endpoints } });
    const { config } = loadConfig({
      flags: {},
      cwd: '/root',
      environment: {},
      readText: (name) => (name.endsWith('.json') ? file : null),
    });
    const all = { ...environment, GROQ_API_KEY: 'groq-key-4', HOME: '/home/somebody' };
    const known = knownApiKeys({ environment: all, root: '/home', config }, read);
    expect(new Set(known)).toEqual(
      new Set(['common-key', 'other-key-1', 'other-key-2', 'header-key-3', 'groq-key-4']),
    );
  });
});

it('a variable that is named like a setting and is none is told, with the one that may be meant', () => {
  const environment = {
    ZORKGPT_CONFIG: 'file',
    ZORKGPT_API_KEY: 'key',
    ZORKGPT_FLEET: 'postgres://fleet',
    ZORKGPT_EPISODE_MAX_TURNS: '5',
    ZORKGPT_EPISODE_MAX_TURN: '5',
    ZORKGPT_OWN: 'key of an endpoint',
    ZORKGPT_QQQQQQQQ: '1',
    ZORK_UNKNOWN: '1',
  };
  const endpoints = { own: { baseUrl: LOCAL, apiKeyEnv: 'ZORKGPT_OWN' } };
  const { models } = configSchema.parse({ models: { model: 'm', endpoints } });
  expect(unreadVariables(environment, models)).toEqual([
    'ZORKGPT_EPISODE_MAX_TURN is no setting; ZORKGPT_EPISODE_MAX_TURNS may be meant.',
    'ZORKGPT_QQQQQQQQ is no setting.',
  ]);
});
