import { canonicalAction } from '../../domain/command.ts';
import { moved } from '../../domain/turn-effect.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { thingsNamedByCommand } from '../../domain/named-things.ts';
import type { Destination } from '../../domain/objective.ts';
import { type TurnRecord, looksOf } from '../../domain/turn-record.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { commandWords } from '../../prompts/wording.ts';
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
  /** Whether deadly exits may be used. */
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

/** If the player did something else in so many turns in a row, the route is told no more. */
const MOST_LEFT_ASIDE = 3;

interface RouteMap {
  routeTo(from: LocationId, to: LocationId): Route | null;
  roomName(id: LocationId): string;
}

/** The route to the player's own target in the newest prompt. */
interface Told {
  readonly turn: number;
  readonly to: LocationId;
  readonly next: string;
  readonly through: LocationId | undefined;
  /** Turns in a row in which it was told and something else was done. */
  readonly leftAside: number;
}

/** Tells the way to the player's target while the player follows it. */
export class RouteGuide {
  readonly #map: RouteMap;
  /** Null if an episode has no end. Looked up for each use. */
  readonly #maxTurns: () => number | null;
  #told: Told | null = null;
  readonly #given = new Set<number>();
  /** The player's own target that was told to have no known way. Once is enough. */
  #unknown: LocationId | null = null;

  constructor(map: RouteMap, maxTurns: () => number | null) {
    this.#map = map;
    this.#maxTurns = maxTurns;
  }

  routeTo(from: LocationId, to: LocationId): Route | null {
    return this.#map.routeTo(from, to);
  }

  /**
   * The way to the player's own target while it is followed; else to the start of this objective, if an open way leads there
   * in time: `Route to Hall (7), for: find the lamp: e, then n, n`. Empty if there is none.
   */
  tell(state: GameState, goal: Destination | null): string {
    const { turn, recent, target, observation } = state;
    const here = observation.location.id;
    const told = this.#leftAside(recent);
    this.#told = null;
    const left = (this.#maxTurns() ?? Infinity) - turn;
    if (target !== this.#unknown) this.#unknown = null;
    if (target !== null && target !== here && !this.#given.has(target)) {
      const isTold = this.#unknown === target;
      const own = this.#tellOwn(state, target, told, left);
      if (this.#told !== null || !isTold) return own;
    }
    if (goal === null || goal.target === here) return '';
    const route = this.#map.routeTo(here, goal.target);
    if (route === null || isShutNow(route, state) || route.commands.length > left) return '';
    const name = this.#nameOf(goal.target);
    return `Route to ${name}, for: ${goal.text.replace(/[.!\s]+$/, '')}: ${stepsOf(route)}`;
  }

  #tellOwn(state: GameState, to: LocationId, told: Told | null, left: number): string {
    const route = this.#map.routeTo(state.observation.location.id, to);
    const name = this.#nameOf(to);
    this.#unknown = to;
    if (route === null) return `No way to ${name} is known yet.`;
    if (isShutNow(route, state)) return `No open way to ${name} is known.`;
    if (route.commands.length > left)
      return `No way to ${name} is short enough for the turns left.`;
    this.#unknown = null;
    const [next = ''] = route.commands;
    const leftAside = told?.to === to ? told.leftAside : 0;
    this.#told = { turn: state.turn + 1, to, next, through: route.steps[0]?.to, leftAside };
    return `Route to ${name}: ${stepsOf(route)}`;
  }

  #nameOf(id: LocationId): string {
    return roomWords({ id, name: this.#map.roomName(id) });
  }

  #leftAside(recent: readonly TurnRecord[]): Told | null {
    const last = recent.at(-1);
    const wanted = last === undefined ? null : namedAnew(last, recent.at(-2));
    if (wanted !== null) this.#given.delete(wanted);
    const told = this.#told;
    if (told === null || last?.turn !== told.turn || last.decision.by !== undefined) return told;
    const isTaken =
      canonicalAction(last.decision.action) === canonicalAction(told.next) ||
      last.after.location.id === told.through ||
      wanted === told.to;
    const leftAside = isTaken ? 0 : told.leftAside + 1;
    if (leftAside === MOST_LEFT_ASIDE) this.#given.add(told.to);
    return { ...told, leftAside };
  }
}

/** The target that a reply names while walking, or that the reply before did not name. Many replies only repeat it. */
function namedAnew(last: TurnRecord, before: TurnRecord | undefined): number | null {
  const { target = null } = last.decision;
  return moved(last) || before?.decision.target !== target ? target : null;
}

/** Whether an exit is shut, or its opener names what was locked when last seen. */
function isShutNow(
  { isShut, steps, commands }: Route,
  { observation, recent }: Pick<GameState, 'observation' | 'recent'>,
): boolean {
  const looks = [...looksOf(recent), observation];
  const isLocked = ({ from, opener }: Way) => {
    const look = looks.findLast(({ location }) => location.id === from);
    if (opener === null || !commands.includes(opener) || look === undefined) return false;
    return thingsNamedByCommand(opener, look.objects).some(({ traits }) =>
      traits.includes('locked'),
    );
  };
  return isShut || steps.some(isLocked);
}

/** `e, then n, n` */
function stepsOf({ commands }: Route): string {
  const [first = '', ...later] = commands.map(commandWords);
  return later.length === 0 ? first : `${first}, then ${later.join(', ')}`;
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
