import { expect, it } from 'vitest';
import { renderMap } from '../../src/commands/map/render-map.ts';
import { locationId } from '../../src/domain/ids.ts';
import { addVisit } from '../../src/managers/map/grow-graph.ts';
import { EMPTY_GRAPH } from '../../src/managers/map/map-graph.ts';

it('a picture that takes too long is a failure with its reason, not an error', async () => {
  const graph = addVisit(EMPTY_GRAPH, { id: locationId(1), name: 'Hall' }, 1);
  expect(await renderMap(graph, 'svg', 1)).toEqual({
    kind: 'failed',
    reason: 'The layout took longer than 1 ms.',
  });
});
