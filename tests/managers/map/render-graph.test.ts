import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { addFinding, type EdgeFinding } from '../../../src/managers/map/grow-graph.ts';
import { EMPTY_GRAPH } from '../../../src/managers/map/map-graph.ts';
import {
  renderDot,
  renderMapJson,
  renderMapText,
  routingSummary,
  renderMermaid,
} from '../../../src/managers/map/render-graph.ts';
import { graphOf, graphs } from './scene.ts';

const HOUSE = graphOf([
  { kind: 'visit', at: 79, name: 'Behind House' },
  { kind: 'turn', from: 79, action: 'enter window', to: 203, ended: null },
  { kind: 'turn', from: 79, action: 'w', to: 203, ended: null },
  { kind: 'visit', at: 203, name: 'The "Kitchen" #1\n' },
  { kind: 'turn', from: 203, action: 'n', to: 203, ended: null },
  { kind: 'probe', at: 203, exits: [{ direction: 'up', to: 5, deadly: true }] },
]);

describe('renderMermaid', () => {
  it('draws rooms as L{id} and one arrow for all commands between two rooms', () => {
    expect(renderMermaid(HOUSE)).toBe(
      [
        'graph LR',
        '  L79["Behind House (79)"]',
        '  L203["Room 203 (203)"]',
        '  X["death"]',
        '  L79 -->|"w, enter window"| L203',
        '  L203 -.->|"up (deadly)"| X',
      ].join('\n'),
    );
  });

  it('draws a way on which the player died to death, not back to where it begins; one survived once to its room', () => {
    const drawn = renderMermaid(
      graphOf([
        { kind: 'visit', at: 90, name: 'Ledge' },
        { kind: 'turn', from: 90, action: 'down', to: 90, ended: 'death' },
        { kind: 'turn', from: 90, action: 'east', to: 7, ended: null },
        { kind: 'turn', from: 90, action: 'east', to: 7, ended: 'death' },
      ]),
    );
    expect(drawn.split('\n').slice(-2)).toEqual([
      '  L90 -.->|"east (deadly)"| L7',
      '  L90 -.->|"down (deadly)"| X',
    ]);
  });

  it('tells a player what opened a way in earlier episodes, until this one saw it open', () => {
    const hall = { id: locationId(1) };
    const found = { kind: 'probed', to: locationId(2), deadly: false } as const;
    const shut: readonly (readonly [string, EdgeFinding])[] = [
      ['down', { ...found, opener: 'open hatch' }],
      ['east', { ...found, locked: true }],
    ];
    const edges = shut.map(
      ([action, one]) => [action, new Map([[1, addFinding(undefined, one)]])] as const,
    );
    const known = graphOf([{ kind: 'visit', at: 1, name: 'Hall' }]);
    const graph = { ...known, edges: new Map([[hall.id, new Map(edges)]]) };
    const arrows = (episode: number | null) => renderMermaid(graph, episode).split('\n').at(-1);
    expect(arrows(2)).toBe('  L1 -->|"east (locked at first), down (after open hatch)"| L2');
    expect(arrows(1)).toBe('  L1 -->|"east, down"| L2');
    expect(arrows(null)).toBe(arrows(1));
  });

  it('keeps any name and command inside its label', () => {
    const label =
      /^ {2}(?:L\d+|X)\["[^"\n`<>]*"\]$|^ {2}L\d+ (?:-->|-\.->)\|"[^"\n`<>|]*"\| (?:L\d+|X)$/;
    fc.assert(
      fc.property(graphs, (graph) => {
        const [head, ...lines] = renderMermaid(graph).split('\n');
        expect(head).toBe('graph LR');
        for (const line of lines) expect(line).toMatch(label);
      }),
    );
    const named = graphOf([{ kind: 'visit', at: 1, name: 'The "Hall" #1\n`x`' }]);
    expect(renderMermaid(named)).toContain('L1["The #34;Hall#34; #35;1 #96;x#96; (1)"]');
  });
});

describe('renderDot', () => {
  it('quotes names, and tells entered, probed and deadly apart', () => {
    const graph = graphOf([
      { kind: 'visit', at: 1, name: 'A "B" \\N &amp;' },
      { kind: 'probe', at: 1, exits: [{ direction: 'up', to: 5, deadly: true }] },
    ]);
    const dot = renderDot(graph);
    expect(dot).toContain('L5 [label="Room 5\\n(5)", style=dashed];');
    expect(dot).toContain('L1 -> L5 [label="up", style=dashed, color=red];');
    expect(renderDot(graphOf([{ kind: 'visit', at: 1, name: 'A "B" \\N &amp;' }]))).toContain(
      'L1 [label="A \\"B\\" \\\\N &amp;amp;\\n(1)"];',
    );
  });
});

describe('renderMapText', () => {
  it('says of each room what was tried and what became of it', () => {
    expect(renderMapText(HOUSE).split('\n')).toEqual([
      'Room 5 (5), never entered',
      '',
      'Behind House (79), entered 1 time',
      '  w → Room 203 (203), walked, 90 % sure',
      '  enter window → Room 203 (203), walked, 90 % sure',
      '',
      'Room 203 (203), entered 1 time',
      '  north leads nowhere, failed 1×',
      '  up → death',
      '',
      expect.stringMatching(/^Walked: .* Probed: /),
    ]);
    expect(renderMapText(EMPTY_GRAPH)).toBe('');
  });

  it('puts each room and edge on one line, whatever the names', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { rooms, edges } = renderMapJson(graph);
        const lines = renderMapText(graph)
          .split('\n')
          .filter((line) => line !== '');
        const legend = rooms.length === 0 ? 0 : 1;
        expect(lines).toHaveLength(rooms.length + edges.length + legend);
      }),
    );
  });
});

describe('renderMapJson', () => {
  it('is plain data that survives JSON', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const json = renderMapJson(graph);
        expect(JSON.parse(JSON.stringify(json))).toEqual(json);
        expect(json.rooms).toHaveLength(graph.rooms.size);
      }),
    );
  });
});

describe('routingSummary', () => {
  it('lists exits with location ids', () => {
    expect(routingSummary(HOUSE, locationId(79))).toBe(
      [
        '## Current Location: 79 (Behind House)',
        '**Available Exits:**',
        '  - w → Location 203 (Room 203)',
        '  - enter window → Location 203 (Room 203)',
      ].join('\n'),
    );
  });

  it('says which exits are deadly', () => {
    expect(routingSummary(HOUSE, locationId(203))).toContain('  - up → death');
  });

  it('says so when no exit or not even the room is known', () => {
    expect(routingSummary(EMPTY_GRAPH, locationId(0))).toBe(
      '## Current Location: 0 (Location #0)\n  - No mapped exits',
    );
  });
});
