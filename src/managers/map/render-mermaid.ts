import { displayName, type MapGraph } from './map-graph.ts';
import { arrows, type Twins } from './way.ts';

/** Characters that end a Mermaid label, start an entity or start Markdown inside it. */
const SPECIAL = /["#<>`&|\\]/g;

/**
 * The map as a Mermaid flowchart: `graph LR`, a node `L{id}["name (id)"]` for each room, an arrow for each pair of
 * rooms with all commands that lead along it. Dotted arrows are ways on which the player died, and say
 * so. Ways that failed since they last led anywhere say that they are shut.
 */
export function renderMermaid(graph: MapGraph): string {
  const rooms = [...graph.rooms.keys()].sort((a, b) => a - b);
  const nodes = rooms.map((id) => `  L${id}["${escapeLabel(displayName(graph, id))} (${id})"]`);
  return ['graph LR', ...nodes, ...arrows(graph, Infinity).map(arrow)].join('\n');
}

function arrow(twins: Twins): string {
  const [{ from, to, deadly }] = twins;
  const labels = twins.map(({ command, uncertain, failures }) =>
    escapeLabel(
      `${command}${uncertain ? '?' : ''}${deadly ? ' (deadly)' : ''}${failures > 0 ? ' (shut)' : ''}`,
    ),
  );
  return `  L${from} ${deadly ? '-.->' : '-->'}|"${labels.join(', ')}"| L${to}`;
}

function escapeLabel(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(SPECIAL, (character) => `#${character.charCodeAt(0)};`);
}
