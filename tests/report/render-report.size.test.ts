/** @module-tag slow */
import { expect, test } from 'vitest';
import { renderReport } from '../../src/report/render-report.ts';
import { ASSETS, dataOf, episodeOf } from './scene.ts';

const WORDS =
  'lamp door passage troll sword trap treasure case egg thief maze north south take open because earlier failed try'.split(
    ' ',
  );
const LENGTHS: Readonly<Record<string, number>> = {
  system: 500,
  objectives: 60,
  recent: 150,
  newest: 60,
  'game text': 60,
  reasoning: 50,
  reply: 60,
  room: 2,
  action: 3,
};

/** Prose that repeats itself as little as prose does: every text is new, but for the system message. */
function prose(seed: number): (field: string) => string {
  let state = seed;
  const word = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return WORDS[(state >> 16) % WORDS.length] ?? '';
  };
  const write = (length: number) => Array.from({ length }, word).join(' ');
  const system = write(LENGTHS['system'] ?? 0);
  return (field) => (field === 'system' ? system : write(LENGTHS[field] ?? 4));
}

test('ten episodes of three hundred turns with their prompts take less than 5 MB', () => {
  const words = prose(7);
  const episodes = Array.from({ length: 10 }, (_, index) => episodeOf(index + 1, 300, words));
  const page = renderReport(dataOf(episodes, words, null), ASSETS);
  expect(Buffer.byteLength(page)).toBeLessThan(5_000_000);
});

test('equal data gives equal bytes', () => {
  const page = () => renderReport(dataOf([episodeOf(1, 5, prose(1))], prose(2), null), ASSETS);
  expect(page()).toBe(page());
});
