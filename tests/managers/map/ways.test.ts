import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Ending } from '../../../src/domain/observation.ts';
import { EMPTY_GRAPH, totalVisits, type MapGraph } from '../../../src/managers/map/map-graph.ts';
import {
  allWays,
  openWayEnds,
  waySummariesFrom,
  waysFrom,
} from '../../../src/managers/map/ways.ts';
import { graphOf, happen, happenings, type Happening } from './scene.ts';

const HALL = locationId(1);

function walk(from: number, action: string, to: number, ended: Ending | null = null): Happening {
  return { kind: 'turn', from, action, to, ended };
}

function probe(
  at: number,
  ...exits: [direction: 'north' | 'east' | 'west', to: number, deadly?: true][]
): Happening {
  return {
    kind: 'probe',
    at,
    exits: exits.map(([direction, to, deadly]) => ({ direction, to, deadly: deadly ?? false })),
  };
}

function only(graph: MapGraph) {
  const edges = waySummariesFrom(graph, HALL);
  expect(edges).toHaveLength(1);
  return edges[0];
}

describe('a way', () => {
  it('is one edge however the direction is spelled', () => {
    const graph = graphOf([walk(1, 'n', 2), walk(1, 'north', 2), walk(1, 'Go North', 2)]);
    expect(only(graph)).toMatchObject({
      action: 'north',
      to: 2,
      destinations: [{ to: 2, walks: 3 }],
    });
  });

  it('has no reverse until somebody walks it', () => {
    const graph = graphOf([walk(1, 'n', 2), probe(2, ['east', 3])]);
    expect(waysFrom(graph, locationId(2)).map(({ to }) => to)).toEqual([3]);
    expect(waysFrom(graph, locationId(3))).toEqual([]);
  });

  it.each([
    [[probe(1, ['north', 2])], 'probed', 0.8],
    [[probe(1, ['north', 2]), probe(1, ['north', 2])], 'probed', 0.8],
    [[walk(1, 'n', 2)], 'walked', 0.9],
    [[probe(1, ['north', 2]), walk(1, 'n', 2)], 'walked', 0.9],
    [[walk(1, 'n', 2), walk(1, 'n', 2)], 'walked', 1],
    [[walk(1, 'n', 2), walk(1, 'n', 2), walk(1, 'n', 2)], 'walked', 1],
  ] as const)('is as sure as what confirmed it (case %#)', (list, source, confidence) => {
    expect(only(graphOf(list))).toMatchObject({ source, confidence });
  });

  it('is pruned after three failures in a row and opened again by a walk', () => {
    const failures = [walk(1, 'n', 1), walk(1, 'n', 1), walk(1, 'n', 1)];
    const tired = [walk(1, 'n', 2), ...failures];
    expect(only(graphOf(tired))).toMatchObject({ failures: 3, pruned: true, to: 2 });
    expect(waysFrom(graphOf(tired), HALL)).toEqual([]);
    expect(waysFrom(graphOf(tired.slice(0, -1)), HALL)).toHaveLength(1);
    expect(only(graphOf([...tired, walk(1, 'n', 2)]))).toMatchObject({
      failures: 0,
      pruned: false,
    });
    expect(only(graphOf([...tired, probe(1, ['north', 2])]))).toMatchObject({ pruned: false });
  });

  it('counts failures across episodes until one succeeds', () => {
    const fail = walk(1, 'n', 1);
    const first = graphOf([walk(1, 'n', 2), fail], 1);
    const third = happen(happen(first, fail, 2), fail, 3);
    expect(only(third)).toMatchObject({ failures: 3, pruned: true });
    expect(only(happen(third, walk(1, 'n', 2), 4))).toMatchObject({ failures: 0, pruned: false });
  });

  it('stays known with one failure while a probe finds it closed, however often it looks', () => {
    const closed = graphOf([
      probe(1, ['north', 2], ['east', 3]),
      probe(1, ['east', 3]),
      probe(1, ['east', 3]),
    ]);
    expect(waySummariesFrom(closed, HALL)).toMatchObject([
      { action: 'north', to: 2, failures: 1, pruned: false },
      { action: 'east', to: 3, failures: 0 },
    ]);
  });

  it('keeps both destinations when they conflict, the newest first for routes', () => {
    const graph = graphOf([walk(1, 'n', 2), walk(1, 'n', 2), walk(1, 'n', 5)]);
    expect(only(graph)).toMatchObject({
      to: 5,
      uncertain: true,
      destinations: [
        { to: 2, walks: 2 },
        { to: 5, walks: 1 },
      ],
    });
    expect(only(happen(graph, walk(1, 'n', 2), 2))).toMatchObject({ to: 2, uncertain: true });
  });

  it('does not lead where the game puts the dead', () => {
    const graph = graphOf([walk(1, 'n', 9, 'death')]);
    expect(only(graph)).toMatchObject({ to: null, deadly: true, deaths: 1 });
    expect(graph.rooms.has(locationId(9))).toBe(false);
  });

  it('is deadly until it is passed alive', () => {
    expect(only(graphOf([walk(1, 'n', 2), walk(1, 'n', 2, 'death')]))).toMatchObject({
      to: 2,
      deadly: true,
    });
    expect(only(graphOf([probe(1, ['north', 2, true])]))).toMatchObject({ deadly: true });
    expect(only(graphOf([walk(1, 'n', 2, 'death'), walk(1, 'n', 2)]))).toMatchObject({
      deadly: false,
      deaths: 1,
    });
  });

  it('is any command that moved the player, but not one that refers back or never moved', () => {
    const graph = graphOf([
      walk(1, 'enter window', 2),
      walk(1, 'again', 2),
      walk(1, 'take lamp', 1),
      walk(1, 'attack troll', 4, 'death'),
      walk(1, 'quit', 4, 'quit'),
    ]);
    expect(only(graph)).toMatchObject({ action: 'enter window', to: 2 });
    expect(only(graphOf([walk(1, 'enter window', 2), walk(1, 'Enter window', 1)]))).toMatchObject({
      failures: 1,
    });
  });
});

describe('open ends', () => {
  const untried = (graph: MapGraph, probed: boolean) =>
    openWayEnds(graph, HALL, probed).map(({ action }) => action);

  it('are the open ones nobody walked where a probe told which are open', () => {
    const graph = graphOf([
      probe(1, ['north', 2], ['east', 3], ['west', 4, true]),
      walk(1, 'n', 2),
    ]);
    expect(untried(graph, true)).toEqual(['east']);
  });

  it('are none that lead where another way from here was walked', () => {
    const graph = graphOf([probe(1, ['north', 2], ['east', 2], ['west', 3]), walk(1, 'climb', 2)]);
    expect(untried(graph, true)).toEqual(['west']);
  });

  it('are all that neither led anywhere nor failed where nothing was probed', () => {
    const graph = graphOf([walk(1, 'n', 2), walk(1, 's', 1)]);
    const all = untried(graph, false);
    expect(all).toHaveLength(10);
    expect(all).not.toContain('north');
    expect(all).not.toContain('south');
  });
});

describe('a map', () => {
  it('counts visits by episode and in total', () => {
    const visit = { kind: 'visit', at: 0, name: 'Zero' } as const;
    const graph = [1, 1, 2].reduce((grown, episode) => happen(grown, visit, episode), EMPTY_GRAPH);
    const zero = graph.rooms.get(locationId(0));
    expect(zero?.visits).toEqual(
      new Map([
        [1, 2],
        [2, 1],
      ]),
    );
    expect(zero === undefined ? null : totalVisits(zero)).toBe(3);
  });

  it('holds no way that nobody walked or probed, whatever happened', () => {
    fc.assert(
      fc.property(happenings, (list) => {
        const seen = new Set<string>();
        for (const happening of list) {
          if (happening.kind === 'turn') seen.add(`${happening.from} ${happening.to}`);
          if (happening.kind === 'probe') {
            for (const { to } of happening.exits) seen.add(`${happening.at} ${to}`);
          }
        }
        for (const way of allWays(graphOf(list))) expect(seen).toContain(`${way.from} ${way.to}`);
      }),
    );
  });
});
