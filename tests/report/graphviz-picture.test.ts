/** @module-tag slow */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderDot } from '../../src/managers/map/render-dot.ts';
import { renderSvg } from '../../src/managers/map/render-svg.ts';
import { allWays } from '../../src/managers/map/way.ts';
import { readLayout } from '../../src/report/graphviz-picture.ts';
import { graphs } from '../managers/map/scene.ts';

test('every room and every way that Graphviz drew is read back', async () => {
  for (const graph of fc.sample(graphs, { numRuns: 8, seed: 5 })) {
    const picture = await renderSvg(renderDot(graph, 3), 20_000);
    const layout = readLayout(picture.kind === 'svg' ? picture.svg : '');
    const ids = layout?.rooms.map(({ id }) => id).sort((a, b) => a - b);
    expect(ids).toEqual([...graph.rooms.keys()].sort((a, b) => a - b));
    const ends = (ways: readonly { readonly from: number; readonly to: number }[] = []) =>
      ways.map(({ from, to }) => `${from}-${to}`).sort();
    expect(ends(layout?.ways)).toEqual(ends(allWays(graph, 3)));
  }
});

test('what is no picture of a map is refused', () => {
  expect(readLayout('<svg viewBox="javascript:alert(1)"></svg>')).toBeNull();
});
