import * as fc from 'fast-check';
import { locationId } from '../../../src/domain/ids.ts';
import {
  DIRECTIONS,
  type Direction,
  type Ending,
  type Exit,
  type Location,
  type Observation,
} from '../../../src/domain/observation.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { learnWay } from '../../../src/managers/map/learn-ways.ts';
import { addProbedExits, addVisit } from '../../../src/managers/map/grow-graph.ts';
import { EMPTY_GRAPH, type MapGraph } from '../../../src/managers/map/map-graph.ts';

export function room(id: number, name = `Room ${id}`): Location {
  return { id: locationId(id), name };
}

export function exit(
  direction: Direction,
  to: number,
  deadly = false,
  command: string = direction,
): Exit {
  return { direction, command, to: room(to), deadly };
}

export function look(
  location: Location,
  exits: readonly Exit[] = [],
  ended: Ending | null = null,
): Observation {
  return {
    location,
    exits,
    ended,
    inventory: [],
    objects: [],
    score: 0,
    maxScore: null,
    moves: 0,
    text: '',
    scene: '',
    died: false,
    fingerprint: `${location.id}`,
  };
}

export function turn(
  from: Location,
  action: string,
  to: Location,
  ended: Ending | null = null,
): TurnRecord {
  const decision = {
    action,
    reasoning: '',
    newObjective: null,
    target: null,
    judged: [],
    overridden: false,
  };
  return { turn: 1, before: look(from), decision, after: look(to, [], ended) };
}

/** One thing that can happen to a map. */
export type Happening =
  | { kind: 'turn'; from: number; action: string; to: number; ended: Ending | null }
  | {
      kind: 'probe';
      at: number;
      exits: { direction: Direction; to: number; deadly: boolean; command?: string }[];
    }
  | { kind: 'visit'; at: number; name: string };

export function happen(graph: MapGraph, happening: Happening, episode: number): MapGraph {
  if (happening.kind === 'turn') {
    const { from, action, to, ended } = happening;
    return learnWay(graph, turn(room(from), action, room(to), ended), episode);
  }
  if (happening.kind === 'visit') {
    return addVisit(graph, room(happening.at, happening.name), episode);
  }
  const exits = happening.exits.map(({ direction, to, deadly, command }) =>
    exit(direction, to, deadly, command),
  );
  return addProbedExits(graph, room(happening.at), exits, episode);
}

export function graphOf(happenings: readonly Happening[], episode = 1): MapGraph {
  return happenings.reduce((graph, happening) => happen(graph, happening, episode), EMPTY_GRAPH);
}

const ids = fc.integer({ min: 0, max: 6 });
const actions = fc.oneof(
  fc.constantFrom('n', 'go south', 'enter window', 'climb tree', 'U', 'say "friend" \\ #;'),
  fc.string({ unit: 'grapheme' }),
);
const direction = fc.constantFrom(...DIRECTIONS);

export const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('turn' as const),
      from: ids,
      action: actions,
      to: ids,
      ended: fc.constantFrom(null, null, null, 'death' as const, 'victory' as const),
    }),
    fc.record({
      kind: fc.constant('probe' as const),
      at: ids,
      exits: fc.uniqueArray(fc.record({ direction, to: ids, deadly: fc.boolean() }), {
        selector: (found) => found.direction,
        maxLength: 5,
      }),
    }),
    fc.record({
      kind: fc.constant('visit' as const),
      at: ids,
      name: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('Two\nLines "\\')),
    }),
  ),
  { maxLength: 30 },
);

/** Maps as several episodes make them. */
export const graphs: fc.Arbitrary<MapGraph> = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 20 }), happenings), { maxLength: 4 })
  .map((episodes) =>
    episodes
      .sort(([a], [b]) => a - b)
      .reduce(
        (graph, [episode, list]) =>
          list.reduce((grown, happening) => happen(grown, happening, episode), graph),
        EMPTY_GRAPH,
      ),
  );
