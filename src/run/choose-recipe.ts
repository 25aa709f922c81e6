import type { GameConfiguration } from '../config/schema.ts';
import { locationId } from '../domain/ids.ts';
import { tellsAllExits } from '../domain/observation.ts';
import { isWholeRecipe, type RecipeUse } from '../domain/recipe.ts';
import { EngineSteps, type StepCounts } from '../interpreter/interpreter.ts';
import { openStoryNamed } from '../interpreter/open-story.ts';
import { type KnownThing, parseThings } from '../managers/frontier/known-things.ts';
import { isOfUnknownUse, isUntouched, promiseOfThing } from '../managers/frontier/leftovers.ts';
import { graphInMapFile } from '../managers/map/map-file.ts';
import { totalVisits, type Room, type MapGraph } from '../managers/map/map-graph.ts';
import { continuesWay } from '../managers/recipe/recipe-guide.ts';
import { openWayEnds } from '../managers/map/ways.ts';
import { playsByHand } from '../model/players.ts';
import type { BeginsBy } from '../records/manifest.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { openRoutes } from '../managers/map/routes.ts';
import { unplayedRecipeSeeds } from '../verify/make-recipes.ts';
import { planRecipe, Trial, type ChosenRecipe } from '../verify/plan-recipe.ts';
import { parseRecipes, recipesOf } from '../verify/recipe-document.ts';
import { openReturnWays, planReturn, type KnownPlaces } from '../verify/return-points.ts';
import type { Setting } from './run-services.ts';

/** The use of recipes. Off for a player without memory, or by hand. */
export function recipeUse({ memory, player, recipes }: GameConfiguration): RecipeUse {
  return memory.enabled && !playsByHand(player) ? recipes : 'off';
}

/** The newest choice for a story, with its inputs: an episode asks as it starts, and again when its managers are built. */
const newest = new WeakMap<
  object,
  { readonly of: string; readonly chosen: ChosenRecipe; readonly taken: StepCounts }
>();

/** The learnt files that tell where an episode can begin. Null for a missing one. */
export type RecipeFiles = Readonly<Record<'recipes' | 'map' | 'things', Uint8Array | null>>;

/** The most turns of the way to the beginning: half of all, so that the rest is the player's. To a named room all but one. */
export function longestWay({ episode: { maxTurns } }: GameConfiguration, { from }: BeginsBy) {
  return from === undefined ? Math.floor(maxTurns / 2) : maxTurns - 1;
}

const TRIAL_GAMES = 3;

/** The recipe of an episode with this seed, from the learnt files. Throws InterpreterError if the story breaks. */
export function chooseRecipe(
  setting: Pick<Setting, 'story' | 'config' | 'begins' | 'steps'>,
  learnt: RecipeFiles,
  seed: number,
): ChosenRecipe {
  const { story, config, begins: { from, deadEnds, mostTurns } = {} } = setting;
  const use = recipeUse(config);
  const { recipes, map, things } = learnt;
  const used = use === 'explore' ? [recipes, map, things] : [recipes];
  const bytes = used.map((file) => Buffer.from(file ?? []).toString('latin1'));
  const of = JSON.stringify([seed, config.names, use, from, deadEnds, mostTurns, bytes]);
  let last = newest.get(story);
  if (last?.of !== of) {
    const steps = new EngineSteps();
    const chosen = steps.during('verification', () => choose(setting, learnt, { seed, steps }));
    last = { of, chosen, taken: steps.taken };
    newest.set(story, last);
  }
  setting.steps?.add(last.taken);
  return last.chosen;
}

function choose(
  setting: Pick<Setting, 'story' | 'config' | 'begins'>,
  learnt: RecipeFiles,
  { seed, steps }: { readonly seed: number; readonly steps: EngineSteps },
): ChosenRecipe {
  const { story, config } = setting;
  const use = recipeUse(config);
  const open = (one: number) =>
    openStoryNamed(story.bytes, { seed: one, names: config.names, steps });
  const best = planRecipe(recipesOf(parseRecipes(learnt.recipes)), open, { seed, use });
  if (use !== 'explore') return best;
  const found = beginning(setting, learnt, { seed, open, best });
  // An episode that begins at the start follows no known way.
  return { ...best, ...found, onwards: found.plan?.turns === 0 ? null : best.plan };
}

type Open = ConstructorParameters<typeof Trial>[0];

/** Where an episode that explores begins, and the bound that ended the search. */
function beginning(
  { story, config, begins = {} }: Pick<Setting, 'story' | 'config' | 'begins'>,
  learnt: RecipeFiles,
  { seed, open, best }: { readonly seed: number; readonly open: Open; readonly best: ChosenRecipe },
): Pick<ChosenRecipe, 'plan' | 'cut'> {
  const { plan, cut } = best;
  const { from, mostTurns = Infinity, deadEnds = [] } = begins;
  const all = knownPlaces({ story, config }, learnt, deadEnds);
  const others = unplayedRecipeSeeds([{ seed }]).slice(0, TRIAL_GAMES);
  const trial = new Trial(open);
  const among = { seed, others, mostTurns, mayBeDark: from !== undefined };
  if (from === undefined) {
    const { maxScore } = open(seed).facts();
    const found = planReturn(plan, all, trial, { ...among, maxScore });
    return { ...found, cut: found.cut ?? cut };
  }
  const places = [{ room: locationId(from), untried: [], worth: 1 }];
  const deadEndsAt = (room: number) => (room === from ? 0 : Infinity);
  const known = { ...all, places, deadEndsAt };
  const found = planReturn(plan, known, trial, { ...among, maxScore: null });
  const isThere = found.plan?.standings[found.plan.turns]?.room === from;
  return { plan: isThere ? found.plan : null, cut: found.cut ?? cut };
}

/** The open places that a checked way leads to, tried in games of their own, with their names. */
export function checkedOpenWays(
  { story, config }: Pick<Setting, 'story' | 'config'>,
  learnt: RecipeFiles,
) {
  const { ifid } = story.identity;
  const open = (one: number) => openStoryNamed(story.bytes, { seed: one, names: config.names });
  const [seed = 0, ...others] = unplayedRecipeSeeds([]).slice(0, TRIAL_GAMES);
  const known = knownPlaces({ story, config }, learnt, []);
  const recipes = recipesOf(parseRecipes(learnt.recipes));
  const best = planRecipe(recipes, open, { seed, use: 'explore' });
  // What the tool plays itself takes things along, so that another way may not go on from its end.
  const { plan, luck } = planRecipe(recipes, open, { seed, use: 'advice' });
  const { ways, cut } = openReturnWays(best.plan, known, new Trial(open), [...others, seed]);
  const names = new Map(visitedRooms(learnt.map, ifid).map(({ id, name }) => [id, name]));
  const sure = plan !== null && isWholeRecipe(plan) ? plan : null;
  return {
    cut: cut ?? best.cut,
    // The points of the ways that an ordinary episode is told.
    told: [sure, sure === null || continuesWay(luck, sure) ? luck : null].flatMap(
      (told) => told?.points ?? [],
    ),
    ways: ways.map(({ place: { room, untried }, plan: { commands, earned } }) => ({
      room: { id: room, name: names.get(room) ?? '' },
      points: earned,
      commands,
      untried,
    })),
  };
}

/** The rooms with untried ways or things, and the routes of the map. */
function knownPlaces(
  { story, config }: Pick<Setting, 'story' | 'config'>,
  learnt: RecipeFiles,
  deadEnds: readonly number[],
): KnownPlaces {
  const graph = graphInMapFile(learnt.map, story.identity.ifid);
  const { things } = parseThings(learnt.things);
  const rooms = untriedRooms(graph, learnt.things, tellsAllExits(config.exits));
  return {
    places: rooms.map(({ room, untried, worth }) => ({ room: room.id, untried, worth })),
    lights: [...things.values()].flatMap(({ thing, room, taken = [], lights }) =>
      lights === undefined
        ? []
        : { thing, room, taken: taken.slice(-1), lighting: lights.slice(-1) },
    ),
    visitsOf(id) {
      const room = graph.rooms.get(locationId(id));
      return room === undefined ? 0 : totalVisits(room);
    },
    deadEndsAt: (room) => deadEnds.filter((one) => one === room).length,
    routeTo: openRoutes(graph),
  };
}

/** The visited rooms of the map, from which a recipe can be chosen. */
export function visitedRooms(map: RecipeFiles['map'], ifid: string): readonly Room[] {
  return visitedOn(graphInMapFile(map, ifid));
}

function visitedOn({ rooms }: MapGraph): readonly Room[] {
  return [...rooms.values()].filter((room) => totalVisits(room) > 0);
}

export type UntriedRoom = ReturnType<typeof untriedRooms>[number];

/** The rooms with something untried, in the order of the map. `file` holds the bytes of the learnt things. Pure. */
export function untriedRooms(graph: MapGraph, file: Uint8Array | null, isProbed: boolean) {
  const known = parseThings(file);
  const left = [...known.things.values()].filter(
    (one) => (isUntouched(one) && !one.scenery) || isOfUnknownUse(one),
  );
  return visitedOn(graph).flatMap((room) => {
    const unseen = known.dark.get(room.id) === true ? ['what is there (needs light)'] : [];
    const ways = [...openWayEnds(graph, room.id, isProbed).map(({ action }) => action), ...unseen];
    const here = left.filter((thing) => thing.room === room.id);
    const things = here.map((one) => `${one.name}${noteOn(one)}`);
    const worth = here.reduce((sum, thing) => sum + promiseOfThing(thing), ways.length);
    return worth === 0 ? [] : [{ room, untried: [...ways, ...things], worth }];
  });
}

/** Why a thing is still left. Empty if it was not tried. */
function noteOn(one: KnownThing): string {
  if (one.full === true) return ' (needs free hands)';
  return isUntouched(one) ? '' : ' (not put to use)';
}

export const EPISODES_LOOKED_AT = 100;

/** A finished episode, with the way that was played at its start. Null if there was none. */
export interface Ended extends Pick<EpisodeSummary, 'score' | 'stopReason'> {
  readonly number: number;
  readonly began: { readonly room?: number | undefined } | null;
}
