import type { LocationId } from '../../domain/ids.ts';
import type { MapGraph } from './map-graph.ts';
import { waysFrom, type Way } from './way.ts';

export interface Route {
  readonly hops: number;
  /** The commands to play, in order; empty when the player is there. */
  readonly commands: readonly string[];
  /** The first command; null when the player is there. */
  readonly next: string | null;
  readonly steps: readonly Way[];
}

export interface RouteOptions {
  /** Failures in a row after which a way is not used. */
  readonly pruneAfter: number;
  /** Whether ways on which the player died may be used. */
  readonly deadly: 'avoid' | 'allow';
}

/**
 * The shortest route along directed ways, or null when there is none. Ways that were passable when last seen come
 * first; only when they do not suffice are ways used that failed since (a closed window can be opened).
 */
export function findRoute(
  graph: MapGraph,
  from: LocationId,
  to: LocationId,
  options: RouteOptions,
): Route | null {
  const open = (way: Way) => way.failures === 0;
  const steps = search(graph, from, options, open).get(to) ?? search(graph, from, options).get(to);
  if (steps === undefined) return null;
  const commands = steps.map(({ command }) => command);
  return { hops: steps.length, commands, next: commands[0] ?? null, steps };
}

/** Hops from a room to every room that can be reached from it, itself included with 0; other rooms are absent. */
export function distancesFrom(
  graph: MapGraph,
  from: LocationId,
  options: RouteOptions,
): ReadonlyMap<LocationId, number> {
  const paths = search(graph, from, options);
  return new Map([...paths].map(([id, steps]) => [id, steps.length]));
}

/** Breadth first, so every path is a shortest one; equally short ones prefer sure ways to doubtful ones. */
function search(
  graph: MapGraph,
  from: LocationId,
  options: RouteOptions,
  allowed: (way: Way) => boolean = () => true,
): ReadonlyMap<LocationId, readonly Way[]> {
  const paths = new Map<LocationId, readonly Way[]>([[from, []]]);
  // A Map is iterated in insertion order and sees what is added meanwhile, which makes it the queue as well.
  for (const [room, path] of paths) {
    const ways = waysFrom(graph, room, options.pruneAfter)
      .filter((way) => allowed(way) && (options.deadly === 'allow' || !way.deadly))
      .sort(surestFirst);
    for (const way of ways) if (!paths.has(way.to)) paths.set(way.to, [...path, way]);
  }
  return paths;
}

function surestFirst(left: Way, right: Way): number {
  return Number(left.uncertain) - Number(right.uncertain) || right.confidence - left.confidence;
}
