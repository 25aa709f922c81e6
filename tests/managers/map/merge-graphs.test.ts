import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { EMPTY_GRAPH } from '../../../src/managers/map/map-graph.ts';
import { mergeGraphs, withoutEpisode } from '../../../src/managers/map/merge-graphs.ts';
import { summariesFrom } from '../../../src/managers/map/way.ts';
import { graphOf, graphs, happen, happenings } from './scene.ts';

describe('mergeGraphs', () => {
  it('does not care who saves first', () => {
    fc.assert(
      fc.property(graphs, graphs, (a, b) => {
        expect(mergeGraphs(a, b)).toEqual(mergeGraphs(b, a));
      }),
    );
  });

  it('does not care how saves are grouped', () => {
    fc.assert(
      fc.property(graphs, graphs, graphs, (a, b, c) => {
        expect(mergeGraphs(mergeGraphs(a, b), c)).toEqual(mergeGraphs(a, mergeGraphs(b, c)));
      }),
    );
  });

  it('counts nothing twice', () => {
    fc.assert(
      fc.property(graphs, graphs, (a, b) => {
        expect(mergeGraphs(a, a)).toEqual(a);
        const both = mergeGraphs(a, b);
        expect(mergeGraphs(both, b)).toEqual(both);
        expect(mergeGraphs(a, EMPTY_GRAPH)).toEqual(a);
      }),
    );
  });

  it('gives an earlier save of the same episode nothing to add', () => {
    fc.assert(
      fc.property(happenings, fc.nat(30), (list, length) => {
        const whole = graphOf(list, 4);
        expect(mergeGraphs(whole, graphOf(list.slice(0, length), 4))).toEqual(whole);
      }),
    );
  });

  it('adds up what two episodes that ran at once walked', () => {
    const walk = { kind: 'turn', from: 1, action: 'n', to: 2, ended: null } as const;
    const merged = mergeGraphs(graphOf([walk, walk], 1), graphOf([walk], 2));
    expect(summariesFrom(merged, locationId(1), 3)).toMatchObject([
      { destinations: [{ to: 2, walks: 3 }] },
    ]);
  });

  it('keeps rooms of the same name apart', () => {
    const forest = (at: number) => graphOf([{ kind: 'visit', at, name: 'Forest' }]);
    expect([...mergeGraphs(forest(1), forest(2)).rooms.keys()]).toEqual([1, 2]);
  });

  it('remembers the newest eight episodes of an edge', () => {
    const walk = { kind: 'turn', from: 1, action: 'n', to: 2, ended: null } as const;
    let graph = EMPTY_GRAPH;
    for (let episode = 1; episode <= 20; episode += 1) graph = happen(graph, walk, episode);
    const edge = graph.edges.get(locationId(1))?.get('north');
    expect([...(edge?.keys() ?? [])]).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
  });
});

describe('withoutEpisode', () => {
  it('takes an episode back out, so that playing it again gives the same map', () => {
    fc.assert(
      fc.property(happenings, happenings, (earlier, later) => {
        const before = withoutEpisode(graphOf(earlier, 1), 2);
        const play = () => later.reduce((graph, happening) => happen(graph, happening, 2), before);
        const again = later.reduce(
          (graph, happening) => happen(graph, happening, 2),
          withoutEpisode(play(), 2),
        );
        expect(again.edges).toEqual(play().edges);
      }),
    );
  });
});
