/** @module-tag slow */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderDot, renderGraphSvg } from '../../src/managers/map/render-graph.ts';
import { allWays } from '../../src/managers/map/ways.ts';
import { readLayout } from '../../src/report/map-picture.ts';
import { graphs } from '../managers/map/scene.ts';

test('every room and every way that Graphviz drew is read back, ways with the same ends as one arrow', async () => {
  for (const graph of fc.sample(graphs, { numRuns: 5, seed: 5 })) {
    const picture = await renderGraphSvg(renderDot(graph), 20_000);
    const layout = readLayout(picture.kind === 'svg' ? picture.svg : '');
    const ids = layout?.rooms.map(({ id }) => id).sort((a, b) => a - b);
    expect(ids).toEqual([...graph.rooms.keys()].sort((a, b) => a - b));
    const drawn = layout?.ways.map(({ from, to, isDeadly }) => `${from}-${to} ${isDeadly}`);
    const ways = allWays(graph).map(({ from, to, deadly }) => `${from}-${to} ${deadly}`);
    expect(drawn?.sort()).toEqual([...new Set(ways)].sort());
  }
});

test('what is no picture of a map is refused', () => {
  expect(readLayout('<svg viewBox="javascript:alert(1)"></svg>')).toBeNull();
});
