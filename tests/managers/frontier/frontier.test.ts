import { describe, expect, it } from 'vitest';
import { locationId, objectId, type LocationId } from '../../../src/domain/ids.ts';
import { Frontier } from '../../../src/managers/frontier/frontier.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';

const CELLAR = locationId(5);
const line = (id: number, name: string, room: number, tried = false) =>
  `${JSON.stringify({ thing: id, name, room, tried, used: false })}\n`;

function frontier(
  text: string,
  ends: Readonly<Record<number, readonly string[]>>,
  tellsRoutes = true,
) {
  const file = new FakeDurableFile(text);
  const map = {
    roomsWithWays: () => Object.keys(ends).map((id) => locationId(Number(id))),
    openEnds: (room: LocationId) =>
      (ends[room] ?? []).map((command) => ({
        command: command.replace('!', ''),
        to: null,
        isDeadly: command.endsWith('!'),
      })),
    routeTo: (_: LocationId, to: LocationId) =>
      to === locationId(9)
        ? null
        : {
            steps: Array.from({ length: to }, (_, at) => ({
              command: 'down',
              to: locationId(at + 1),
            })),
          },
    roomName: (room: LocationId) => `Room ${room}`,
  };
  const memory = { dangersAt: (room: LocationId) => ({ text: room === 4 ? 'It bites.' : '' }) };
  return { file, frontier: new Frontier({ file, map, memory, tellsRoutes }) };
}

describe('what is left to try', () => {
  it('is told for here, for what is held, and for other places, the nearest first, with dangers on the way', () => {
    const text = line(20, 'lever', 5) + line(21, 'chest', 3) + line(22, 'rug', 1, true);
    const { frontier: some } = frontier(text, { 1: ['up', 'west!'], 3: ['east'] });
    const now = observation({
      objects: [thing(30, 'bell')],
      inventory: [{ id: objectId(31), name: 'rope' }],
    });
    expect(some.render(now).split('\n')).toEqual([
      '- here, ways: up; west (leads to death when last tried)',
      '- here, things: bell',
      '- held, never used: rope',
      '- Room 3 (3), 3 steps, first down: ways: east. things: chest',
      '- Room 5 (5), 5 steps past remembered dangers, first down: things: lever',
    ]);
  });

  it('is nothing at a key prompt, after the end, and where everything was tried', () => {
    const { frontier: none } = frontier('', {});
    expect(none.render(observation())).toBe('');
    const { frontier: some } = frontier('', { 1: ['up'] });
    expect(some.render(observation({ waitsFor: 'key' }))).toBe('');
    expect(some.render(observation({ ended: 'death' }))).toBe('');
  });

  it('leaves out what no way leads to, and the commands where routes are not told', () => {
    const { frontier: some } = frontier(
      line(20, 'lever', 9) + line(21, 'chest', 1),
      { 5: ['up'] },
      false,
    );
    expect(some.render(observation({ location: { id: locationId(2), name: 'Hall' } }))).toBe(
      '- Room 1 (1), 1 step: things: chest\n- Room 5 (5), 5 steps past remembered dangers: ways: up',
    );
  });

  it('begins where the last episode ended: what it tried is in the file', async () => {
    const { frontier: some, file } = frontier(line(21, 'chest', 1), {});
    const here = {
      objects: [thing(21, 'chest'), thing(22, 'rug')],
      location: { id: CELLAR, name: '' },
    };
    some.record(turn(1, 'open chest', here, here));
    await some.save();
    expect(file.text).toBe(line(21, 'chest', 1, true) + line(22, 'rug', 5));
    const next = frontier(file.text ?? '', {}).frontier;
    next.resetEpisode();
    expect(next.render(observation())).toBe(
      '- Room 5 (5), 5 steps past remembered dangers, first down: things: rug',
    );
  });
});
