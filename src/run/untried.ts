import { isUntouched, parseThings } from '../managers/frontier/known-things.ts';
import { totalVisits, type MapGraph, type Room } from '../managers/map/map-graph.ts';
import { openEndsOf } from '../managers/map/way.ts';

export interface UntriedRoom {
  readonly room: Room;
  readonly untried: readonly string[];
}

/** The rooms where something is left to try, in the order of the map; `things` are the bytes of that learnt file. Pure. */
export function untriedRooms(
  graph: MapGraph,
  things: Uint8Array | null,
  isProbed: boolean,
): readonly UntriedRoom[] {
  const untouched = [...parseThings(things).things.values()].filter(
    (thing) => isUntouched(thing) && !thing.scenery,
  );
  const rooms = [...graph.rooms.values()].map((room) => ({
    room,
    untried: [
      ...openEndsOf(graph, room.id, isProbed).map(({ action }) => action),
      ...untouched
        .filter((thing) => thing.room === room.id)
        .map(({ name, full }) => (full === true ? `${name} (needs free hands)` : name)),
    ],
  }));
  return rooms.filter(({ room, untried }) => untried.length > 0 && totalVisits(room) > 0);
}
