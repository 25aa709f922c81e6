import { afterEach, describe, expect, it } from 'vitest';
import { probeDrawsLessons, modeAfterProbe, probeAsking } from '../../src/run/probe-player.ts';
import { closeProviders, setupModel } from '../helpers/model-setup.ts';

afterEach(closeProviders);

const { signal } = new AbortController();
const object = (action: string) => JSON.stringify({ thinking: 'so', action });
const RIGHT = ['take lamp', 'open the door', 'go east', 'read note'];
const THREE = RIGHT.slice(1);

const lesson = (should_remember: boolean, memory: string | null = null) =>
  JSON.stringify({ should_remember, memory });
const [YES, NO] = [lesson(true, 'The gate, the berry and the lever.'), lesson(false)];

describe('the built-in questions', () => {
  it('are sixteen: four in a shape, three in no form, three by choice, six about lessons', async () => {
    const { model, provider } = await setupModel([
      ...RIGHT.map(object),
      ...THREE,
      ...['open door', 'east', 'read note'].map(object),
      ...[YES, NO, YES, NO, YES, NO],
    ]);
    expect(await probeAsking(model, signal)).toEqual({ shape: 4, free: 3, choice: 3, lessons: 6 });
    const formats = provider.requests.map(({ body }) => body['response_format'] !== undefined);
    const shaped = (count: number) => Array<true>(count).fill(true);
    expect(formats).toEqual([...shaped(4), false, false, false, ...shaped(9)]);
    const last = JSON.stringify(provider.requests[9]?.body);
    expect(last).toContain('"enum":["take lamp","open door","read note"]');
  });

  it('count nothing that is wrong or cannot be read', async () => {
    const { model } = await setupModel([object('dance'), 'I do not know.']);
    expect(await probeAsking(model, signal)).toEqual({ shape: 0, free: 0, choice: 0, lessons: 0 });
  });

  it.each([
    ['a lesson of each turn', YES],
    ['no lesson of any turn', NO],
    ['lessons about something else', lesson(true, 'Remember this.')],
  ])('are not passed by who tells %s', async (_, always) => {
    const { model } = await setupModel([always]);
    const { lessons } = await probeAsking(model, signal);
    expect(probeDrawsLessons({ lessons })).toBe(false);
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
  expect(modeAfterProbe({ shape, free })).toBe(mode);
});

it.each([
  [4, false],
  [5, true],
  [6, true],
])('%i right about lessons: %s', (lessons, draws) => {
  expect(probeDrawsLessons({ lessons })).toBe(draws);
});
