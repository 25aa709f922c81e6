import { displayName, totalVisits, type MapGraph } from './map-graph.ts';
import { allWays, type Way } from './way.ts';

/**
 * The map as a Graphviz digraph. Rooms that were never entered are dashed; ways that were only probed are dashed, ways
 * on which the player died are red. Pruned ways are absent.
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
    '  edge [fontname="Helvetica", fontsize=10];',
    ...nodes,
    ...allWays(graph, pruneAfter).map(edge),
    '}',
    '',
  ].join('\n');
}

function edge(way: Way): string {
  const attributes = [
    `label=${quote(way.uncertain ? `${way.command}?` : way.command)}`,
    ...(way.source === 'probed' ? ['style=dashed'] : []),
    ...(way.deadly ? ['color=red'] : []),
  ];
  return `  L${way.from} -> L${way.to} [${attributes.join(', ')}];`;
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
