import { locationId, type LocationId } from '../../../src/domain/ids.ts';
import type { Dictionary } from '../../../src/interpreter/interpreter.ts';
import { Frontier } from '../../../src/managers/frontier/frontier.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';

const VERBS = [['about', 'help'], ['examine', 'x'], ['bypass'], ['go', 'walk']];
/** A thing that is known, as a line of the file. */
export const line = (id: number, name: string, room: number, differs: object = {}) =>
  `${JSON.stringify({ thing: id, name, room, tried: false, used: false, verbs: [], scenery: false, shut: false, ...differs, exact: true })}\n`;

export const NEXT_DOOR = locationId(10);
/** A command opens the way there. */
const BEHIND_HATCH = locationId(12);

/** A story whose nouns nobody can read. */
const NO_NOUNS = { knows: () => false, objectsNamed: () => [] };

/**
 * What is left to try: rooms lie as many steps down as their number says, behind a shut way where that is 8, behind a
 * hatch where it is 12; room 10 is next door.
 */
export function frontier(
  text: string,
  ends: Readonly<Record<number, readonly string[]>>,
  tellsRoutes = true,
  nouns: Pick<Dictionary, 'knows' | 'objectsNamed'> = NO_NOUNS,
) {
  const file = new FakeDurableFile(text);
  const map = {
    roomsWithWays: () => Object.keys(ends).map((id) => locationId(Number(id))),
    unexploredWays: (room: LocationId) =>
      (ends[room] ?? []).map((action) => ({
        action,
        to: ['s', 'out'].includes(action) ? locationId(77) : null,
      })),
    routeTo: (from: LocationId, to: LocationId) => {
      if (to === locationId(9)) return null;
      const length = [from, to].includes(NEXT_DOOR) ? 1 : to;
      const steps = Array.from({ length }, (_, at) => ({ to: locationId(at + 1) }));
      const commands = [...(to === BEHIND_HATCH ? ['open hatch'] : []), ...steps.map(() => 'down')];
      return { steps, commands, isShut: to === locationId(8) };
    },
    roomName: (room: LocationId) => `Room ${room}`,
  };
  const memory = {
    dangersAt: (room: LocationId) => ({ text: room === 4 ? 'It bites.' : '' }),
    warnsOf: (_: LocationId, { name }: { readonly name: string }) => name === 'bog',
  };
  const kills = ({ name }: { readonly name: string }) => name === 'lawn';
  return {
    file,
    frontier: new Frontier({ file, map, memory, tellsRoutes, kills, nouns, verbs: VERBS }),
  };
}
