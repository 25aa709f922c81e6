import { expect, it } from 'vitest';
import { ROLES, type Role } from '../../src/domain/message.ts';
import { Slots, slotsAt } from '../../src/model/role-models.ts';

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
  expect(slotsAt('http://127.0.0.1:1/v1', 2)).toBe(slotsAt('http://127.0.0.1:1/v1', 2));
  expect(slotsAt('http://127.0.0.1:2/v1', 2)).not.toBe(slotsAt('http://127.0.0.1:1/v1', 2));
});
