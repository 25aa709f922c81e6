import { expect, it } from 'vitest';
import { modelsSchema } from '../../src/model/settings.ts';
import { estimateSpending, estimateWords } from '../../src/report/estimate.ts';
import { summaryOf } from './scene.ts';

const models = modelsSchema.parse({
  model: 'm',
  prices: { m: [{ since: '2020-01-01', input: 1, output: 10 }] },
});

const played = (more: object) => ({
  ...summaryOf(1, (words) => words),
  ...{ model: 'm', turns: 10, modelCalls: 20, promptTokens: 40_000, completionTokens: 1000 },
  ...more,
});

it('so many turns use what the recorded ones of the model used, turn for turn', () => {
  const history = [
    played({ costUsd: 0.1, durationMs: 20_000 }),
    played({ turns: 30, modelCalls: 100, promptTokens: 40_000, costUsd: 0.3, durationMs: 40_000 }),
    played({ model: 'other', modelCalls: 9999 }),
  ];
  const estimate = estimateSpending(history, { model: 'm', turns: 400, models });
  expect(estimate).toMatchObject({
    calls: 1200,
    promptTokens: 800_000,
    completionTokens: 20_000,
    episodes: 2,
    durationMs: 600_000,
  });
  expect(estimate?.costUsd).toBeCloseTo(4, 9);
  expect(estimateWords(estimate, 'm')).toMatch(
    /^400 turns: about 1,200 questions, 800 k tokens sent and 20 k received, cost \$4\.00, about 10 min, one episode after the other; /,
  );
});

it('what was not paid by report is priced, as if nothing were cached', () => {
  const estimate = estimateSpending([played({ costUsd: null })], { model: 'm', turns: 10, models });
  expect(estimate?.costUsd).toBeCloseTo(0.05, 9);
  const unknown = { ...models, prices: {} };
  expect(
    estimateSpending([played({ costUsd: null })], { model: 'm', turns: 10, models: unknown })
      ?.costUsd,
  ).toBeNull();
});

it('where nothing of the model is recorded, that is said', () => {
  const nothing = estimateSpending([played({ model: 'other' })], { model: 'm', turns: 10, models });
  expect(nothing).toBeNull();
  expect(estimateWords(nothing, 'm')).toMatch(/^Nothing is recorded here yet of m,/);
});
