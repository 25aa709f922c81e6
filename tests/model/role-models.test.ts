import { afterEach, expect, it } from 'vitest';
import { ROLES, type Role } from '../../src/domain/message.ts';
import type { ModelConfig } from '../../src/model/model-config.ts';
import { withPatience } from '../../src/model/patience.ts';
import {
  Slots,
  createRoleModels,
  roleModelPrompts,
  roleModelSlots,
} from '../../src/model/role-models.ts';
import { createFakePace } from '../helpers/fake-pace.ts';
import { JSON_REPLY, closeProviders, modelRequest, setupModel } from '../helpers/model-setup.ts';

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

it('each role asks its own model with its own sampling', async () => {
  const { config, services, provider } = await setupModel([JSON_REPLY]);
  const { adapter: model } = createRoleModels(
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
  const { adapter: model } = createRoleModels(configs(config), services);
  await model.complete(modelRequest({ role: 'agent' }));
  const before = provider.requests.length;
  await model.complete(modelRequest({ role: 'memory' }));
  expect(provider.requests.length - before).toBe(1);
});

it('roles at one address share its weather, others do not', async () => {
  const down = await setupModel([{ status: 500 }]);
  const up = await setupModel([JSON_REPLY]);
  const special = { critic: { baseUrl: up.config.baseUrl } };
  const { pace, advance } = createFakePace();
  const roles = createRoleModels(configs(down.config, special), down.services);
  const limits = { patienceMs: 60_000, attempts: null };
  const model = withPatience({ ...roles, limits, onDown: () => undefined }, pace);
  const ask = (role: Role) => model.complete(modelRequest({ role }));
  await expect(ask('agent')).rejects.toMatchObject({ kind: 'outage', role: 'agent' });
  const asked = down.provider.requests.length;
  advance(60_000);
  await expect(ask('memory')).rejects.toMatchObject({ kind: 'outage', role: 'memory' });
  expect(down.provider.requests).toHaveLength(asked + 1);
  expect((await ask('critic')).text).toBe(JSON_REPLY);
});

const slotOf = (slots: Slots, role: Role) => slots.ask(role, (slot) => Promise.resolve(slot));
const all = (slots: Slots) => Promise.all(ROLES.map((role) => slotOf(slots, role)));

it.each([
  [1, [null, null, null, null, null, null]],
  [2, [0, 1, 1, 1, 1, 1]],
  [4, [0, 1, 2, 3, 1, 2]],
])('with %i slots the agent has the first for itself', async (count, expected) => {
  expect(await all(new Slots(count))).toEqual(expected);
});

it('two agents at a time leave the choice to the server, also afterwards', async () => {
  const slots = new Slots(4);
  let resolve: (answer: null) => void = () => undefined;
  const never = new Promise<null>((done) => {
    resolve = done;
  });
  const first = slots.ask('agent', () => never);
  expect(await slotOf(slots, 'memory')).toBe(3);
  expect(await slotOf(slots, 'agent')).toBeNull();
  resolve(null);
  await first;
  expect(await all(slots)).toEqual([null, null, null, null, null, null]);
});

it('an agent that asks again after its answer keeps its slot', async () => {
  const slots = new Slots(2);
  expect([await slotOf(slots, 'agent'), await slotOf(slots, 'agent')]).toEqual([0, 0]);
});

it('episodes of one process share the slots of a server', () => {
  expect(roleModelSlots('http://127.0.0.1:1/v1', 2)).toBe(
    roleModelSlots('http://127.0.0.1:1/v1', 2),
  );
  expect(roleModelSlots('http://127.0.0.1:2/v1', 2)).not.toBe(
    roleModelSlots('http://127.0.0.1:1/v1', 2),
  );
});

it.each([
  [null, null, 'full'],
  [8_191, null, 'brief'],
  [8_192, null, 'full'],
  [null, 3_499_999_999, 'brief'],
  [null, 3_500_000_000, 'full'],
  [8_191, 70e9, 'brief'],
] as const)('a model that reads %j tokens and has %j parameters gets %s prompts', (...facts) => {
  const [contextTokens, parameters, prompts] = facts;
  expect(roleModelPrompts({ contextTokens, parameters })).toBe(prompts);
});
