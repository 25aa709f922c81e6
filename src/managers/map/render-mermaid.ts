import { displayName, type MapGraph } from './map-graph.ts';
import { allWays, type Way } from './way.ts';

/** Characters that end a Mermaid label, start an entity or start Markdown inside it. */
const SPECIAL = /["#<>`&|\\]/g;

/**
 * The map as a Mermaid flowchart: `graph LR`, a node `L{id}["name (id)"]` for each room, an arrow for each pair of
 * rooms with all commands that lead along it. Dotted arrows are ways on which the player died. Ways that
 * failed since they last led anywhere say that they are shut.
 */
export function renderMermaid(graph: MapGraph): string {
  const rooms = [...graph.rooms.keys()].sort((a, b) => a - b);
  const nodes = rooms.map((id) => `  L${id}["${escapeLabel(displayName(graph, id))} (${id})"]`);
  return ['graph LR', ...nodes, ...arrows(allWays(graph, Infinity))].join('\n');
}

function arrows(ways: readonly Way[]): string[] {
  const byRooms = new Map<string, { way: Way; labels: string[] }>();
  for (const way of ways) {
    const key = `${way.from} ${way.to} ${way.deadly}`;
    const arrow = byRooms.get(key) ?? { way, labels: [] };
    const shut = way.failures > 0 ? ' (shut)' : '';
    arrow.labels.push(escapeLabel(`${way.command}${way.uncertain ? '?' : ''}${shut}`));
    byRooms.set(key, arrow);
  }
  return [...byRooms.values()].map(({ way, labels }) => {
    const line = way.deadly ? '-.->' : '-->';
    return `  L${way.from} ${line}|"${labels.join(', ')}"| L${way.to}`;
  });
}

function escapeLabel(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(SPECIAL, (character) => `#${character.charCodeAt(0)};`);
}
