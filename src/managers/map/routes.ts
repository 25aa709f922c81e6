import type { LocationId } from '../../domain/ids.ts';
import { type MapGraph, isDirection } from './map-graph.ts';
import { isWaySeenOpen, waysFrom, type Way } from './ways.ts';

export interface Route {
  readonly hops: number;
  /** The commands in order, with those that open shut exits. Empty if the player is there. */
  readonly commands: readonly string[];
  readonly steps: readonly Way[];
  /** Whether an exit on it is shut, as far as is known, and no command is known to open it, or it takes a key. */
  readonly isShut: boolean;
}

interface RouteOptions {
  readonly deadly: 'avoid' | 'allow';
  /** The episode in play. What was not seen in it is again as at the start of a game. */
  readonly episode?: number;
  /** Whether an exit's opener is known to open nothing now. */
  readonly isVain?: (way: Way) => boolean;
}

type Standing = 'open' | 'to be opened' | 'shut';

/** The shortest route by exits that are open or that a known command opens; else with shut ones. Else null. */
export function guideRoute(
  graph: MapGraph,
  from: LocationId,
  to: LocationId,
  options: RouteOptions,
): Route | null {
  for (const allowed of MOST_CAREFUL_FIRST) {
    const steps = search(graph, { from, to }, options, allowed).get(to);
    if (steps !== undefined) return routeBy(graph, steps, options);
  }
  return null;
}

const MOST_CAREFUL_FIRST: readonly ((standing: Standing) => boolean)[] = [
  (standing) => standing !== 'shut',
  () => true,
];

/** Half commands. To open an exit costs a command, and of equally long routes the open one is taken. */
const COST: Readonly<Record<Standing, number>> = { open: 2, 'to be opened': 5, shut: 2 };

function routeBy(graph: MapGraph, steps: readonly Way[], options: RouteOptions): Route {
  const standing = (way: Way) => standingOf(graph, way, options);
  const commands = steps.flatMap((way) =>
    standing(way) === 'to be opened' && way.opener !== null
      ? [way.opener, way.command]
      : [way.command],
  );
  const isShut = steps.some((way) => standing(way) === 'shut');
  return { hops: steps.length, commands, steps, isShut };
}

/** What was opened in one game is shut again in the next. */
function standingOf(graph: MapGraph, way: Way, { episode, isVain }: RouteOptions): Standing {
  if (episode !== undefined && isWaySeenOpen(graph, way, episode)) return 'open';
  if (way.opener !== null) return isVain?.(way) === true ? 'shut' : 'to be opened';
  return way.failures > 0 || way.locked ? 'shut' : 'open';
}

/** The commands of the route from a room to each room that has one, itself included with 0. */
export function routeDistances(
  graph: MapGraph,
  from: LocationId,
  options: RouteOptions,
): ReadonlyMap<LocationId, number> {
  const paths = new Map<LocationId, readonly Way[]>();
  for (const allowed of MOST_CAREFUL_FIRST) {
    for (const [id, steps] of search(graph, { from }, options, allowed))
      if (!paths.has(id)) paths.set(id, steps);
  }
  return new Map(
    [...paths].map(([id, steps]) => [id, routeBy(graph, steps, options).commands.length]),
  );
}

/**
 * Visits rooms by what the route to them costs, so every path is a cheapest one. Of equally cheap ones, sure exits are
 * preferred to doubtful ones. Ends once the path to `to` is found.
 */
function search(
  graph: MapGraph,
  { from, to }: { readonly from: LocationId; readonly to?: LocationId },
  options: RouteOptions,
  allowed: (standing: Standing) => boolean,
): ReadonlyMap<LocationId, readonly Way[]> {
  const paths = new Map<LocationId, readonly Way[]>();
  const open: (readonly Way[])[][] = [[[]]];
  for (let cost = 0; cost < open.length; cost += 1) {
    for (const path of open[cost] ?? []) {
      const room = path.at(-1)?.to ?? from;
      if (paths.has(room)) continue;
      paths.set(room, path);
      if (room === to) return paths;
      for (const way of waysOn(graph, room, options)) {
        const standing = standingOf(graph, way, options);
        if (allowed(standing)) (open[cost + COST[standing]] ??= []).push([...path, way]);
      }
    }
  }
  return paths;
}

/** The ways from a room that a route may take, the surest first. */
function waysOn(graph: MapGraph, room: LocationId, { deadly }: RouteOptions): readonly Way[] {
  const known = waysFrom(graph, room);
  // `enter window` is open when `in` is. Of two words for one exit, the direction is the one that is observed each turn.
  const directed = new Set(known.flatMap(({ action, to }) => (isDirection(action) ? [to] : [])));
  return known
    .filter((way) => isDirection(way.action) || !directed.has(way.to))
    .filter((way) => deadly === 'allow' || !way.deadly)
    .toSorted((a, b) => Number(a.uncertain) - Number(b.uncertain) || b.confidence - a.confidence);
}

/** The commands of the shortest open route from one room to another. Null if none is known. */
export type OpenRoutes = (from: LocationId, to: LocationId) => readonly string[] | null;

/** The routes on the map of earlier episodes without deadly exits. */
export function openRoutes(graph: MapGraph): OpenRoutes {
  return (from, to) => {
    const route = guideRoute(graph, from, to, { deadly: 'avoid' });
    return route === null || route.isShut ? null : route.commands;
  };
}
