import type { GameState } from '../domain/game-state.ts';
import type { LocationId } from '../domain/ids.ts';
import type { Memory, Recollection } from '../domain/memory.ts';
import type { Message } from '../domain/message.ts';
import type { Destination, Objective } from '../domain/objective.ts';
import type { Location, Observation } from '../domain/observation.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { quote } from '../prompts/quote.ts';
import { roomWords } from '../prompts/wording.ts';
import { readFrontier, untriedHere, withoutElsewhere } from '../prompts/frontier-wording.ts';
import type { Lore } from '../managers/context/state-sections.ts';
import type { GainMap } from '../managers/memory/gain.ts';
import { criticTrust } from './critic-trust.ts';
import { newestArrivals } from './doubts.ts';
import type { TurnContext } from './turn-context.ts';

/** What a turn needs of each manager. */
export interface Managers {
  readonly map: {
    observe(observation: Observation): void;
    record(turn: TurnRecord): void;
    visitedEarlier(room: LocationId): boolean;
    /** The only room of that name where the player was, in this episode or an earlier one; null where there is none. */
    roomNamed(name: string): LocationId | null;
    placesOfEarlierEpisodes(): readonly Location[];
    neighbours(room: LocationId): readonly LocationId[];
    /** The ways out that nobody went and that lead where nobody was, as far as is known. */
    unexploredWays(room: LocationId): readonly object[];
    waysFrom(room: LocationId): readonly { readonly command: string; readonly to: LocationId }[];
    /** On one line; says only that it is new where nobody was. */
    roomName(room: LocationId): string;
    /** The map as players may see it. */
    mermaid(): string;
  };
  /** Null where the agent is not told the way. */
  readonly routes: {
    routeTo(
      from: LocationId,
      to: LocationId,
    ): { readonly commands: readonly string[]; readonly isShut: boolean } | null;
    /** The way to the agent's target, else to where this objective begins; empty for none. */
    tell(state: GameState, goal: Destination | null): string;
  } | null;
  readonly memory: {
    /** Reads what a person or another run changed on disk since the last look. */
    sync(): void;
    recall(room: LocationId, now: GameState, map: Pick<Managers['map'], 'waysFrom'>): Recollection;
    /** Points that earlier episodes won and this one has not, but what these memories say; empty where there are none. */
    openGains(now: GameState, map: GainMap, told: readonly Memory[]): string;
    /** One line per danger remembered at a room and not seen elsewhere since; an empty text when there is none. */
    dangersAt(room: LocationId, now: GameState): Recollection;
    /** The dangers that the clock will bring soon, in whatever room; an empty text when there is none. */
    alarms(state: GameState): Omit<Recollection, 'memories'>;
  };
  readonly state: {
    stuckWarning(state: GameState): string;
    /** What the person who lets it play says; empty for nothing. */
    instruction(): string;
  };
  readonly knowledge: {
    /** Whole items, quoted; empty when nothing is known. */
    promptDigest(): string;
    /** What this episode has written itself and can be acted on here, the newest first; quoted, empty where that is nothing. */
    newest(now: GameState, plan: string): string;
  };
  readonly objectives: {
    /** What is told once counts as told by this. */
    renderForAgent(): string;
    /** What was completed since it was told last; empty for nothing. It counts as told by this. */
    renderCompleted(): string;
    /** The open ones. */
    current(): readonly Objective[];
    /** The places that open objectives name. */
    places(): readonly LocationId[];
    /** Where the first open objective begins; null where nobody is sent there. */
    destination(now: Observation): Destination | null;
  };
  readonly recipe: {
    /** The checked way to points, whole; empty where none is to be told. */
    lesson(): string;
    /** A way to points that needs luck, whole; empty where there is none, or a sure one. */
    luckLesson(): string;
    /** What comes next on the one that is told; empty where it cannot be followed from here, or nothing is left to earn. */
    route(now: Observation): string;
    /** The commands that `route` stands for; null where it suggests none. */
    ahead(now: Observation): readonly string[] | null;
    /** The next commands of the way that `route` tells of. */
    nextCommands(now: Observation): readonly string[];
    /** What the tool plays now without asking anybody; null where the player is asked. */
    nextMove(): string | null;
    /** Whether the tool played a way to where something is left to try, and the player goes on from there. */
    explores(): boolean;
    record(turn: TurnRecord): void;
  };
  readonly returns: {
    /** What commands returned in this situation in earlier episodes; empty where nothing is known. */
    render(now: Observation): string;
    record(turn: TurnRecord): void;
  };
  readonly frontier: {
    /** What no episode has tried yet, here and near; empty where nothing is left. */
    render(now: Observation, description: string, explores: boolean): string;
    record(turn: TurnRecord): void;
  };
  readonly context: {
    agentMessages(state: GameState, lore: Lore): readonly Message[];
    /** The same with less history after a refusal for length; null where that cannot be. Rejects only as `Ask` does. */
    inShort(refusal: string): Promise<readonly Message[] | null>;
    record(turn: TurnRecord): void;
  };
}

/** What the agent is told this turn. Reads the managers, changes only what the map and the file already show. */
export function contextualise(state: GameState, managers: Managers): TurnContext {
  const { observation } = state;
  const here = observation.location.id;
  managers.memory.sync();
  managers.map.observe(observation);
  const { text: locationMemory, memories, ids } = managers.memory.recall(here, state, managers.map);
  const nearby = dangersNearby(state, managers);
  const alarms = managers.memory.alarms(state);
  const description = state.descriptions.get(here)?.text ?? '';
  const explores = managers.recipe.explores();
  const frontier = managers.frontier.render(observation, description, explores);
  const objectives = managers.objectives.renderForAgent();
  const ahead = managers.recipe.ahead(observation);
  const lore: Lore = {
    knowledge: managers.knowledge.promptDigest(),
    recipe: managers.recipe.lesson(),
    luck: managers.recipe.luckLesson(),
    places: managers.map.placesOfEarlierEpisodes(),
    objectives: joined(objectives, gains(state, memories, managers, ahead)),
    proposals: managers.knowledge.newest(state, objectives),
    completed: managers.objectives.renderCompleted(),
    locationMemory,
    dangersNearby: nearby.text,
    returns: managers.returns.render(observation),
    alarms: alarms.text,
    route: routes(state, ahead !== null || readFrontier(frontier).ways.length > 0, managers),
    // One suggestion is enough: who has one is not sent elsewhere.
    frontier: ahead === null ? frontier : withoutElsewhere(frontier),
    stuckWarning: managers.state.stuckWarning(state),
    instruction: managers.state.instruction(),
    visitedEarlier: (room) => managers.map.visitedEarlier(room),
  };
  return {
    turn: state.turn + 1,
    observation,
    messages: managers.context.agentMessages(state, lore),
    recent: state.recent,
    description,
    attempts: state.attempts.get(here) ?? [],
    untried: untriedHere(frontier),
    memories,
    shown: [...new Set([...ids, ...nearby.ids, ...alarms.ids])],
    advised: managers.recipe.nextCommands(observation),
    onRoute: state.target === null ? [] : firstStep(state, state.target, managers),
    towards: towards(state, managers),
    arrivals: newestArrivals(state.recent),
    criticTrust: criticTrust(state.criticOutcomes),
  };
}

/** What is still to be won, and how one gets there; for who has a suggestion what that does not win, without the way. */
function gains(
  state: GameState,
  told: readonly Memory[],
  { map, memory, routes }: Managers,
  ahead: readonly string[] | null,
) {
  const commandsTo = (from: LocationId, to: LocationId) => {
    if (routes === null || ahead !== null) return null;
    const route = routes.routeTo(from, to);
    return route?.isShut === true ? 'shut' : (route?.commands ?? 'none');
  };
  const waysFrom = (room: LocationId) => map.waysFrom(room);
  const roomName = (room: LocationId) => map.roomName(room);
  return memory.openGains(state, { waysFrom, roomName, commandsTo, ahead }, told);
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** The first command of the way to a place; none where there is no way. */
function firstStep({ observation }: GameState, to: LocationId, { routes: guide }: Managers) {
  return guide?.routeTo(observation.location.id, to)?.commands.slice(0, 1) ?? [];
}

/** The commands that lead towards a place of an open objective, or to a room from where ways lead on that nobody went. */
function towards(state: GameState, managers: Managers): readonly string[] {
  const { map, objectives } = managers;
  return [
    ...objectives.places().flatMap((place) => firstStep(state, place, managers)),
    ...state.observation.exits
      .filter(({ to }) => map.unexploredWays(to.id).length > 0)
      .map(({ command }) => command),
  ];
}

function dangersNearby(
  state: GameState,
  { map, memory }: Managers,
): Omit<Recollection, 'memories'> {
  const found = map
    .neighbours(state.observation.location.id)
    .map((room) => ({ room, ...memory.dangersAt(room, state) }))
    .filter(({ text }) => text !== '');
  return {
    text: found
      .map(
        ({ room, text }) =>
          `At ${roomWords({ id: room, name: map.roomName(room) })}:\n${quote(text)}`,
      )
      .join('\n'),
    ids: found.flatMap(({ ids }) => ids),
  };
}

/**
 * What the recipe suggests, beside the way to a place that the agent itself named; else, where it suggests nothing and every
 * way of this room was tried, to an objective's.
 */
function routes(
  state: GameState,
  isBusy: boolean,
  { recipe, routes: guide, objectives }: Managers,
) {
  const { observation } = state;
  const goal = isBusy ? null : objectives.destination(observation);
  return joined(recipe.route(observation), guide?.tell(state, goal) ?? '');
}
