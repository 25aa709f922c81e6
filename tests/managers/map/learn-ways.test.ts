import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Direction } from '../../../src/domain/observation.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { addFinding, type EdgeFinding } from '../../../src/managers/map/grow-graph.ts';
import { decodeMap, encodeMap } from '../../../src/managers/map/map-file.ts';
import {
  type EdgeEvidence,
  type MapGraph,
  mergeMapGraphs,
} from '../../../src/managers/map/map-graph.ts';
import { thing } from '../../helpers/observation.ts';
import { emptyMap } from '../objectives/planning.ts';
import { exit, look, room, turn } from './scene.ts';

const HALL = room(1);

/** A turn in the hall after which these directions are open that were not; all lead to room 2. */
function opening(action: string, ...open: readonly Direction[]): TurnRecord {
  const played = turn(HALL, action, HALL);
  return { ...played, after: { ...played.after, exits: open.map((one) => exit(one, 2)) } };
}

/** The route from the hall to room 2 in the next episode, after these turns in one that first saw these ways out. */
function nextRoute(first: readonly Direction[], ...turns: readonly TurnRecord[]) {
  const map = emptyMap();
  map.observe(
    look(
      HALL,
      first.map((one) => exit(one, 3)),
    ),
  );
  for (const record of turns) {
    map.record(record);
    map.observe(record.after);
  }
  map.resetEpisode(2);
  return map.routeTo(HALL.id, locationId(2));
}

describe('a way that a command opened', () => {
  it('is gone by that command first when the next game begins', () => {
    expect(nextRoute(['west'], opening('Open Hatch', 'down'))).toMatchObject({
      commands: ['open hatch', 'down'],
      isShut: false,
    });
  });

  it.each([
    ['the command only looked or waited', opening('wait', 'down')],
    ['the clock did it', { ...opening('push lever', 'down'), cause: 'clock' as const }],
  ])('is shut then, when %s', (_, record) => {
    expect(nextRoute(['west'], record)).toMatchObject({ commands: ['down'], isShut: true });
  });

  it('is not told as opened where all ways came back at once: a scene of the story was over', () => {
    const route = nextRoute([], opening('order drink', 'down', 'west'));
    expect(route?.commands).not.toContain('order drink');
    expect(nextRoute([], opening('open hatch', 'down'))?.commands).toContain('open hatch');
  });

  it('is shut then, when it was opened from elsewhere', () => {
    const back = turn(room(3), 'west', HALL);
    const record = { ...back, after: { ...back.after, exits: [exit('west', 3), exit('down', 2)] } };
    expect(nextRoute(['west'], record)?.isShut).toBe(true);
  });

  it('is open then, when only the dark hid it', () => {
    const back = turn(room(3), 'west', HALL);
    const record = { ...back, after: { ...back.after, exits: [exit('down', 2)] } };
    expect(nextRoute([], record)).toMatchObject({ commands: ['down'], isShut: false });
  });

  it.each([
    ['in a turn before', true],
    ['by the same command', false],
  ])('is shut then, when its door was unlocked %s: %s', (_, isShut) => {
    const door = (...traits: Parameters<typeof thing>[2][]) => ({
      objects: [thing(9, 'door', ...traits)],
    });
    const unlocking = turn(HALL, 'unlock door', HALL);
    const opened = opening('open door', 'down');
    const unlocked = {
      ...unlocking,
      before: { ...unlocking.before, ...door('locked') },
      after: { ...unlocking.after, exits: [exit('west', 3)], ...door() },
    };
    const record = {
      ...opened,
      before: {
        ...opened.before,
        exits: [exit('west', 3)],
        ...door(...(isShut ? [] : (['locked'] as const))),
      },
      after: { ...opened.after, ...door('open') },
    };
    const turns = isShut ? [unlocked, record] : [record];
    expect(nextRoute(['west'], ...turns)?.isShut).toBe(isShut);
  });
});

/** Findings of one way, in any order. */
const findings = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('closed' as const) }),
    fc.record({ kind: fc.constant('walked' as const), to: fc.constant(locationId(2)) }),
    fc.record(
      {
        kind: fc.constant('probed' as const),
        to: fc.constant(locationId(2)),
        deadly: fc.constant(false),
        opener: fc.constantFrom('open hatch', 'pull rope'),
        locked: fc.constant(true as const),
      },
      { requiredKeys: ['kind', 'to', 'deadly'] },
    ),
  ),
  { minLength: 1 },
);

function graphWith(evidence: EdgeEvidence): MapGraph {
  const rooms = [1, 2].map(
    (id) => [locationId(id), { ...room(id), namedIn: 1, visits: new Map() }] as const,
  );
  return {
    rooms: new Map(rooms),
    edges: new Map([[HALL.id, new Map([['down', new Map([[1, evidence]])]])]]),
  };
}

it('is kept by whatever is found of the way later, and by the file', () => {
  fc.assert(
    fc.property(findings, (found) => {
      const all: readonly EdgeFinding[] = [
        { kind: 'probed', to: locationId(2), deadly: false, opener: 'lift bar' },
        ...found,
      ];
      const evidence = all.reduce<EdgeEvidence | undefined>(addFinding, undefined);
      if (evidence === undefined) return;
      expect(evidence.destinations[0]?.opener).toBeDefined();
      expect(evidence.destinations[0]?.locked).toBeUndefined();
      const graph = graphWith(evidence);
      const read = decodeMap(encodeMap(graph, 'S'), 'S');
      expect(read).toEqual({ kind: 'map', graph });
      expect(mergeMapGraphs(graph, graph)).toEqual(graph);
    }),
  );
});
