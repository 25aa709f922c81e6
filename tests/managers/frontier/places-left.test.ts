import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';
import { frontier, line } from './open-frontier.ts';

describe('other places where something is left', () => {
  it.each([[3], [4]])('names three of %i other places in one line, the nearest first', (many) => {
    const rooms = [2, 3, 4, 6].slice(0, many);
    const { frontier: some } = frontier(
      rooms.map((room) => line(room + 20, 'lever', room)).join(''),
      { 4: ['up'] },
    );
    const told = some.render(observation());
    expect(told).toMatch(
      /^- elsewhere: Room 2 \(2\), 2 steps[^;]*: 1 thing; Room 3 \(3\)[^;]*; Room 4 \(4\)[^;]*: 1 way, 1 thing/,
    );
    expect(told.endsWith('; 1 more place')).toBe(many === 4);
  });

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
    [[1, 2], '1, 2, 5'],
    [[1, 2, 3], '5, 1, 2'],
  ])('hides no way behind nearer places with things: %j', (rooms, order) => {
    const things = rooms.map((room) => line(20 + room, 'rug', room)).join('');
    const { frontier: some } = frontier(things, { 5: ['east'] });
    const told = some.render(observation({ location: { id: locationId(6), name: 'Room 6' } }));
    expect([...told.matchAll(/Room (\d)/g)].map(([, room]) => room).join(', ')).toBe(order);
  });

  it.each([
    [[1, 2], 'Room 1, Room 2, Room 4 (not opened yet: chest)'],
    [[1, 2, 3], 'Room 4 (not opened yet: chest), Room 1, Room 2'],
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
