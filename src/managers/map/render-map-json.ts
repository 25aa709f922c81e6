import type { LocationId } from '../../domain/ids.ts';
import { totalVisits, type MapGraph } from './map-graph.ts';
import { summariesFrom, type EdgeSummary } from './way.ts';

/** The map as plain data for programs: rooms ascending by id, and every edge with what is known of it. */
export interface MapJson {
  readonly rooms: readonly {
    readonly id: LocationId;
    readonly name: string;
    readonly visits: number;
  }[];
  readonly edges: readonly EdgeSummary[];
}

export function renderMapJson(graph: MapGraph, pruneAfter: number): MapJson {
  const byNumber = (a: number, b: number) => a - b;
  return {
    rooms: [...graph.rooms.values()]
      .map((room) => ({ id: room.id, name: room.name, visits: totalVisits(room) }))
      .sort((a, b) => a.id - b.id),
    edges: [...graph.edges.keys()]
      .sort(byNumber)
      .flatMap((from) => summariesFrom(graph, from, pruneAfter)),
  };
}
