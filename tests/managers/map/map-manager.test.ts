import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Trait, VisibleObject } from '../../../src/domain/observation.ts';
import type { ZorkEvent } from '../../../src/events/event.ts';
import { MapManager } from '../../../src/managers/map/map-manager.ts';
import { MemoryFiles } from './memory-file.ts';
import { exit, look, room, turn } from './scene.ts';

const BEHIND = room(79, 'Behind House');
const KITCHEN = room(203, 'Kitchen');
const FOREST = room(76, 'Forest');

function setUp(files = new MemoryFiles()) {
  const events: ZorkEvent[] = [];
  const ports = {
    file: files.open('map_state.json'),
    openFile: (path: string) => files.open(path),
    emit: (event: ZorkEvent) => events.push(event),
  };
  const options = { story: 'ZCODE-88-840726', exitsProbed: true };
  return { files, events, map: new MapManager(ports, options) };
}

function play(map: MapManager): void {
  map.observe(look(BEHIND, [exit('east', 76), exit('north', 81)]));
  map.record(turn(BEHIND, 'enter window', KITCHEN));
  map.observe(look(KITCHEN, [exit('up', 62, true)]));
}

it('a room that the clock takes the player to is not where the command leads', () => {
  const { map } = setUp();
  map.record({ ...turn(BEHIND, 'wait', FOREST), cause: 'clock' });
  expect(map.waysFrom(BEHIND.id)).toEqual([]);
  map.record({ ...turn(BEHIND, 'wait', FOREST), cause: 'command' });
  expect(map.waysFrom(BEHIND.id)).toHaveLength(1);
});

describe('MapManager', () => {
  it('names a room to players only once one was there, in this or an earlier episode', () => {
    const { map } = setUp();
    map.resetEpisode(1);
    map.observe(look(BEHIND, [exit('east', 76)]));
    expect(map.roomName(FOREST.id)).toBe('somewhere new');
    expect(map.mermaid()).toContain('L76["somewhere new (76)"]');
    expect(map.routingSummary(BEHIND.id)).toContain('east → Location 76 (somewhere new)');
    map.observe(look(FOREST));
    expect(map.roomName(FOREST.id)).toBe('Forest');
    map.resetEpisode(2);
    expect(map.roomName(FOREST.id)).toBe('Forest');
    expect(map.mermaid()).toContain('L76["Forest (76)"]');
  });

  it('calls a room by its newest name, which a story may change', () => {
    const { map } = setUp();
    map.resetEpisode(1);
    map.observe(look({ ...FOREST, name: 'A closet' }));
    map.observe(look({ ...FOREST, name: 'Zoo' }));
    expect(map.roomName(FOREST.id)).toBe('Zoo');
    expect(map.mermaid()).toContain('L76["Zoo (76)"]');
  });

  it('answers what a player wants to know of a room', () => {
    const { map } = setUp();
    map.resetEpisode(1);
    play(map);
    expect(map.waysFrom(BEHIND.id).map(({ action, to }) => [action, to])).toEqual([
      ['north', 81],
      ['east', 76],
      ['enter window', 203],
    ]);
    expect(map.neighbours(BEHIND.id)).toEqual([76, 81, 203]);
    expect(map.routeTo(BEHIND.id, KITCHEN.id)).toMatchObject({
      commands: ['enter window'],
      hops: 1,
    });
    expect(map.routeTo(BEHIND.id, locationId(62))).toBeNull();
    const distances = map.distancesFrom(BEHIND.id);
    expect([distances.get(BEHIND.id), distances.get(locationId(62))]).toEqual([0, 2]);
    expect(map.distancesFrom(KITCHEN.id).has(BEHIND.id)).toBe(false);
    expect(map.roomName(KITCHEN.id)).toBe('Kitchen');
    expect(map.roomName(locationId(9))).toBe('somewhere new');
    expect(map.routingSummary(KITCHEN.id)).toContain('up → death');
    expect(map.mermaid()).toContain('L79["Behind House (79)"]');
    expect(map.status()).toEqual({
      component: 'map',
      rooms: 5,
      visitedRooms: 2,
      ways: 4,
      walkedWays: 1,
      uncertainWays: 0,
      prunedWays: 0,
      deadlyWays: 1,
      unsaved: true,
    });
  });

  it('counts a visit when a room is entered, not at every look', () => {
    const { map } = setUp();
    map.resetEpisode(1);
    for (const place of [BEHIND, BEHIND, KITCHEN, BEHIND]) map.observe(look(place));
    map.observe(look(FOREST, [], 'death'));
    expect(map.graph().rooms.get(BEHIND.id)?.visits).toEqual(new Map([[1, 2]]));
    expect(map.graph().rooms.has(FOREST.id)).toBe(false);
    map.resetEpisode(2);
    map.observe(look(BEHIND));
    expect(map.graph().rooms.get(BEHIND.id)?.visits).toEqual(
      new Map([
        [1, 2],
        [2, 1],
      ]),
    );
  });

  it('takes an empty list of exits for nothing where exits are not probed', () => {
    const { files } = setUp();
    const ports = {
      file: files.open('map'),
      openFile: (path: string) => files.open(path),
      emit: () => undefined,
    };
    const map = new MapManager(ports, { story: '', exitsProbed: false });
    map.resetEpisode(1);
    map.record(turn(BEHIND, 'east', FOREST));
    map.observe(look(BEHIND));
    expect(map.waysFrom(BEHIND.id)).toMatchObject([{ action: 'east', failures: 0 }]);
  });

  it('keeps the map across episodes and processes', async () => {
    const { files, map } = setUp();
    await map.load();
    map.resetEpisode(1);
    play(map);
    expect(await map.save()).toBe('saved');
    expect(await map.save()).toBe('unchanged');
    expect(map.status().unsaved).toBe(false);
    const next = setUp(files);
    await next.map.load();
    next.map.resetEpisode(2);
    expect(next.map.graph()).toEqual(map.graph());
    expect(await next.map.save()).toBe('unchanged');
    expect(next.map.distancesFrom(BEHIND.id).get(KITCHEN.id)).toBe(1);
  });

  it('counts nothing twice when an episode is played again after a crash', async () => {
    const { files, map } = setUp();
    await map.load();
    map.resetEpisode(1);
    play(map);
    await map.save();
    const before = files.text('map_state.json');
    const resumed = setUp(files);
    await resumed.map.load();
    resumed.map.resetEpisode(1);
    expect(resumed.map.status().rooms).toBe(0);
    resumed.map.observe(look(BEHIND, [exit('east', 76)]));
    await resumed.map.save();
    expect(files.text('map_state.json')).toBe(before);
    expect(resumed.map.status()).toMatchObject({ ways: 1, visitedRooms: 1 });
    resumed.map.resetEpisode(1);
    play(resumed.map);
    await resumed.map.save();
    expect(files.text('map_state.json')).toBe(before);
    expect(resumed.map.graph()).toEqual(map.graph());
  });

  it('loses nothing when two processes save in turns', async () => {
    const { files, map } = setUp();
    const other = setUp(files).map;
    map.resetEpisode(1);
    other.resetEpisode(2);
    map.record(turn(BEHIND, 'enter window', KITCHEN));
    other.record(turn(BEHIND, 'enter window', KITCHEN));
    other.record(turn(BEHIND, 'e', FOREST));
    await Promise.all([map.save(), other.save()]);
    map.record(turn(KITCHEN, 'w', room(193)));
    await map.save();
    await other.save();
    expect(map.waysFrom(BEHIND.id)).toMatchObject([
      { action: 'east' },
      { action: 'enter window', destinations: [{ to: 203, walks: 2 }] },
    ]);
    expect(map.routeTo(BEHIND.id, locationId(193))?.hops).toBe(2);
  });

  it('tells no way by an opener that opened nothing, until the things there change', () => {
    const { map } = setUp();
    const thing = (id: number, ...traits: Trait[]) =>
      ({ id, name: `thing ${id}`, inside: null, held: false, traits }) as unknown as VisibleObject;
    const hall = room(1);
    const shut = { ...look(hall), objects: [thing(9)] };
    const shown = { ...look(hall), objects: [thing(9), thing(8)] };
    const open = { ...look(hall, [exit('down', 2)]), objects: [thing(9), thing(8, 'open')] };
    const opens = turn(hall, 'open hatch', hall);
    map.resetEpisode(1);
    map.observe(shown);
    map.record({ ...opens, before: shown, after: open });
    map.record(turn(hall, 'down', room(2)));
    map.resetEpisode(2);
    map.observe(shut);
    const way = () => map.routeTo(hall.id, locationId(2));
    expect(way()).toMatchObject({ commands: ['open hatch', 'down'], isShut: false });
    map.record({ ...opens, before: shut, after: shut });
    map.observe(shut);
    expect(way()).toMatchObject({ isShut: true });
    map.observe({ ...look(hall), objects: [] });
    map.observe({ ...look(hall), objects: [thing(9, 'open')] });
    expect(way()).toMatchObject({ isShut: true });
    map.observe(shown);
    expect(way()).toMatchObject({ commands: ['open hatch', 'down'], isShut: false });
  });

  it('takes no way to where a story brings the dead back to life', () => {
    const { map } = setUp();
    map.resetEpisode(1);
    const died = turn(room(1), 'down', room(9));
    map.record({ ...died, after: { ...died.after, died: true } });
    expect(map.waysFrom(locationId(1))).toEqual([]);
    map.record(turn(room(1), 'up', room(2)));
    expect(map.waysFrom(locationId(1))).toMatchObject([{ action: 'up', to: 2 }]);
  });

  it('knows that no way leads back from a room whose exits are known', () => {
    const { map } = setUp();
    map.resetEpisode(1);
    map.observe(look(room(1), [exit('down', 2)]));
    map.record(turn(room(1), 'down', room(2)));
    map.observe(look(room(2)));
    expect(map.isOneWay(locationId(2), locationId(1))).toBe(false);
    map.observe(look(room(2), [exit('east', 3)]));
    expect(map.isOneWay(locationId(2), locationId(1))).toBe(true);
    map.observe(look(room(3), [exit('up', 1)]));
    expect(map.isOneWay(locationId(2), locationId(1))).toBe(false);
  });

  it('keeps what is learnt while a save is under way', async () => {
    const { map } = setUp();
    map.resetEpisode(1);
    map.record(turn(BEHIND, 'enter window', KITCHEN));
    const saving = map.save();
    map.record(turn(KITCHEN, 'w', room(193)));
    await saving;
    expect(map.distancesFrom(BEHIND.id).get(locationId(193))).toBe(2);
    expect(map.status().unsaved).toBe(true);
    expect(await map.save()).toBe('saved');
  });

  it('goes on when the file is busy, and saves everything the next time', async () => {
    const { files, events, map } = setUp();
    map.resetEpisode(1);
    play(map);
    files.locked = true;
    expect(await map.save()).toBe('busy');
    expect(events).toMatchObject([{ type: 'warning', code: 'map-busy' }]);
    files.locked = false;
    expect(await map.save()).toBe('saved');
  });
});
