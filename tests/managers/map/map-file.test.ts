import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMap, encodeMap, graphInMapFile } from '../../../src/managers/map/map-file.ts';
import { EMPTY_GRAPH } from '../../../src/managers/map/map-graph.ts';
import { graphOf, graphs } from './scene.ts';

const STORY = 'ZCODE-88-840726';

function reread(change: (text: string) => string) {
  const graph = graphOf([
    { kind: 'visit', at: 79, name: 'Behind House' },
    { kind: 'turn', from: 79, action: 'enter window', to: 203, ended: null },
    { kind: 'probe', at: 203, exits: [{ direction: 'west', to: 193, deadly: false }] },
  ]);
  const text = new TextDecoder().decode(encodeMap(graph, STORY));
  const changed = change(text);
  expect(changed).not.toBe(text);
  return decodeMap(new TextEncoder().encode(changed), STORY);
}

describe('map_state.json', () => {
  it('gives back exactly the map that was written', () => {
    fc.assert(
      fc.property(graphs, fc.string({ unit: 'binary' }), (graph, story) => {
        expect(decodeMap(encodeMap(graph, story), story)).toEqual({ kind: 'map', graph });
      }),
    );
  });

  it('is the same bytes for the same map', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const bytes = Buffer.from(encodeMap(graph, STORY));
        const decoded = decodeMap(bytes, STORY);
        expect(decoded.kind).toBe('map');
        const again = decoded.kind === 'map' && encodeMap(decoded.graph, STORY);
        expect(again && bytes.equals(again), bytes.toString()).toBe(true);
      }),
    );
  });

  it('shows confidence and pruned exits to people', () => {
    const fail = { kind: 'turn', from: 1, action: 'n', to: 1, ended: null } as const;
    const graph = graphOf([{ ...fail, to: 2 }, fail, fail, fail]);
    const json: unknown = JSON.parse(new TextDecoder().decode(encodeMap(graph, STORY)));
    expect(json).toMatchObject({
      edges: [{ from: 1, action: 'north', summary: { to: 2, confidence: 0.9, pruned: true } }],
    });
  });

  it.each([
    ['a confidence above 1', '"confidence":0.9', '"confidence":1.5', 'confidence'],
    ['a negative confidence', '"confidence":0.9', '"confidence":-0.1', 'confidence'],
    ['a negative count', '"walks":1', '"walks":-1', 'walks'],
    ['a room that is not listed', '"to":203,"walks"', '"to":204,"walks"', 'unknown room 204'],
    ['a start that is not listed', '"from":203', '"from":7', 'unknown room 7'],
    ['a room twice', '"id":193', '"id":203', 'room is listed twice'],
    ['an action that is not normalised', '"enter window"', '"Enter window"', 'normalised'],
    ['an unknown field', '"walks":1', '"walks":1,"runs":2', 'runs'],
    ['another version', '"schemaVersion": 1', '"schemaVersion": 2', 'schemaVersion'],
    ['evidence newer than its revision', '"at":1', '"at":9', 'newer'],
    ['another story', STORY, 'ZCODE-52-871125', 'ZCODE-52-871125'],
    ['half a file', '"edges"', '', ''],
  ])('refuses %s with a reason', (_, from, to, reason) => {
    const decoded = reread((text) => text.replace(from, to));
    expect(decoded.kind).toBe('unusable');
    expect(decoded.kind === 'unusable' && decoded.reason).toContain(reason);
  });

  it('that cannot be used is told where its readers go on without it', () => {
    const told: string[] = [];
    const tell = (line: string) => void told.push(line);
    expect(graphInMapFile(new TextEncoder().encode('{"rooms'), STORY, tell)).toBe(EMPTY_GRAPH);
    expect(graphInMapFile(null, STORY, tell)).toBe(EMPTY_GRAPH);
    expect(told).toEqual([expect.stringMatching(/^The map is not used, .*JSON/u)]);
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeMap(bytes, STORY).kind).toBe('unusable');
      }),
    );
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(decodeMap(new TextEncoder().encode(json), STORY).kind).toBe('unusable');
      }),
    );
  });

  it('is small and readable for an empty map', () => {
    expect(new TextDecoder().decode(encodeMap(EMPTY_GRAPH, STORY))).toBe(
      `{\n"schemaVersion": 1,\n"story": "${STORY}",\n"rooms": [],\n"edges": []\n}\n`,
    );
  });
});
