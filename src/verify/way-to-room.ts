import { locationId, type LocationId } from '../domain/ids.ts';
import type { RecipePlan } from '../domain/recipe.ts';
import type { Standing } from '../domain/standing.ts';
import type { OpenRoutes } from '../managers/map/routes.ts';
import { type Trial } from './plan-recipe.ts';
import { commonStandings } from './recording.ts';
import { pointsOfWalk } from './walk.ts';

/** A thing that can give light, and the commands that take it in its first place and light it. */
interface Light {
  /** Object number. */
  readonly thing: number;
  readonly room: LocationId | null;
  readonly taken: readonly string[];
  readonly lighting: readonly string[];
}

/** What ways are made of, besides the recipe. */
export interface Routes {
  readonly lights: readonly Light[];
  readonly routeTo: OpenRoutes;
}

/** A way to a room, with the points that it earns. */
export interface Way {
  readonly commands: readonly string[];
  readonly room: number;
  readonly points: number;
  /** So many commands of the recipe come first. */
  readonly along: number;
}

/** The sources of ways: a beginning of the recipe and a route from there, in at most so many turns. */
export interface WaySources {
  readonly routes: Routes;
  readonly standings: readonly Standing[];
  readonly commands: readonly string[];
  readonly mostTurns: number;
}

/** So many ways with a light are tried to a dark place. */
const MOST_LIT = 4;

/** The ways to a room, with a light if one is given; most points first, then the shortest. */
export function waysTo(
  room: number,
  { routes, standings, commands, mostTurns }: WaySources,
  light: Light | null,
): readonly Way[] {
  const ways = standings.flatMap((from, at) => {
    const onwards = from.isOver === false ? onwardsFrom(from, room, { routes, light }) : null;
    if (onwards === null || at + onwards.length > mostTurns) return [];
    return [
      {
        room,
        commands: [...commands.slice(0, at), ...onwards],
        points: pointsOfWalk(standings, at),
        along: at,
      },
    ];
  });
  return bestFirst(ways);
}

function bestFirst(ways: readonly Way[]): readonly Way[] {
  return ways.toSorted((a, b) => b.points - a.points || a.commands.length - b.commands.length);
}

/** The commands from a moment of the recipe to a room, with the light taken and lit. Null if no way is known. */
function onwardsFrom(
  { room: here, held }: Standing,
  room: number,
  { routes, light }: { readonly routes: Routes; readonly light: Light | null },
): readonly string[] | null {
  const walk = (from: number | null, to: number | null) => {
    if (from === null || to === null) return null;
    return from === to ? [] : routes.routeTo(locationId(from), locationId(to));
  };
  if (light === null) return walk(here, room);
  const isHeld = held?.split(',').includes(String(light.thing)) === true;
  if (!isHeld && light.taken.length === 0) return null;
  const there = isHeld ? [] : walk(here, light.room);
  const onwards = walk(isHeld ? here : light.room, room);
  if (there === null || onwards === null) return null;
  return [...there, ...(isHeld ? [] : light.taken), ...light.lighting, ...onwards];
}

/** Ways with a light: for each light the shortest to each gain of points. */
function litWays(room: number, sources: WaySources): readonly Way[] {
  const ways = sources.routes.lights.flatMap((light) => {
    const all = waysTo(room, sources, light);
    return all.filter(({ points }, at) => points !== all[at - 1]?.points);
  });
  return bestFirst(ways).slice(0, MOST_LIT);
}

export interface Trying {
  readonly trial: Trial;
  readonly seeds: readonly number[];
  readonly mayBeDark: boolean;
}

/** The plan of a way; if it ends in the dark, of one with a light. Null if it comes out otherwise in some game. */
export function planOfWayToRoom(
  way: Way,
  sources: WaySources,
  { trial, seeds, mayBeDark }: Trying,
) {
  const { plan, isDark } = tried(way, trial, seeds);
  if (!isDark) return plan;
  for (const one of litWays(way.room, sources)) {
    const lit = tried(one, trial, seeds);
    if (lit.plan !== null && !lit.isDark) return lit.plan;
  }
  return mayBeDark ? plan : null;
}

/** The plan of a way that reaches its place with its points in every game, else null; and whether it ended in the dark. */
function tried(
  { commands, room, points }: Way,
  trial: Trial,
  seeds: readonly number[],
): { readonly plan: RecipePlan | null; readonly isDark: boolean } {
  const ways: (readonly Standing[])[] = [];
  for (const seed of seeds) {
    const way = trial.follow(seed, commands);
    const last = way.at(-1);
    const isThere = way.length === commands.length + 1 && last?.room === room;
    ways.push(way);
    if (!isThere || last.isOver === true || pointsOfWalk(way) < points)
      return { plan: null, isDark: last?.isDark === true };
  }
  const isDark = ways.some((way) => way.at(-1)?.isDark === true);
  const standings = commonStandings(ways);
  const checkedSeeds = seeds.length - 1;
  const earned = pointsOfWalk(ways.at(-1) ?? []);
  const way = { commands, points: earned, turns: commands.length, earned };
  return { plan: { ...way, checkedSeeds, standings }, isDark };
}
