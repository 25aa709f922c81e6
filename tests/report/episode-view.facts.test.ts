import { expect, it } from 'vitest';
import type { CallRecord } from '../../src/model/call-record.ts';
import { episodeTable } from '../../src/report/overview.ts';
import { episodeViewFacts, episodeView, paidCalls } from '../../src/report/episode-view.ts';
import { agentCall, episodeOf, summaryOf } from './scene.ts';

const words = (field: string) => field;

it('calls that a fork has from its parent are counted in the parent alone', () => {
  const own = agentCall(2, words);
  const copied = { ...agentCall(1, words), copied: true as const };
  const parent = { ...episodeOf(1, 2, words), summary: null, calls: [agentCall(1, words)] };
  const fork = { ...parent, calls: [copied, own] };
  const paidOnce = episodeViewFacts(parent).usage;
  expect(paidOnce.promptTokens).toBeGreaterThan(0);
  expect(episodeViewFacts(fork).usage).toEqual(paidOnce);
  expect(paidCalls(fork)).toEqual([own]);
  expect(episodeViewFacts({ ...fork, calls: [copied] }).usage).toMatchObject({ promptTokens: 0 });
});

it('what priced calls cost is kept beside a call without a price, whichever came first', () => {
  const priced = agentCall(1, words);
  if (priced.outcome !== 'answered') throw new Error('The call of the scene is answered.');
  const unpriced = { ...priced, usage: { ...priced.usage, costUsd: null } };
  const costOf = (...calls: (typeof priced)[]) =>
    episodeViewFacts({ ...episodeOf(1, 2, words), summary: null, calls }).usage.costUsd;
  expect(costOf(priced, unpriced)).toBe(0.001);
  expect(costOf(unpriced, priced)).toBe(0.001);
  expect(costOf(unpriced)).toBeNull();
});

it('calls that nobody answered are free', () => {
  const failed = { ...agentCall(1, words), outcome: 'failed', kind: 'network', message: 'refused' };
  const calls = [failed as CallRecord];
  expect(episodeViewFacts({ ...episodeOf(1, 2, words), calls }).usage.costUsd).toBe(0);
});

it.each([
  [true, 'It is being played.'],
  [false, 'It was ended from outside.'],
])('an episode without a summary that a process holds (%s): %s', (isRunning, says) => {
  const episode = { ...episodeOf(1, 2, words), summary: null, isRunning };
  expect(episodeViewFacts(episode).stopDetail).toBe(says);
});

it('an episode says where its way led, and what it found after that', () => {
  const way = { room: { id: 7, name: 'Attic' }, points: 10, beyond: -5 };
  const episode = episodeOf(1, 2, words);
  const manifest = { ...episode.manifest, recipe: { turns: 4, points: 10 } } as never;
  const summary = { ...summaryOf(1, words), recipeTurns: 4, way, newRooms: 2 };
  const facts = { ...episode, manifest, summary };
  const page = String(episodeTable([episodeView(facts)], 'UTC'));
  expect(page).toContain('<td>Attic (7), turn 4, 10 points, simulated</td>');
  expect(page).toContain('Simulated: until then the tool played a checked way');
  expect(page).toContain('<td>-5 points after the way, 2 new rooms</td>');
  const plain = { ...facts, manifest: episode.manifest, summary: summaryOf(1, words) };
  expect(episodeViewFacts(plain)).toMatchObject({ began: { turns: 0, to: '' }, found: '' });
});

it('the table says once what is the same in every row, and leaves out what no row says', () => {
  const views = (models: readonly string[]) =>
    models.map((model, at) => {
      const own = (field: string) => (field === 'model' ? model : words(field));
      return episodeView(episodeOf(at + 1, 2, own));
    });
  const page = (...models: readonly string[]) => String(episodeTable(views(models), 'UTC'));
  expect(page('one', 'one')).toMatch(/The same in every row: [^<]*; model one/);
  expect(page('one', 'one')).not.toContain('>model</th>');
  expect(page('one', 'two')).toMatch(/>model<\/th>[^]*<td>two<\/td>[^]*<td>one<\/td>/);
  expect(page('one')).toContain('<td>one</td>');
});

it('a fork says where it left its parent', () => {
  const episode = episodeOf(2, 3, words);
  const manifest = { ...episode.manifest, parent: { episode: 1, turn: 2 } } as never;
  const page = (more: object) =>
    String(episodeTable([episodeView({ ...episode, ...more })], 'UTC'));
  expect(page({ manifest })).toContain('<td>turn 2 of episode 1</td>');
  expect(page({})).toContain('<td>the start</td>');
});
