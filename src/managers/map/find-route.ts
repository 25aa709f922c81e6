import type { LocationId } from '../../domain/ids.ts';
import { isDirection, type MapGraph } from './map-graph.ts';
import { isSeenOpen, waysFrom, type Way } from './way.ts';

export interface Route {
  readonly hops: number;
  /** The commands to play, in order, with those that open what is shut; empty when the player is there. */
  readonly commands: readonly string[];
  readonly next: string | null;
  readonly steps: readonly Way[];
  /** Whether a way on it is shut, as far as is known, and nobody knows how it is opened, or it takes a key. */
  readonly isShut: boolean;
}

export interface RouteOptions {
  /** Whether ways on which the player died may be used. */
  readonly deadly: 'avoid' | 'allow';
  /** The episode that is played; what was not seen in it is again as every game begins. */
  readonly episode?: number;
}

type Standing = 'open' | 'to be opened' | 'shut';

/** The shortest route, or null: by open ways, else also by those that a known command opens, else also by shut ones. */
export function findRoute(
  graph: MapGraph,
  from: LocationId,
  to: LocationId,
  options: RouteOptions,
): Route | null {
  const standing = (way: Way) => standingOf(graph, way, options.episode);
  const steps =
    search(graph, from, options, (way) => standing(way) === 'open').get(to) ??
    search(graph, from, options, (way) => standing(way) !== 'shut').get(to) ??
    search(graph, from, options).get(to);
  if (steps === undefined) return null;
  const commands = steps.flatMap((way) =>
    standing(way) === 'to be opened' && way.opener !== null
      ? [way.opener, way.command]
      : [way.command],
  );
  const isShut = steps.some((way) => standing(way) === 'shut');
  return { hops: steps.length, commands, next: commands[0] ?? null, steps, isShut };
}

/** What had to be opened in one game is shut again when the next begins. */
function standingOf(graph: MapGraph, way: Way, episode: number | undefined): Standing {
  if (episode !== undefined && isSeenOpen(graph, way, episode)) return 'open';
  if (way.opener !== null) return 'to be opened';
  return way.failures > 0 || way.locked ? 'shut' : 'open';
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
    const known = waysFrom(graph, room);
    // `enter window` is open when `in` is: of two words for one way the direction is the one that is looked at each turn.
    const ways = known
      .filter((way) => isDirection(way.action) || !known.some((one) => isTwin(one, way)))
      .filter((way) => allowed(way) && (options.deadly === 'allow' || !way.deadly))
      .sort(surestFirst);
    for (const way of ways) if (!paths.has(way.to)) paths.set(way.to, [...path, way]);
  }
  return paths;
}

function isTwin(one: Way, way: Way): boolean {
  return one.to === way.to && isDirection(one.action);
}

function surestFirst(left: Way, right: Way): number {
  return Number(left.uncertain) - Number(right.uncertain) || right.confidence - left.confidence;
}
