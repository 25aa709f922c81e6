import { locationId, type LocationId } from '../domain/ids.ts';
import type { RecipePlan } from '../domain/recipe.ts';
import { seededRandom } from '../domain/seeded-random.ts';
import type { Standing } from '../domain/standing.ts';
import { OUT_OF_STEPS, type ChosenRecipe, type Trial } from './plan-recipe.ts';
import { pointsOfWalk } from './walk.ts';
import {
  planOfWayToRoom,
  type Routes,
  type Trying,
  type Way,
  waysTo,
  type WaySources,
} from './way-to-room.ts';

export interface OpenPlace {
  readonly room: LocationId;
  readonly untried: readonly string[];
  /** How promising it is: one for each untried exit, less for a thing with which much was tried in vain. */
  readonly worth: number;
}

/** An open place, with a way that reached it in every trial game. */
interface OpenWay {
  readonly place: OpenPlace;
  readonly plan: RecipePlan;
}

/** The places with something untried, as known before an episode. */
export interface KnownPlaces extends Routes {
  readonly places: readonly OpenPlace[];
  readonly visitsOf: (room: number) => number;
  /** How many of the newest episodes in a row began in a room and found nothing new. */
  readonly deadEndsAt: (room: number) => number;
}

/** A way to where an episode may begin. */
interface Candidate extends Way {
  readonly weight: number;
  /** Null before it is tried. */
  readonly plan: RecipePlan | null;
}

/** After so many dead ends in a row, no episode begins at a place. Each one before makes it so much rarer. */
const MOST_DEAD_ENDS = 2;
const RARER_BY = 4;

interface ReturnRules {
  readonly seed: number;
  /** Seeds that were not played. */
  readonly others: readonly number[];
  readonly maxScore: number | null;
  /** The most turns of a way to a place. */
  readonly mostTurns: number;
  /** Whether the place may be dark, such as a room that a person named. */
  readonly mayBeDark: boolean;
}

/** So many places are tried in the engine before one episode. If none can be reached, the best recipe is played. */
const MOST_TRIED = 12;

const OUT_OF_PLACES = `The search for a place to begin ended after ${MOST_TRIED} places that no way led to; there are more.`;

/**
 * Chooses where an episode begins: at a place with something untried, reached by a beginning of the recipe and a route of
 * the map, or at the end of the recipe; see `weightOf`. A way must succeed in all trial games (simulated). Else the episode
 * begins where it leaves the recipe, or at the end of that or at the start, whichever failed less often.
 */
export function planReturn(
  best: RecipePlan | null,
  known: KnownPlaces,
  trial: Trial,
  { seed, others, maxScore, mostTurns, mayBeDark }: ReturnRules,
): Pick<ChosenRecipe, 'plan' | 'cut'> {
  const start = trial.follow(seed, []);
  const standings = best?.standings.slice(0, best.turns + 1) ?? start;
  const sources = { routes: known, standings, commands: best?.commands ?? [], mostTurns };
  const end = standings.at(-1);
  const isAll = end?.isOver === true && maxScore !== null && (end.score ?? 0) >= maxScore;
  if (isAll) return { plan: best, cut: null };
  const { places, visitsOf } = known;
  const ways = places.map((place) => candidateFor(place, sources, known));
  const found = [...ways, endOf(best, standings, known)]
    .filter((one) => one !== null)
    .filter(({ room }) => known.deadEndsAt(room) < MOST_DEAD_ENDS);
  // Also with a fixed seed, the next episode goes elsewhere.
  const visitsSoFar = places.reduce((sum, { room }) => sum + visitsOf(room), 0);
  const drawn = inDrawnOrder(found, seed + visitsSoFar).slice(0, MOST_TRIED);
  const trying = { trial, seeds: [...others, seed], mayBeDark };
  const reached = firstReached(drawn, { best, sources, trying, known });
  if (reached !== null) return { plan: reached, cut: null };
  if (trial.isCutShort) return { plan: best, cut: OUT_OF_STEPS };
  const cut = found.length > MOST_TRIED ? OUT_OF_PLACES : null;
  return { plan: lessInVain(best, start, end, known), cut };
}

/** The way to the first place that can be reached, or to where the way to it leaves the recipe. Null if there is none. */
function firstReached(
  drawn: readonly Candidate[],
  ports: {
    readonly best: RecipePlan | null;
    readonly sources: WaySources;
    readonly trying: Trying;
    readonly known: KnownPlaces;
  },
): RecipePlan | null {
  const { best, sources, trying, known } = ports;
  for (const one of drawn) {
    const plan = one.plan ?? planOfWayToRoom(one, sources, trying);
    if (plan !== null || trying.trial.isCutShort) return plan;
    const towards = beginningOf(best, one.along, known);
    if (towards !== null) return towards;
  }
  return null;
}

/**
 * The beginning of the recipe up to where a way leaves it that does not come out: what it leads to may be behind a fight, which
 * is the player's. Null if nothing is gained there, or no episode should begin there.
 */
function beginningOf(
  plan: RecipePlan | null,
  turns: number,
  { deadEndsAt }: KnownPlaces,
): RecipePlan | null {
  if (plan === null) return null;
  const standings = plan.standings.slice(0, turns + 1);
  const { room = null, isOver, isDark } = standings.at(-1) ?? {};
  const earned = pointsOfWalk(standings);
  if (earned <= 0 || room === null || isOver !== false || isDark === true) return null;
  return deadEndsAt(room) < MOST_DEAD_ENDS ? { ...plan, turns, earned } : null;
}

/** The end of the recipe as a place to begin. Null if the story is over, it is dark, or it leads no further. */
function endOf(
  plan: RecipePlan | null,
  standings: readonly Standing[],
  known: KnownPlaces,
): Candidate | null {
  const { room = null, isOver, isDark } = standings.at(-1) ?? {};
  if (plan === null || room === null || isOver !== false || isDark === true) return null;
  // If no route leads on to something untried, the story only ends there.
  const leadsOn = known.places.some((one) => known.routeTo(locationId(room), one.room) !== null);
  if (!leadsOn) return null;
  const points = pointsOfWalk(standings);
  return {
    ...plan,
    room,
    points,
    along: plan.turns,
    plan,
    weight: weightOf(points, room, 1, known),
  };
}

/** The recipe, or the start of the game if fewer of the newest episodes that began there found nothing. */
function lessInVain(
  best: RecipePlan | null,
  [start]: readonly Standing[],
  end: Standing | undefined,
  { deadEndsAt }: KnownPlaces,
): RecipePlan | null {
  if (best === null || start === undefined) return best;
  const inVain = (at: Standing | undefined) => deadEndsAt(at?.room ?? -1);
  if (inVain(start) >= inVain(end)) return best;
  return { commands: [], points: 0, checkedSeeds: 0, standings: [start], turns: 0, earned: 0 };
}

/** The open places with a checked way to each, the nearest first, and the bound that ended the search. */
export function openReturnWays(
  best: RecipePlan | null,
  known: KnownPlaces,
  trial: Trial,
  seeds: readonly number[],
): { readonly ways: readonly OpenWay[]; readonly cut: string | null } {
  const [seed = 0] = seeds;
  const standings = best?.standings.slice(0, best.turns + 1) ?? trial.follow(seed, []);
  const sources = { routes: known, standings, commands: best?.commands ?? [], mostTurns: Infinity };
  const found: OpenWay[] = [];
  for (const place of known.places) {
    const one = candidateFor(place, sources, known);
    const plan = one && planOfWayToRoom(one, sources, { trial, seeds, mayBeDark: false });
    if (trial.isCutShort) break;
    if (plan !== null) found.push({ place, plan });
  }
  const ways = found.toSorted((a, b) => a.plan.turns - b.plan.turns);
  return { ways, cut: trial.isCutShort ? OUT_OF_STEPS : null };
}

/** The way to a place with the most points, of equals the shortest. Null if none is short enough. */
function candidateFor(
  { room, worth }: OpenPlace,
  sources: WaySources,
  known: KnownPlaces,
): Candidate | null {
  const [best] = waysTo(room, sources, null);
  return best ? { ...best, plan: null, weight: weightOf(best.points, room, worth, known) } : null;
}

/** A higher weight for more points on the way and more untried things; a lower one for more visits and dead ends. */
function weightOf(
  points: number,
  room: number,
  promise: number,
  { visitsOf, deadEndsAt }: KnownPlaces,
): number {
  // Untried things near the beginning count, too: the player is told how the recipe goes on from there.
  const worth = Math.sqrt(Math.max(points, 0) + 1) * promise;
  // A room on all ways is visited often, whatever was tried there.
  return worth / (Math.sqrt(Math.max(visitsOf(room), 1)) * RARER_BY ** deadEndsAt(room));
}

/** Draws the candidates one after the other, with the probabilities of their weights. */
function inDrawnOrder(candidates: readonly Candidate[], seed: number): readonly Candidate[] {
  const random = seededRandom(seed);
  return candidates
    .map((one) => ({ one, key: Math.log(1 - random()) / one.weight }))
    .sort((a, b) => b.key - a.key)
    .map(({ one }) => one);
}
