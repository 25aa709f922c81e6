import type { LocationId } from '../domain/ids.ts';
import type { MapGraph } from '../managers/map/map-graph.ts';
import { guideRoute } from '../managers/map/route-guide.ts';

/** The commands of the shortest open route from one room to another. Null if none is known. */
export type OpenRoutes = (from: LocationId, to: LocationId) => readonly string[] | null;

/** The routes on the map of earlier episodes without deadly exits. */
export function openRoutes(graph: MapGraph): OpenRoutes {
  return (from, to) => {
    const route = guideRoute(graph, from, to, { deadly: 'avoid' });
    return route === null || route.isShut ? null : route.commands;
  };
}
