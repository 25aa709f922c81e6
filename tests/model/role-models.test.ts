import { afterEach, expect, it } from 'vitest';
import type { Role } from '../../src/domain/message.ts';
import type { ModelConfig } from '../../src/model/model-config.ts';
import { RETRY_LIMITS } from '../../src/model/retry.ts';
import { createRoleModels } from '../../src/model/role-models.ts';
import { closeProviders, JSON_REPLY, modelRequest, setupModel } from '../helpers/model-setup.ts';

afterEach(closeProviders);

function configs(base: ModelConfig, special: Partial<Record<Role, Partial<ModelConfig>>> = {}) {
  const of = (role: Role): ModelConfig => ({ ...base, ...special[role] });
  return {
    agent: of('agent'),
    critic: of('critic'),
    extractor: of('extractor'),
    memory: of('memory'),
    objectives: of('objectives'),
    knowledge: of('knowledge'),
  };
}

const LIMITS = {
  retry: { ...RETRY_LIMITS, attempts: 1 },
  breaker: { failures: 2, coolDownMs: 60_000, longestCoolDownMs: 60_000 },
};

it('each role asks its own model with its own sampling', async () => {
  const { config, services, provider } = await setupModel([JSON_REPLY]);
  const model = createRoleModels(
    configs(config, { memory: { model: 'small', temperature: 0.1 } }),
    services,
  );
  await model.complete(modelRequest({ role: 'agent' }));
  await model.complete(modelRequest({ role: 'memory' }));
  expect(provider.requests.map(({ body }) => [body['model'], body['temperature']])).toEqual([
    ['test-model', undefined],
    ['small', 0.1],
  ]);
});

it('roles at one address share what was learnt about it', async () => {
  const { config, services, provider } = await setupModel([JSON_REPLY], { dialect: 'groq' });
  const model = createRoleModels(configs(config), services);
  await model.complete(modelRequest({ role: 'agent' }));
  const before = provider.requests.length;
  await model.complete(modelRequest({ role: 'memory' }));
  expect(provider.requests.length - before).toBe(1);
});

it('roles at one address share its breaker, others do not', async () => {
  const down = await setupModel([{ status: 500 }]);
  const up = await setupModel([JSON_REPLY]);
  const special = { critic: { baseUrl: up.config.baseUrl } };
  const model = createRoleModels(configs(down.config, special), down.services, LIMITS);
  const ask = (role: Role) => model.complete(modelRequest({ role }));
  await expect(ask('agent')).rejects.toMatchObject({ kind: 'server', role: 'agent' });
  await expect(ask('memory')).rejects.toMatchObject({ kind: 'server', role: 'memory' });
  await expect(ask('knowledge')).rejects.toMatchObject({ kind: 'circuit-open', role: 'knowledge' });
  expect((await ask('critic')).text).toBe(JSON_REPLY);
  expect(down.provider.requests).toHaveLength(2);
});

it('a retry is told', async () => {
  const { config, services, notices } = await setupModel([{ status: 503 }, JSON_REPLY]);
  const retry = { ...RETRY_LIMITS, firstWaitMs: 1 };
  await createRoleModels(configs(config), services, { retry }).complete(modelRequest());
  expect(notices).toEqual([expect.stringContaining('Trying again in')]);
});
