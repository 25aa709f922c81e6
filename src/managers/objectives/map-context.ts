import type { LocationId } from '../../domain/ids.ts';
import type { Location } from '../../domain/observation.ts';
import { numberedRoomWords, roomWords } from '../../prompts/wording.ts';
import { placeName, type ObjectiveMap } from './objective-sources.ts';
import { describeHops } from './strategic-memories.ts';

const MOST_ROOMS = 30;

/** The map as the discovery prompt shows it: picture, exits of this room, unexplored exits, counts. */
export function mapContext(here: Location, map: ObjectiveMap | null): string {
  if (map === null) return 'No map data available\nNo routing data available';
  const { rooms } = map.graph();
  const visited = [...rooms.values()].filter(({ visits }) => visits.size > 0).length;
  return [
    '## Map Visualization (Mermaid Format)',
    map.mermaid(),
    '',
    'Note: Node IDs match location IDs in memories (L12 = Location 12)',
    `**Current location**: L${here.id}`,
    '',
    map.routingSummary(here.id),
    '',
    '## Unexplored Exits (Nearest First)',
    unexploredExits(here.id, map),
    '',
    '## Exploration Statistics',
    `- Rooms discovered: ${rooms.size}, visited: ${visited}`,
    `- Current location: ${roomWords(here)}`,
  ].join('\n');
}

/** The ways to somewhere new of every room that somebody was in; one line per room. */
function unexploredExits(here: LocationId, map: ObjectiveMap): string {
  const { rooms } = map.graph();
  const distances = map.distancesFrom(here);
  const lines = [...rooms]
    .filter(([, { visits }]) => visits.size > 0)
    .map(([id]) => ({ id, hops: distances.get(id) ?? Infinity, exits: frontier(id, map) }))
    .filter(({ exits }) => exits.length > 0)
    .sort((a, b) => (a.hops === b.hops ? a.id - b.id : a.hops - b.hops))
    .map(
      ({ id, hops, exits }) =>
        `- ${numberedRoomWords({ id, name: placeName(map, id) })}, ${describeHops(hops)}: ${exits.join(', ')}`,
    );
  if (lines.length === 0) return '  (None known)';
  const more = lines.length - MOST_ROOMS;
  return [
    ...lines.slice(0, MOST_ROOMS),
    ...(more > 0 ? [`  (${more} rooms more, farther away)`] : []),
  ].join('\n');
}

function frontier(from: LocationId, map: ObjectiveMap): readonly string[] {
  return map
    .unexploredWays(from)
    .map(({ action, to }) => `${action} → ${to === null ? 'unknown' : `Location ${to}`}`);
}
