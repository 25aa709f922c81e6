import { describe, expect, it } from 'vitest';
import { configJsonSchema } from '../../src/config/leaves.ts';
import { configSchema } from '../../src/config/schema.ts';
import { ConfigError } from '../../src/domain/errors.ts';
import { needsKey, PLAYER_NAMES, PLAYERS } from '../../src/model/players.ts';

const models = (section: object) => configSchema.parse({ models: section }).models;

const setting = { seed: 1, findKey: () => null, notice: () => undefined };

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
    expect(needsKey(player, models(section))).toBe(expected);
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
