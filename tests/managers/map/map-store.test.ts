import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LockedError } from '../../../src/domain/errors.ts';
import { locationId } from '../../../src/domain/ids.ts';
import type { ZorkEvent } from '../../../src/events/event.ts';
import {
  EMPTY_GRAPH,
  mergeMapGraphs,
  mapGraphWithoutEpisode,
} from '../../../src/managers/map/map-graph.ts';
import { MapStore } from '../../../src/managers/map/map-store.ts';
import { waySummariesFrom } from '../../../src/managers/map/ways.ts';
import { MemoryFiles } from './memory-file.ts';
import { graphOf, graphs, happen, happenings } from './scene.ts';

const PATH = 'map_state.json';
const STORY = 'ZCODE-88-840726';

function setUp(files = new MemoryFiles(), story = STORY) {
  const events: ZorkEvent[] = [];
  const store = new MapStore(
    {
      file: files.open(PATH),
      openFile: (path) => files.open(path),
      emit: (event) => events.push(event),
    },
    story,
  );
  return { files, events, store };
}

const FIRST = graphOf([{ kind: 'turn', from: 1, action: 'n', to: 2, ended: null }], 1);
const SECOND = graphOf([{ kind: 'turn', from: 1, action: 'n', to: 2, ended: null }], 2);

describe('MapStore', () => {
  it('gives back what was saved, and an empty map where there is no file', async () => {
    const { files, store } = setUp();
    expect(await store.load()).toEqual(EMPTY_GRAPH);
    expect(await store.save(FIRST)).toEqual(FIRST);
    expect(await setUp(files).store.load()).toEqual(FIRST);
  });

  it('merges with what another process saved, in either order', async () => {
    const one = setUp();
    await one.store.save(FIRST);
    await setUp(one.files).store.save(SECOND);
    const other = setUp();
    await other.store.save(SECOND);
    await setUp(other.files).store.save(FIRST);
    expect(one.files.text(PATH)).toBe(other.files.text(PATH));
    expect(await one.store.load()).toEqual(mergeMapGraphs(FIRST, SECOND));
  });

  it('writes nothing when nothing is new', async () => {
    const { files, store } = setUp();
    await store.save(FIRST);
    await store.save(FIRST);
    expect(files.writes).toBe(1);
  });

  it('keeps a damaged file under another name, says so, and starts anew', async () => {
    const { files, events, store } = setUp();
    files.put(PATH, '{"half');
    expect(await store.load()).toEqual(EMPTY_GRAPH);
    expect(files.text(PATH)).toBe('{"half');
    await store.save(FIRST);
    expect(await store.load()).toEqual(FIRST);
    const aside = [...files.contents.keys()].filter((path) => path !== PATH);
    expect(aside.map((path) => files.text(path))).toEqual(['{"half']);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: 'warning', code: 'map-set-aside' });
    expect(JSON.stringify(events[0])).toContain(aside[0]);
  });

  it('keeps damage that appears while the game runs, each under its own name', async () => {
    const { files, events, store } = setUp();
    for (const text of ['first damage', 'second damage', '']) {
      files.put(PATH, text);
      await store.save(FIRST);
      expect(await store.load()).toEqual(FIRST);
    }
    const aside = [...files.contents].filter(([path]) => path !== PATH);
    expect(aside.map(([path]) => files.text(path))).toEqual(['first damage', 'second damage', '']);
    expect(events).toHaveLength(3);
  });

  it('never mixes in the map of another story', async () => {
    const { files, store } = setUp();
    await store.save(FIRST);
    const other = setUp(files, 'ZCODE-52-871125');
    expect(await other.store.load()).toEqual(EMPTY_GRAPH);
    expect(await other.store.save(SECOND)).toEqual(SECOND);
    expect(files.contents.size).toBe(2);
  });

  it('gives up with the path when the file is damaged again before every save', async () => {
    const { files, store } = setUp();
    let round = 0;
    const damage = () => {
      round += 1;
      files.put(PATH, `damage ${round}`);
    };
    const file = files.open(PATH);
    const hostile = new MapStore(
      {
        file: { ...file, update: async (change) => (damage(), file.update(change)) },
        openFile: (path) => files.open(path),
        emit: () => undefined,
      },
      STORY,
    );
    await expect(hostile.save(FIRST)).rejects.toThrow(/map_state\.json keeps being replaced/);
    expect(await store.load()).toEqual(EMPTY_GRAPH);
  });

  it('leaves a locked file alone and tells the caller', async () => {
    const { files, store } = setUp();
    files.locked = true;
    await expect(store.save(FIRST)).rejects.toBeInstanceOf(LockedError);
    expect(files.contents.size).toBe(0);
  });
});

describe('mergeGraphs', () => {
  it('does not care who saves first', () => {
    fc.assert(
      fc.property(graphs, graphs, (a, b) => {
        expect(mergeMapGraphs(a, b)).toEqual(mergeMapGraphs(b, a));
      }),
    );
  });

  it('does not care how saves are grouped', () => {
    fc.assert(
      fc.property(graphs, graphs, graphs, (a, b, c) => {
        expect(mergeMapGraphs(mergeMapGraphs(a, b), c)).toEqual(
          mergeMapGraphs(a, mergeMapGraphs(b, c)),
        );
      }),
    );
  });

  it('counts nothing twice', () => {
    fc.assert(
      fc.property(graphs, graphs, (a, b) => {
        expect(mergeMapGraphs(a, a)).toEqual(a);
        const both = mergeMapGraphs(a, b);
        expect(mergeMapGraphs(both, b)).toEqual(both);
        expect(mergeMapGraphs(a, EMPTY_GRAPH)).toEqual(a);
      }),
    );
  });

  it('gives an earlier save of the same episode nothing to add', () => {
    fc.assert(
      fc.property(happenings, fc.nat(30), (list, length) => {
        const whole = graphOf(list, 4);
        expect(mergeMapGraphs(whole, graphOf(list.slice(0, length), 4))).toEqual(whole);
      }),
    );
  });

  it('adds up what two episodes that ran at once walked', () => {
    const walk = { kind: 'turn', from: 1, action: 'n', to: 2, ended: null } as const;
    const merged = mergeMapGraphs(graphOf([walk, walk], 1), graphOf([walk], 2));
    expect(waySummariesFrom(merged, locationId(1))).toMatchObject([
      { destinations: [{ to: 2, walks: 3 }] },
    ]);
  });

  it('keeps rooms of the same name apart', () => {
    const forest = (at: number) => graphOf([{ kind: 'visit', at, name: 'Forest' }]);
    expect([...mergeMapGraphs(forest(1), forest(2)).rooms.keys()]).toEqual([1, 2]);
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
        const before = mapGraphWithoutEpisode(graphOf(earlier, 1), 2);
        const play = () => later.reduce((graph, happening) => happen(graph, happening, 2), before);
        const again = later.reduce(
          (graph, happening) => happen(graph, happening, 2),
          mapGraphWithoutEpisode(play(), 2),
        );
        expect(again.edges).toEqual(play().edges);
      }),
    );
  });
});
