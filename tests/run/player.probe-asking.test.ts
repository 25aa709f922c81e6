import { afterEach, describe, expect, it } from 'vitest';
import { modeAfterProbe, probeAsking } from '../../src/run/probe-player.ts';
import { closeProviders, setupModel } from '../helpers/model-setup.ts';

afterEach(closeProviders);

const { signal } = new AbortController();
const object = (action: string) => JSON.stringify({ thinking: 'so', action });
const RIGHT = ['take lamp', 'open the door', 'go east', 'read note'];
const THREE = RIGHT.slice(1);

describe('the built-in questions', () => {
  it('are ten, four in a shape, three in no form, three by choice', async () => {
    const { model, provider } = await setupModel([
      ...RIGHT.map(object),
      ...THREE,
      ...['open door', 'east', 'read note'].map(object),
    ]);
    expect(await probeAsking(model, signal)).toEqual({ shape: 4, free: 3, choice: 3 });
    const formats = provider.requests.map(({ body }) => body['response_format'] !== undefined);
    expect(formats).toEqual([...Array<true>(4).fill(true), false, false, false, true, true, true]);
    const last = JSON.stringify(provider.requests.at(-1)?.body);
    expect(last).toContain('"enum":["take lamp","open door","read note"]');
  });

  it('count nothing that is wrong or cannot be read', async () => {
    const { model } = await setupModel([object('dance'), 'I do not know.']);
    expect(await probeAsking(model, signal)).toEqual({ shape: 0, free: 0, choice: 0 });
  });
});

it.each([
  [4, 0, 'auto'],
  [3, 0, 'auto'],
  [2, 3, 'late'],
  [2, 2, 'late'],
  [2, 1, 'choice'],
  [0, 0, 'choice'],
] as const)('%i right in a shape and %i in no form: %s', (shape, free, mode) => {
  expect(modeAfterProbe({ shape, free, choice: 3 })).toBe(mode);
});
