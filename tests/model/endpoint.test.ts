import { describe, expect, it } from 'vitest';
import type { ModelsSettings } from '../../src/model/settings.ts';
import { ConfigError } from '../../src/domain/errors.ts';
import {
  endpointOf,
  isLocalEndpoint,
  endpointKeySources,
  resolveEndpoint,
} from '../../src/model/endpoint.ts';

const KEY = 'sk-canary-0123456789';

it.each([
  ['https://api.example.com/v1/', KEY, { baseUrl: 'https://api.example.com/v1', apiKey: KEY }],
  [
    'https://api.example.com/v1',
    ` ${KEY}\n`,
    { baseUrl: 'https://api.example.com/v1', apiKey: KEY },
  ],
  [
    'http://localhost:11434/v1',
    undefined,
    { baseUrl: 'http://localhost:11434/v1', apiKey: 'not-needed' },
  ],
  ['http://[::1]:8080', '', { baseUrl: 'http://[::1]:8080', apiKey: 'not-needed' }],
  ['http://127.0.0.1:1234/v1', 'ollama', { baseUrl: 'http://127.0.0.1:1234/v1', apiKey: 'ollama' }],
])('%s can be used', (baseUrl, apiKey, expected) => {
  expect(resolveEndpoint({ baseUrl, apiKey })).toEqual(expected);
});

it.each([
  ['no key for another machine', { baseUrl: 'https://api.example.com/v1' }],
  ['a short key', { baseUrl: 'https://api.example.com/v1', apiKey: 'canary' }],
  [
    'a key in two lines',
    { baseUrl: 'https://api.example.com/v1', apiKey: 'canary\ncanary-canary' },
  ],
  ['a key with other characters', { baseUrl: 'http://localhost', apiKey: 'canary-schlüssel' }],
  ['no address', { baseUrl: 'canary', apiKey: KEY }],
  ['another protocol', { baseUrl: 'file:///canary', apiKey: KEY }],
  ['a user name in the address', { baseUrl: 'https://canary:canary@example.com', apiKey: KEY }],
  ['a query in the address', { baseUrl: 'https://example.com/v1?k=canary', apiKey: KEY }],
  ['an unencrypted way for the key', { baseUrl: 'http://example.com/v1', apiKey: KEY }],
])('%s is refused without echo', (_, settings) => {
  const resolve = () => resolveEndpoint(settings);
  expect(resolve).toThrow(ConfigError);
  expect(resolve).not.toThrow(/canary/);
});

it('an unencrypted way can be allowed', () => {
  const settings = { baseUrl: 'http://192.168.0.7:8000/v1', apiKey: KEY, insecure: true };
  expect(resolveEndpoint(settings)).toMatchObject({ apiKey: KEY });
});

it.each([
  ['http://10.1.2.3/v1', true],
  ['http://172.15.0.1/v1', false],
  ['http://172.16.0.1/v1', true],
  ['http://172.31.255.1/v1', true],
  ['http://172.32.0.1/v1', false],
  ['http://192.168.1.1:8000/v1', true],
  ['http://192.169.1.1/v1', false],
  ['http://169.254.1.1/v1', true],
  ['http://[fd00::1]:8080/v1', true],
  ['http://[fe80::1]/v1', true],
  ['http://[2001:db8::1]/v1', false],
  ['http://ollama:11434/v1', true],
  ['http://gpu.local/v1', true],
  ['http://host.docker.internal:1234/v1', true],
  ['http://10.example.com/v1', false],
  ['https://api.local.example/v1', false],
  ['http://11.0.0.1/v1', false],
])('%s needs no key: %s', (baseUrl, expected) => {
  expect(isLocalEndpoint(baseUrl)).toBe(expected);
});

it('a key goes unencrypted to this machine alone, not to another private one', () => {
  const baseUrl = 'http://192.168.0.7:8000/v1';
  expect(() => resolveEndpoint({ baseUrl, apiKey: KEY })).toThrow('unencrypted');
  expect(resolveEndpoint({ baseUrl }).apiKey).toBe('not-needed');
});

describe('the endpoint of a role', () => {
  const near = { baseUrl: 'http://near/v1', apiKeyEnv: 'NEAR', headers: { a: 'b' } };
  const models = (agent: object, common: object = {}) =>
    ({
      baseUrl: 'https://common/v1',
      endpoints: { near, bare: { baseUrl: 'http://bare/v1' } },
      roles: { agent, critic: {}, memory: {} },
      ...common,
    }) as unknown as ModelsSettings;
  const of = (agent: object, common?: object) => endpointOf(models(agent, common), 'agent');

  it.each([
    ['the common one', {}, {}, 'https://common/v1', 'default'],
    ['the common one with its key', {}, { apiKeyFile: '/k' }, 'https://common/v1', { file: '/k' }],
    ['the common one by name', {}, { endpoint: 'near' }, 'http://near/v1', { env: 'NEAR' }],
    ['the one it names', { endpoint: 'near' }, {}, 'http://near/v1', { env: 'NEAR' }],
    [
      'without a key where none was given for it',
      { endpoint: 'bare' },
      { apiKeyEnv: 'C' },
      'http://bare/v1',
      null,
    ],
    [
      'its own address, without the key of another',
      { baseUrl: 'http://own/v1' },
      { apiKeyEnv: 'C' },
      'http://own/v1',
      null,
    ],
    [
      'another path of the common host, with its key',
      { baseUrl: 'https://common/v2' },
      { apiKeyEnv: 'C' },
      'https://common/v2',
      { env: 'C' },
    ],
    [
      'with its own key before all others',
      { endpoint: 'near', apiKeyEnv: 'OWN' },
      {},
      'http://near/v1',
      { env: 'OWN' },
    ],
  ])('is %s', (_, agent, common, baseUrl, keySource) => {
    expect(of(agent, common)).toMatchObject({ baseUrl, keySource });
  });

  it('has the headers that are given with it', () => {
    expect(of({ endpoint: 'near' }).headers).toEqual({ a: 'b' });
    expect(of({}).headers).toEqual({});
  });

  it('is refused where it is named twice or not there', () => {
    expect(() => of({ endpoint: 'near', baseUrl: 'http://own' })).toThrow('names both');
    expect(() => of({ endpoint: 'far' })).toThrow(
      'There is no endpoint "far" in models.endpoints (near, bare)',
    );
  });

  it('has its keys among the places where settings say that keys are', () => {
    expect(endpointKeySources(models({ apiKeyFile: '/own' }, { apiKeyEnv: 'C' }))).toEqual([
      { env: 'C' },
      { env: 'NEAR' },
      { file: '/own' },
    ]);
  });
});
