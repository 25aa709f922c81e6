import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';
import { sideTripsLeft } from '../../../src/managers/frontier/leftovers.ts';
import { readFrontier, frontierWords } from '../../../src/prompts/frontier-wording.ts';
import { frontier, line, NEXT_DOOR } from './open-frontier.ts';

describe('other places where something is left', () => {
  it('counts the command that opens the way to another room, and names it first', () => {
    const { frontier: some } = frontier('', { 12: ['east'] });
    expect(some.render(observation())).toContain(
      'Room 12 (12), 13 steps past remembered dangers, first open hatch: 1 way',
    );
  });

  it.each([[4], [5]])(
    'names three of %i other places, or four, in one line, the nearest first',
    (many) => {
      const rooms = [2, 3, 4, 6, 7].slice(0, many);
      const { frontier: some } = frontier(
        rooms.map((room) => line(room + 20, 'lever', room)).join(''),
        { 4: ['up'] },
      );
      const told = some.render(observation());
      expect(told).toMatch(
        /^- elsewhere: Room 2 \(2\), 2 steps[^;]*: 1 thing; Room 3 \(3\)[^;]*; Room 4 \(4\)[^;]*: 1 way, 1 thing/,
      );
      expect(told.endsWith('; 2 more places')).toBe(many === 5);
      expect(told.includes('Room 6')).toBe(many === 4);
    },
  );

  it('says of another place that scenery is left there', () => {
    const things = [thing(30, 'coop'), { ...thing(31, 'wall'), isScenery: true as const }];
    const { frontier: left } = frontier('', {});
    left.render(observation({ location: { id: locationId(3), name: 'Room 3' }, objects: things }));
    const there = /Room 3 \(3\), 3 steps, first down: (.*)/;
    expect(there.exec(left.render(observation()))?.[1]).toBe('1 thing, scenery');
    const { frontier: bare } = frontier('', {});
    bare.render(
      observation({ location: { id: locationId(3), name: 'Room 3' }, objects: things.slice(1) }),
    );
    expect(there.exec(bare.render(observation()))?.[1]).toBe('scenery');
    bare.render(observation({ objects: [thing(32, 'bell')] }));
    expect(bare.render(observation({ objects: [thing(32, 'bell')] }))).not.toContain('elsewhere');
  });

  it.each([
    ['A wall.', '1 thing, scenery'],
    ['The sky.', '1 thing'],
  ])('counts as scenery of another place only what its description names: %s', (text, told) => {
    const things = [thing(30, 'coop'), { ...thing(31, 'wall'), isScenery: true as const }];
    const { frontier: left } = frontier('', {});
    const place = { id: locationId(3), name: 'Room 3' };
    left.render(observation({ location: place, objects: things }), { description: text });
    expect(left.render(observation())).toContain(`first down: ${told}`);
    expect(left.render(observation()).endsWith(told)).toBe(true);
  });

  it.each([
    [[1, 2], '1, 2, 5'],
    [[1, 2, 3, 4], '5, 1, 2'],
  ])('hides no way behind nearer places with things: %j', (rooms, order) => {
    const things = rooms.map((room) => line(20 + room, 'rug', room)).join('');
    const { frontier: some } = frontier(things, { 5: ['east'] });
    const told = some.render(observation({ location: { id: locationId(6), name: 'Room 6' } }));
    expect([...told.matchAll(/Room (\d)/g)].map(([, room]) => room).join(', ')).toBe(order);
  });

  it.each([
    [[1, 2], 'Room 1, Room 2, Room 4 (not opened yet: chest)'],
    [[1, 2, 3, 5], 'Room 4 (not opened yet: chest), Room 1, Room 2'],
  ])('hides nothing shut behind nearer places with things, and names it: %j', (rooms, order) => {
    const things = rooms.map((room) => line(20 + room, 'rug', room)).join('');
    const { frontier: some } = frontier(things + line(30, 'chest', 4, { shut: true }), {});
    const told = some.render(observation({ location: { id: locationId(6), name: 'Room 6' } }));
    const places = [...told.matchAll(/(Room \d) \(\d\)[^;(]*(\([^)]*\))?/g)];
    expect(places.map(([, room, shut]) => [room, shut].filter(Boolean).join(' ')).join(', ')).toBe(
      order,
    );
  });

  it('says of a place behind a shut way that it is, and how to begin nowhere', () => {
    const { frontier: some } = frontier(line(20, 'lever', 8), {});
    expect(some.render(observation())).toBe(
      '- elsewhere: Room 8 (8), 8 steps by a way that was shut when last seen past remembered dangers: 1 thing',
    );
  });

  it('has a room that was only entered in the dark, until something of it is seen', () => {
    const { frontier: some } = frontier('', {});
    const away = { location: { id: locationId(3), name: 'Cave' } };
    some.record(turn(1, 'down', {}, { ...away, isDark: true }));
    some.record(turn(2, 'up', { ...away, isDark: true }));
    expect(some.render(observation())).toBe(
      '- elsewhere: Room 3 (3), 3 steps, first down: dark, needs light',
    );
    some.record(turn(3, 'light lamp', away));
    expect(some.render(observation())).toBe('');
    some.record(turn(4, 'break lamp', away, { ...away, isDark: true }));
    expect(some.render(observation())).toBe('');
  });

  it('leaves out what no way leads to, and the commands where routes are not told', () => {
    const { frontier: some } = frontier(
      line(20, 'lever', 9) + line(21, 'chest', 1),
      { 5: ['up'] },
      false,
    );
    expect(some.render(observation({ location: { id: locationId(2), name: 'Hall' } }))).toBe(
      '- elsewhere: Room 1 (1), 1 step: 1 thing; Room 5 (5), 5 steps past remembered dangers: 1 way',
    );
  });

  it.each([
    [2, false],
    [3, true],
  ])('are told two steps away with %i turns left: %s', (turnsLeft, isTold) => {
    const { frontier: some } = frontier(line(22, 'lever', 2), {});
    expect(some.render(observation(), { turnsLeft }) !== '').toBe(isTold);
  });
});

describe('side trips of an episode that explores', () => {
  const PANTRY = { id: locationId(2), name: 'Pantry', steps: 1, next: 'west' };
  const OPEN = { ...PANTRY, isDangerous: false, ways: 0, things: 1 };
  const trips = (
    differs: object = {},
    {
      turns = 3,
      back = 1,
      been = false,
      isShut = false,
    }: { turns?: number; back?: number | null; been?: boolean; isShut?: boolean } = {},
  ) =>
    sideTripsLeft(
      {
        map: {
          roomsWithWays: () => [],
          unexploredWays: () => [],
          roomName: () => '',
          routeTo: () =>
            back === null
              ? null
              : {
                  steps: Array.from({ length: back }, () => ({ to: PANTRY.id })),
                  commands: Array.from({ length: back }, () => 'east'),
                  isShut,
                },
        },
      },
      [{ ...OPEN, ...differs }],
      { here: locationId(1), turns, wasIn: () => been },
    );

  it('lead next door, where something is left, and are read as their commands', () => {
    expect(trips()).toEqual(['west to Pantry (2)']);
    expect(trips({ things: 0, ways: 1 })).toHaveLength(1);
    const here = { ways: [], things: [] };
    const told = frontierWords({
      here,
      first: ['bell', ...trips()],
      unused: [],
      elsewhere: [],
      verbs: [],
    });
    expect(told).toBe('- first in this episode, before you go on: bell; west to Pantry (2)');
    expect(readFrontier(told).first).toEqual(['bell', 'west']);
  });

  it.each([
    [2, 0],
    [3, 1],
    [4, 1],
  ])('take three turns of those that are to spare: %i', (turns, many) => {
    expect(trips({}, { turns })).toHaveLength(many);
  });

  it.each([
    ['two steps away', { steps: 2 }],
    ['past dangers', { isDangerous: true }],
    ['into the dark', { isDark: true }],
    ['by a way that nobody tells', { next: null }],
    ['to mere scenery', { things: 0, hasScenery: true }],
  ])('never lead %s', (_, differs) => {
    expect(trips(differs)).toEqual([]);
  });

  it('never lead where the player was, or from where one way does not lead back', () => {
    expect(trips({}, { been: true })).toEqual([]);
    expect(trips({}, { back: null })).toEqual([]);
    expect(trips({}, { back: 2 })).toEqual([]);
    expect(trips({}, { isShut: true })).toEqual([]);
  });

  it.each([
    [null, ''],
    [2, ''],
    [3, '; down to Room 10 (10)'],
  ])(
    'come after what is left here, where something is suggested and turns are to spare: %j',
    (spare, told) => {
      const { frontier: some } = frontier(line(20, 'lever', NEXT_DOOR), {});
      const now = observation({ objects: [thing(31, 'bell')] });
      const [first] = some.render(now, { explores: true, spare }).split('\n');
      expect(first).toBe(`- first in this episode, before you go on: bell${told}`);
      expect(some.render(now, { spare })).not.toContain('first in this episode');
    },
  );
});
