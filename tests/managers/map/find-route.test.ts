import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { routeDistances, guideRoute } from '../../../src/managers/map/routes.ts';
import type { MapGraph } from '../../../src/managers/map/map-graph.ts';
import { allWays } from '../../../src/managers/map/ways.ts';
import { graphOf, graphs, type Happening } from './scene.ts';

const CAREFUL = { deadly: 'avoid' } as const;
const BOLD = { deadly: 'allow' } as const;

function walks(...steps: [from: number, action: string, to: number][]): Happening[] {
  return steps.map(([from, action, to]) => ({ kind: 'turn', from, action, to, ended: null }));
}

function route(
  graph: MapGraph,
  from: number,
  to: number,
  options: typeof CAREFUL | typeof BOLD = CAREFUL,
) {
  return guideRoute(graph, locationId(from), locationId(to), options);
}

describe('findRoute', () => {
  it('reaches the Kitchen from Behind House when "enter window" is all that was ever seen', () => {
    const graph = graphOf(walks([79, 'enter window', 203]));
    expect(route(graph, 79, 203)).toMatchObject({ commands: ['enter window'] });
    expect(route(graph, 203, 79)).toBeNull();
  });

  it('plays the words that led there: a probe’s before those of a walk', () => {
    const walked = walks([1, 'go northeast', 2]);
    expect(route(graphOf(walked), 1, 2)?.commands).toEqual(['go northeast']);
    const probe: Happening = {
      kind: 'probe',
      at: 1,
      exits: [{ direction: 'northeast', to: 2, deadly: false, command: 'ne' }],
    };
    expect(route(graphOf([...walked, probe]), 1, 2)?.commands).toEqual(['ne']);
    expect(route(graphOf([probe, ...walked]), 1, 2)).toMatchObject({
      commands: ['ne'],
      steps: [{ action: 'northeast', destinations: [{ to: 2, walks: 1 }] }],
    });
  });

  it('is empty where the player is, also in a room nobody knows', () => {
    const graph = graphOf(walks([0, 'n', 1]));
    expect(route(graph, 0, 0)).toEqual({
      hops: 0,
      commands: [],
      steps: [],
      isShut: false,
    });
    expect(route(graph, 5, 5)?.hops).toBe(0);
    expect(route(graph, 5, 0)).toBeNull();
  });

  it('takes the fewest steps', () => {
    const graph = graphOf(walks([1, 'n', 2], [2, 'n', 3], [3, 'n', 4], [1, 'climb wall', 3]));
    expect(route(graph, 1, 4)?.commands).toEqual(['climb wall', 'n']);
  });

  it('goes round what was closed when last seen, and through it only when there is nothing else', () => {
    const closed = walks([1, 'e', 3], [1, 'e', 1]);
    const detour = walks([1, 'n', 2], [2, 'n', 3]);
    expect(route(graphOf([...closed, ...detour]), 1, 3)?.commands).toEqual(['n', 'n']);
    expect(route(graphOf(closed), 1, 3)).toMatchObject({
      commands: ['e'],
      steps: [{ failures: 1 }],
    });
  });

  it('does not use a pruned way', () => {
    const graph = graphOf(walks([1, 'e', 3], [1, 'e', 1], [1, 'e', 1], [1, 'e', 1]));
    expect(route(graph, 1, 3)).toBeNull();
  });

  it('goes round a deadly way, and along it only when that is allowed', () => {
    const deadly: Happening = { kind: 'turn', from: 1, action: 'e', to: 1, ended: 'death' };
    const graph = graphOf([...walks([1, 'e', 3]), deadly]);
    expect(route(graph, 1, 3)).toBeNull();
    expect(route(graph, 1, 3, BOLD)?.commands).toEqual(['e']);
    const detour = graphOf([...walks([1, 'e', 3], [1, 'n', 2], [2, 'n', 3]), deadly]);
    expect(route(detour, 1, 3)?.commands).toEqual(['n', 'n']);
  });

  it('prefers sure ways among equally short ones', () => {
    const graph = graphOf(walks([1, 'n', 9], [1, 'n', 2], [1, 'e', 3], [2, 'e', 4], [3, 'n', 4]));
    expect(route(graph, 1, 4)?.commands).toEqual(['e', 'n']);
  });

  it(
    'only follows ways of the map, joined end to end, and agrees with the distances',
    { tags: ['slow'] },
    () => {
      fc.assert(
        fc.property(graphs, (graph) => {
          const known = new Set(allWays(graph).map((way) => JSON.stringify(way)));
          for (const from of graph.rooms.keys()) {
            const distances = routeDistances(graph, from, BOLD);
            for (const to of graph.rooms.keys()) {
              const found = guideRoute(graph, from, to, BOLD);
              expect(found === null).toBe(!distances.has(to));
              let here = from;
              for (const step of found?.steps ?? []) {
                expect(known).toContain(JSON.stringify(step));
                expect(step.from).toBe(here);
                here = step.to;
              }
              if (found !== null) expect(here).toBe(to);
              expect(distances.get(to)).toBe(found?.commands.length);
            }
          }
        }),
      );
    },
  );

  it.each([
    [walks([1, 'e', 3], [1, 'e', 1]), 1],
    [walks([1, 'e', 3], [1, 'e', 1], [1, 'n', 2], [2, 'n', 3]), 2],
    [walks([1, 'e', 3], [1, 'n', 2], [2, 'n', 3]), 1],
  ])('measures distances along the way that a route takes', (walked, commands) => {
    expect(routeDistances(graphOf(walked), locationId(1), CAREFUL).get(locationId(3))).toBe(
      commands,
    );
  });
});
