import { expect, it } from 'vitest';
import type { ZorkEvent } from '../../src/events/event.ts';
import { EMPTY_METER, addToMeter } from '../../src/events/meter.ts';

const call = (
  costUsd: number | null,
  more: { readonly copied?: true; readonly outcome?: 'failed' } = {},
): ZorkEvent => ({
  type: 'model-call',
  role: 'agent',
  model: 'm',
  promptCharacters: 40,
  promptTokens: 10,
  completionTokens: 2,
  cachedTokens: 1,
  costUsd,
  latencyMs: 5,
  outcome: 'answered',
  ...more,
});

it.each([
  [[null], null],
  [[0.5, null], 0.5],
  [[null, 0.5, null, 0.25], 0.75],
])('calls that cost %j cost %s together', (costs, together) => {
  const meter = costs.map((cost) => call(cost)).reduce(addToMeter, EMPTY_METER);
  expect(meter).toMatchObject({ modelCalls: costs.length, costUsd: together });
});

const failed = call(null, { outcome: 'failed' });

it.each([
  [[failed], 0],
  [[failed, failed, call(null)], null],
  [[call(null), failed], null],
  [[failed, call(0.5), failed], 0.5],
])('calls that failed cost nothing, and others what is known of them: %#', (calls, together) => {
  expect(calls.reduce(addToMeter, EMPTY_METER)).toMatchObject({ costUsd: together });
});

it('a call that a fork has from its parent counts for nothing', () => {
  const own = addToMeter(EMPTY_METER, call(0.5));
  expect(own).toMatchObject({ modelCalls: 1, promptTokens: 10, completionTokens: 2 });
  expect(addToMeter(own, call(0.5, { copied: true }))).toEqual(own);
});
