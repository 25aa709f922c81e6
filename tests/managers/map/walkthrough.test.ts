/** @module-tag slow */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { locationId, type LocationId } from '../../../src/domain/ids.ts';
import { routeDistances, guideRoute } from '../../../src/managers/map/routes.ts';
import { decodeMap, encodeMap } from '../../../src/managers/map/map-file.ts';
import { EMPTY_GRAPH } from '../../../src/managers/map/map-graph.ts';
import { canonicalAction } from '../../../src/domain/command.ts';
import { allWays } from '../../../src/managers/map/ways.ts';
import { testStory } from '../../helpers/stories.ts';
import { happen } from './scene.ts';

interface Step {
  command: string | null;
  location: LocationId;
}

const file = testStory('zork1-r88.walkthrough.json');

describe.skipIf(file === null)('the map of a whole game', () => {
  const text = file === null ? '{"steps":[]}' : readFileSync(file, 'utf8');
  // The last step ends the game; its location means nothing.
  const steps = (JSON.parse(text) as { steps: Step[] }).steps.slice(0, -1);
  const walked = new Set<string>();
  let graph = EMPTY_GRAPH;
  for (const [index, { command, location: to }] of steps.entries()) {
    const from = steps[index - 1]?.location;
    if (command === null || from === undefined) continue;
    if (from !== to) walked.add(`${from} ${canonicalAction(command)} ${to}`);
    graph = happen(graph, { kind: 'turn', from, action: command, to, ended: null }, 1);
  }
  const ways = allWays(graph);
  const options = { deadly: 'avoid' } as const;

  it('has exactly the ways that were walked, none of them invented', () => {
    const known = ways.flatMap(({ from, action, destinations }) =>
      destinations.map(({ to }) => `${from} ${action} ${to}`),
    );
    expect(new Set(known)).toEqual(walked);
    expect(walked.size).toBeGreaterThan(100);
  });

  it('has one-way passages', () => {
    const pairs = new Set(ways.map(({ from, to }) => `${from} ${to}`));
    const oneWay = ways.filter(({ from, to }) => !pairs.has(`${to} ${from}`));
    expect(oneWay.length).toBeGreaterThan(0);
  });

  it('only routes along ways that were walked', () => {
    const everyEighth = [...graph.rooms.keys()].filter((_, index) => index % 8 === 0);
    for (const from of everyEighth) {
      const distances = routeDistances(graph, from, options);
      for (const to of graph.rooms.keys()) {
        const route = guideRoute(graph, from, to, options);
        expect(distances.get(to)).toBe(route?.commands.length);
        let here = from;
        for (const step of route?.steps ?? []) {
          expect(walked).toContain(`${here} ${step.action} ${step.to}`);
          here = step.to;
        }
        if (route !== null) expect(here).toBe(to);
      }
    }
  });

  it('reaches every room that was visited from the start', () => {
    const start = steps[0]?.location ?? locationId(0);
    const distances = routeDistances(graph, start, options);
    expect(new Set(distances.keys())).toEqual(new Set(steps.map(({ location }) => location)));
  });

  it('survives the disk', () => {
    expect(decodeMap(encodeMap(graph, 'story'), 'story')).toEqual({ kind: 'map', graph });
  });
});
