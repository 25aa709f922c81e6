import { displayName, totalVisits, type MapGraph } from './map-graph.ts';
import { arrows, commandsOf, type Twins } from './way.ts';

/**
 * The map as a Graphviz digraph. Rooms that were never entered are dashed; ways that were only probed are dashed, ways
 * on which the player died are red. Commands that lead from one room to the same other one share an arrow. Pruned ways are
 * absent.
 */
export function renderDot(graph: MapGraph, pruneAfter: number): string {
  const rooms = [...graph.rooms.values()].sort((a, b) => a.id - b.id);
  const nodes = rooms.map((room) => {
    const label = quote(`${displayName(graph, room.id)}\n(${room.id})`);
    return `  L${room.id} [label=${label}${totalVisits(room) > 0 ? '' : ', style=dashed'}];`;
  });
  return [
    'digraph map {',
    '  node [shape=box, fontname="Helvetica"];',
    '  edge [fontname="Helvetica", fontsize=12];',
    ...nodes,
    ...arrows(graph, pruneAfter).map(edge),
    '}',
    '',
  ].join('\n');
}

function edge(twins: Twins): string {
  const [{ from, to, deadly }] = twins;
  const attributes = [
    `label=${quote(commandsOf(twins).join(' / '))}`,
    ...(twins.every(({ source }) => source === 'probed') ? ['style=dashed'] : []),
    ...(deadly ? ['color=red'] : []),
  ];
  return `  L${from} -> L${to} [${attributes.join(', ')}];`;
}

function quote(text: string): string {
  const escaped = text
    .replace(/&/g, '&amp;')
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(/\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
  return `"${escaped}"`;
}
