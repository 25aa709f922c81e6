import type { EpisodeData } from '../../src/report/load-episode.ts';
import { beforeAll, expect, test } from 'vitest';
import { costBars } from '../../src/report/episode-charts.ts';
import { episodeView } from '../../src/report/episode-view.ts';
import { renderReport } from '../../src/report/render-report.ts';
import type { FiledMemory, ReportData } from '../../src/report/report-data.ts';
import { attribute, elementsOf, textOf, type Element } from './page.ts';
import { ASSETS, dataOf, episodeOf, mapOf, memoryOf } from './scene.ts';

const words = (field: string) => field;
let data: ReportData;
let elements: readonly Element[];

/** An episode that is told from its turns, so that its score is theirs. */
function played(number: number, turns: number): EpisodeData {
  return { ...episodeOf(number, turns, words), summary: null };
}

function withClass(name: string): readonly Element[] {
  return elements.filter((one) => (attribute(one, 'class') ?? '').split(' ').includes(name));
}

function filed(change: Partial<FiledMemory['memory']>): FiledMemory {
  return { locationId: 1, locationName: 'Cellar', memory: memoryOf(words, change) };
}

beforeAll(async () => {
  const memories = [
    filed({ category: 'DANGER', episode: 1 }),
    filed({ category: 'NOTE', episode: 2 }),
    filed({ category: 'NOTE', episode: 2, status: 'SUPERSEDED', supersededBy: 'x' }),
  ];
  const map = await mapOf(['Cellar', 'Attic']);
  const episodes = [played(1, 60), played(2, 20), { ...played(3, 0), calls: [] }];
  data = { ...dataOf(episodes, words, map), memories };
  elements = elementsOf(renderReport(data, ASSETS));
});

test('every picture says in words what it shows', () => {
  const pictures = elements.filter(({ tagName }) => tagName === 'svg');
  expect(pictures.length).toBeGreaterThan(10);
  for (const picture of pictures) {
    const names = picture.childNodes.flatMap((node) => ('tagName' in node ? [node.tagName] : []));
    expect(names.slice(0, 2)).toEqual(['title', 'desc']);
    expect(attribute(picture, 'role')).toBe('img');
  }
});

test('the episode with the highest score is the bold line, the last one played the newest', () => {
  expect(withClass('best').map(textOf)[0]).toMatch(/^Episode 1: 15 points/);
  expect(withClass('newest').map(textOf)[0]).toMatch(/^Episode 2: 5 points/);
});

test('each score change links to its turn', () => {
  const links = elements.flatMap((one) => (one.tagName === 'a' ? [attribute(one, 'href')] : []));
  for (const turn of [20, 40, 60]) expect(links).toContain(`#ep=1&t=${turn}`);
});

test('memories are counted by kind after each episode', () => {
  const tooltips = elements.filter(({ tagName }) => tagName === 'title').map(textOf);
  expect(tooltips).toContain('After episode 1: 1 danger');
  expect(tooltips).toContain('After episode 2: 1 danger, 1 note, 1 superseded');
});

test('the map has the path of the newest episode and the number of visits', () => {
  const rooms = elements.filter((one) => attribute(one, 'data-room') !== null);
  expect(rooms.map((room) => textOf(room).trim())[0]).toMatch(/^Cellar \(0\), 1 visits/);
  expect(rooms.filter((room) => /on-path/.test(attribute(room, 'class') ?? '')).length).toBe(3);
  expect(withClass('way-taken').filter(({ tagName }) => tagName === 'g').length).toBeGreaterThan(0);
});

test('rooms with memories lead from the map to them', () => {
  const target = elements.find((one) => attribute(one, 'id') === 'room-1');
  expect(target === undefined ? '' : textOf(target)).toContain('Replaced by "x"');
  const links = elements.filter((one) => attribute(one, 'href') === '#room-1');
  expect(links).toHaveLength(1);
});

test('a report without a map picture says why', () => {
  const picture = { kind: 'failed', reason: 'The layout took longer than 5 ms.' } as const;
  const map = data.map === null ? null : { ...data.map, picture };
  const page = renderReport({ ...data, map }, ASSETS);
  expect(page).toContain('There is no map picture: The layout took longer than 5 ms.');
});

test('the cost of an episode whose player takes no money is free, not unknown', () => {
  const view = episodeView(played(1, 2));
  const usage = { ...view.usage, costUsd: null };
  const bars = (model: string) =>
    String(
      costBars([
        { ...view, number: 1, usage, model },
        { ...view, number: 2, usage: { ...usage, costUsd: 0.5 } },
      ]),
    );
  expect(bars('offline')).toContain('Episode 1: free');
  expect(bars('gpt')).toContain('Episode 1: cost unknown');
});
