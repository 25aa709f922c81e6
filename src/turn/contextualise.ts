import type { GameState } from '../domain/game-state.ts';
import type { LocationId } from '../domain/ids.ts';
import type { Memory, Recollection } from '../domain/memory.ts';
import type { ContextManager } from '../managers/context/context-manager.ts';
import { otherNowWords } from '../managers/memory/this-play.ts';
import type { Lore } from '../managers/context/state-sections.ts';
import type { KnownEnds } from '../managers/context/ways-out.ts';
import type { Frontier } from '../managers/frontier/frontier.ts';
import type { KnowledgeManager } from '../managers/knowledge/knowledge-manager.ts';
import type { MapManager } from '../managers/map/map-manager.ts';
import type { RouteGuide } from '../managers/map/route-guide.ts';
import type { GainMap } from '../managers/memory/open-gains.ts';
import type { SimpleMemoryManager } from '../managers/memory/simple-memory-manager.ts';
import type { ObjectiveManager } from '../managers/objectives/objective-manager.ts';
import type { RecipeGuide } from '../managers/recipe/recipe-guide.ts';
import type { Returns } from '../managers/returns/returns.ts';
import type { StateManager } from '../managers/state/state-manager.ts';
import { notToldLine } from '../prompts/memory-lines.ts';
import { readFrontier, untriedHere, withoutElsewhere } from '../prompts/frontier-wording.ts';
import { quote } from '../prompts/quote.ts';
import { roomWords } from '../prompts/room-wording.ts';
import { criticTrust } from './critique.ts';
import { newestArrivals } from './doubts.ts';
import type { TurnContext } from './turn-context.ts';

export interface Managers {
  readonly map: Pick<
    MapManager,
    | 'observe'
    | 'record'
    | 'visitedEarlier'
    | 'isOneWay'
    | 'roomNamed'
    | 'placesOfEarlierEpisodes'
    | 'neighbours'
    | 'unexploredWays'
    | 'waysFrom'
    | 'roomName'
    | 'mermaid'
  >;
  /** Null if the agent is told no routes. */
  readonly routes: Pick<RouteGuide, 'routeTo' | 'tell'> | null;
  readonly memory: Pick<
    SimpleMemoryManager,
    'sync' | 'recall' | 'failuresAt' | 'openGains' | 'dangersAt' | 'alarms' | 'isRemembered'
  >;
  readonly state: Pick<StateManager, 'stuckWarning' | 'instruction'>;
  readonly knowledge: Pick<KnowledgeManager, 'newest'> & {
    /** Whole items, quoted. Empty if nothing is known. */
    promptDigest(): string;
  };
  readonly objectives: Pick<
    ObjectiveManager,
    | 'renderForAgent'
    | 'renderCompleted'
    | 'completedObjectives'
    | 'current'
    | 'places'
    | 'destination'
  >;
  readonly recipe: Pick<
    RecipeGuide,
    | 'lesson'
    | 'luckLesson'
    | 'route'
    | 'gainsAhead'
    | 'nextCommands'
    | 'nextMove'
    | 'explores'
    | 'turnsToSpare'
    | 'record'
  >;
  readonly returns: Pick<Returns, 'render' | 'record'>;
  readonly frontier: Pick<Frontier, 'render' | 'record'>;
  readonly context: Pick<ContextManager, 'agentMessages' | 'inShort' | 'record' | 'summarisedTurn'>;
  /** The most turns of an episode. Null if it has no end. */
  readonly maxTurns: () => number | null;
}

/** Collects what the agent is told this turn. Changes nothing but the map, which takes in the current room. */
export function contextualise(state: GameState, managers: Managers): TurnContext {
  const { observation } = state;
  const here = observation.location.id;
  managers.memory.sync();
  managers.map.observe(observation);
  const { text, memories, ids, hidden } = recall(state, managers);
  const [nearby, alarms] = [dangersNearby(state, ids, managers), managers.memory.alarms(state)];
  const description = state.descriptions.get(here)?.text ?? '';
  const { recipe, objectives: goals } = managers;
  const frontier = leftToTry(state, description, managers);
  const objectives = toldObjectives(state, managers);
  const ahead = recipe.gainsAhead(observation);
  const lore: Lore = {
    knowledge: managers.knowledge.promptDigest(),
    recipe: recipe.lesson(),
    luck: recipe.luckLesson(),
    places: managers.map.placesOfEarlierEpisodes(),
    objectives: joined(objectives, gains(state, { told: memories, objectives, ahead }, managers)),
    proposals: notes(state, managers),
    completed: goals.renderCompleted(),
    memories: text === '' ? notToldLine(hidden) : text,
    isRemembered: managers.memory.isRemembered(observation.location),
    nearby: nearby.text,
    returns: managers.returns.render(observation),
    alarms: alarms.text,
    route: routes(state, ahead !== null || readFrontier(frontier).ways.length > 0, managers),
    // One suggestion is enough: an agent that has one is not sent elsewhere.
    frontier: ahead === null ? frontier : withoutElsewhere(frontier),
    warning: managers.state.stuckWarning(state),
    instruction: managers.state.instruction(),
    ...knownEnds(here, managers),
  };
  return {
    turn: state.turn + 1,
    observation,
    messages: managers.context.agentMessages(state, lore),
    recent: state.recent,
    description,
    ...triedBy(state, here),
    untried: untriedHere(frontier),
    memories: memories.filter((one) => otherNowWords(one, state) === ''),
    failures: managers.memory.failuresAt(here),
    shown: [...new Set([...ids, ...nearby.ids, ...alarms.ids])],
    advised: recipe.nextCommands(observation),
    onRoute: state.target === null ? [] : firstStep(state, state.target, managers),
    towards: towards(state, managers),
    arrivals: newestArrivals(state.recent),
    criticTrust: criticTrust(state.criticOutcomes),
  };
}

function knownEnds(here: LocationId, { map }: Managers): KnownEnds {
  return {
    visitedEarlier: (room) => map.visitedEarlier(room),
    isOneWay: (room) => map.isOneWay(room, here),
  };
}

function toldObjectives(state: GameState, managers: Managers): string {
  const from = managers.routes === null ? undefined : state.observation.location.id;
  return managers.objectives.renderForAgent(from, turnsLeft(state, managers));
}

/** Infinity if an episode has no end. */
const turnsLeft = ({ turn }: GameState, { maxTurns }: Managers) => (maxTurns() ?? Infinity) - turn;

function triedBy({ attempts }: GameState, here: LocationId) {
  const others = [...attempts].filter(([room]) => room !== here);
  const triedElsewhere = new Set(others.flatMap(([, tried]) => tried.map(({ action }) => action)));
  return { attempts: attempts.get(here) ?? [], triedElsewhere };
}

/** The texts of the open objectives alone, because the distances and news told with them change every turn. */
function planOf(objectives: Managers['objectives'], most = Infinity): string {
  const planned = objectives.current().slice(0, most);
  return planned.map(({ text }) => text).join('\n');
}

/** What this episode has noted, by the open and the completed objectives. */
function notes(state: GameState, { knowledge, objectives, context }: Managers): string {
  const done = objectives.completedObjectives().join('\n');
  return knowledge.newest(state, planOf(objectives), context.summarisedTurn(), done);
}

function leftToTry(state: GameState, description: string, managers: Managers): string {
  const { frontier, recipe } = managers;
  const now = state.observation;
  const [explores, spare] = [recipe.explores(), recipe.turnsToSpare(now)];
  const left = turnsLeft(state, managers);
  return frontier.render(now, { description, explores, spare, turnsLeft: left });
}

/** So many of the player's first objectives count as the plan. */
const MOST_PLANNED = 3;

function recall(state: GameState, { memory, map, objectives }: Managers): Recollection {
  const now = { ...state, plan: planOf(objectives, MOST_PLANNED) };
  return memory.recall(state.observation.location.id, now, map);
}

/** The points still to be won. An agent with a suggestion is told only those that it does not win. */
function gains(
  state: GameState,
  known: {
    readonly told: readonly Memory[];
    readonly objectives: string;
    readonly ahead: GainMap['ahead'];
  },
  managers: Managers,
) {
  const { map, memory, routes } = managers;
  const { told, ahead } = known;
  const objectives = known.objectives.split('\n');
  const commandsTo = (from: LocationId, to: LocationId) => {
    if (routes === null) return null;
    const route = routes.routeTo(from, to);
    return route?.isShut === true ? 'shut' : (route?.commands ?? 'none');
  };
  const waysFrom = (room: LocationId) => map.waysFrom(room);
  const roomName = (room: LocationId) => map.roomName(room);
  const left = turnsLeft(state, managers);
  const ways = { waysFrom, roomName, commandsTo, ahead, objectives, turnsLeft: left };
  return memory.openGains(state, ways, told);
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** The first command of the route to a place. Empty if there is no route. */
function firstStep({ observation }: GameState, to: LocationId, { routes: guide }: Managers) {
  return guide?.routeTo(observation.location.id, to)?.commands.slice(0, 1) ?? [];
}

/** The commands that lead towards the place of an open objective, or towards a room with untried exits. */
function towards(state: GameState, managers: Managers): readonly string[] {
  const { map, objectives } = managers;
  return [
    ...objectives.places().flatMap((place) => firstStep(state, place, managers)),
    ...state.observation.exits
      .filter(({ to }) => map.unexploredWays(to.id).length > 0)
      .map(({ command }) => command),
  ];
}

/** The dangers next door, without those told of this room. */
function dangersNearby(
  state: GameState,
  told: readonly string[],
  { map, memory }: Managers,
): Omit<Recollection, 'memories'> {
  const found = map.neighbours(state.observation.location.id).flatMap((id) => {
    const { text, ids } = memory.dangersAt(id, state);
    const place = roomWords({ id, name: map.roomName(id) });
    const isTold = ids.every((one) => told.includes(one));
    return isTold ? [] : [{ text: `At ${place}:\n${quote(text)}`, ids }];
  });
  return {
    text: found.map(({ text }) => text).join('\n'),
    ids: found.flatMap(({ ids }) => ids),
  };
}

/** The recipe's suggestion, and the route to the agent's target; if nothing is left to do here, to an objective's place. */
function routes(state: GameState, isBusy: boolean, managers: Managers) {
  const { observation } = state;
  const goal = isBusy ? null : managers.objectives.destination(observation);
  return joined(managers.recipe.route(observation), managers.routes?.tell(state, goal) ?? '');
}
