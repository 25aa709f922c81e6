import { standingOf } from '../domain/standing.ts';
import { entersThing, moved, seesRoomFirst } from '../domain/turn-effect.ts';
import { mapLearnt } from '../storage/learnt-folder.ts';
import type { LocationId } from '../domain/ids.ts';
import type { ZorkEvent } from '../events/event.ts';
import { EngineSteps, type Interpreter } from '../interpreter/interpreter.ts';
import type { Frontier } from '../managers/frontier/frontier.ts';
import { KnownWords } from '../managers/known-words.ts';
import { RouteGuide } from '../managers/map/route-guide.ts';
import { gainCommands } from '../managers/memory/gain.ts';
import type { SimpleMemoryManager } from '../managers/memory/simple-memory-manager.ts';
import { RecipeGuide } from '../managers/recipe/recipe-guide.ts';
import { Returns } from '../managers/returns/returns.ts';
import { asksForLessons, playsByHand } from '../model/players.ts';
import type { Managers } from '../turn/contextualise.ts';
import { roomDescriptionLearner } from '../turn/learn-description.ts';
import type { Learner } from '../turn/lessons.ts';
import { walkStepLimit, walk } from '../verify/walk.ts';
import { recipeUse, chooseRecipe } from './choose-recipe.ts';
import { without } from './left-out.ts';
import {
  openContext,
  openFrontierManager,
  openKnowledgeManager,
  openMapManager,
  openMemory,
  openObjectiveManager,
  openStateManager,
  openSynthesizer,
  type AllManagers,
  type ManagerPorts,
} from './open-managers.ts';
import type { Setting } from './run-services.ts';

/**
 * Builds the managers in order. `goOnAs`: later turns belong to this episode, while the first turns of a fork belong to
 * another. `saveCutShort` leaves out what a resumed episode would count again. Saving rejects with StorageError.
 */
export async function composeManagers(
  services: Setting,
  interpreter: Interpreter,
  episode: ManagerPorts,
) {
  const words = new KnownWords(interpreter.dictionary);
  const ports = { ...episode, words };
  const map = await openMapManager(services, ports);
  const memory = openMemory(services, ports, interpreter, () => ({ knowledge, frontier }));
  const recipe = openRecipe(services, ports, { map, memory }, interpreter);
  const frontier = openFrontierManager(services, ports, { map, memory }, interpreter);
  const returns = new Returns(ports.files.returns, () => services.config.returns === 'told');
  const context = openContext(services, ports, interpreter);
  const state = openStateManager(services, ports, { map, context, objectives: () => objectives });
  const knowledge = openKnowledgeManager(services, ports);
  const known = { map, memory, knowledge, recipe };
  const objectives = openObjectiveManager(services, ports, known, interpreter);
  const all = { map, memory, context, state, knowledge, objectives };
  const episodes = openSynthesizer(services, ports, all);
  return {
    managers: played(services, { ...all, recipe, frontier, returns }),
    learners: learning(services, ports, all),
    goOnAs: (episode: number) =>
      [map, objectives, returns].forEach((manager) => manager.goOnAs(episode)),
    episodes: () => (asksForLessons(services.config) ? episodes : without.lessons),
    state,
    observe: (event: ZorkEvent) => [state, context].forEach((manager) => manager.observe(event)),
    begin(episode: number) {
      for (const manager of [map, memory]) manager.resetEpisode(episode);
      this.goOnAs(episode);
      hearEarlier(words, frontier, all);
    },
    async save(turn: number) {
      await memory.flush();
      await knowledge.flush(turn);
      await map.save();
      if (!services.config.memory.enabled) return;
      await frontier.save();
      await returns.save();
    },
    async saveCutShort() {
      if (memory.status().state.pending > 0) await memory.flush();
      await map.save();
    },
  };
}

/** Adds what earlier episodes showed to the known words: places, things, believed memories, and certain knowledge. */
function hearEarlier(
  words: KnownWords,
  frontier: Frontier,
  { map, memory, knowledge }: Pick<AllManagers, 'map' | 'memory' | 'knowledge'>,
): void {
  words.see(map.placesOfEarlierEpisodes());
  words.see(frontier.things());
  for (const text of knowledge.certainTexts()) words.add(text);
  const believed = [...memory.memoryCache.values()].flatMap(({ memories }) => memories);
  for (const { status, category, title, text } of believed) {
    // A failure may well name something that does not exist.
    if (status === 'ACTIVE' && category !== 'FAILURE') words.add(`${title} ${text}`);
  }
}

type Played = AllManagers & Pick<Managers, 'recipe' | 'frontier' | 'returns'>;

/** The managers in the turns, without those that the configuration leaves out. Looked up for each use. */
function played({ config }: Setting, all: Played): Managers {
  const { map, context, state, knowledge } = all;
  const maxTurns = () => config.episode.maxTurns;
  const guide = new RouteGuide(map, maxTurns);
  return {
    maxTurns,
    map,
    context,
    state,
    get routes() {
      return config.map.routes ? guide : null;
    },
    get memory() {
      return config.memory.enabled ? all.memory : without.memory;
    },
    get recipe() {
      // A fork can leave its parent's recipe.
      return recipeUse(config) === 'off' ? without.recipe : all.recipe;
    },
    get frontier() {
      return config.memory.enabled ? all.frontier : without.frontier;
    },
    get returns() {
      return config.memory.enabled ? all.returns : without.returns;
    },
    knowledge: {
      promptDigest: () =>
        config.knowledge.enabled ? knowledge.promptDigest(config.knowledge.promptTokens) : '',
      newest: (now, plan, folded) =>
        config.knowledge.enabled && config.knowledge.promptTokens > 0
          ? knowledge.newest(now, plan, folded)
          : '',
    },
    get objectives() {
      return config.objectives.enabled ? all.objectives : without.objectives;
    },
  };
}

function learning(
  { config }: Setting,
  { ask, prompts, signal }: ManagerPorts,
  { map, memory, objectives, knowledge, state, context }: AllManagers,
): () => readonly Learner[] {
  const settings = {
    get mode() {
      return config.extractor.mode;
    },
    prompts,
  };
  const extractor = roomDescriptionLearner(settings, { ask, signal });
  return () => {
    if (playsByHand(config.player)) return [];
    const asked = [
      ...(config.memory.enabled ? [memoryLearner(memory, map)] : []),
      ...(config.knowledge.enabled ? [knowledge] : []),
    ];
    const drawn = asksForLessons(config) ? asked : asked.map(asWitness);
    const goals = config.objectives.enabled ? [objectives] : [];
    return [...drawn, ...goals, extractor, state, context];
  };
}

type Witness = Learner & Required<Pick<Learner, 'witness'>>;

/** A learner that takes in turns and asks no model. */
function asWitness(learner: Witness): Learner {
  return { lesson: learner.lesson, learn: (state, turn) => learner.witness(state, turn) };
}

function memoryLearner(
  memory: Pick<SimpleMemoryManager, 'learn' | 'witness' | 'conclude'>,
  map: Pick<AllManagers['map'], 'visitedEarlier'>,
): Witness {
  return {
    lesson: 'memory',
    learn({ episode, recent, visits }, turn) {
      // The turn itself is counted already.
      const sameVisit = visits.get(turn.after.location.id) === 1;
      const arrives = moved(turn) ? sameVisit && !entersThing(turn) : turn.turn === 1;
      const firstVisit = arrives || (sameVisit && seesRoomFirst(turn, recent.slice(0, -1)));
      const visitedEarlier = map.visitedEarlier(turn.after.location.id);
      const occasion = { firstVisit, sameVisit, visitedEarlier };
      return memory.learn(turn, { episode, ...occasion, recent: recent.slice(0, -1) });
    },
    witness: (state, turn) => Promise.resolve(memory.witness(turn, state)),
    conclude: ({ episode }) => memory.conclude({ episode }),
  };
}

const MOST_AHEAD = 300;

/** The random numbers for trying a way ahead: the player's own luck is not looked up. */
const NUMBERS_AHEAD = 900_001;

/** The recipe of this episode from the learnt file, tried in games of its own. */
function openRecipe(
  setting: Setting,
  { seed, files }: ManagerPorts,
  { map, memory }: Pick<AllManagers, 'map' | 'memory'>,
  interpreter: Interpreter,
): Managers['recipe'] {
  const { config, steps = new EngineSteps() } = setting;
  const use = recipeUse(config);
  if (use === 'off') return without.recipe;
  const learnt = mapLearnt((_, what) => files[what].read());
  const { plan, onwards = null, luck } = chooseRecipe(setting, learnt, seed);
  const routeTo = (from: LocationId, to: LocationId) =>
    config.map.routes ? map.routeTo(from, to) : null;
  return new RecipeGuide(plan, use, {
    luck,
    onwards,
    ports: {
      routeTo,
      knownToPay(room) {
        if (!config.memory.enabled) return [];
        const gainsOf = (place: LocationId) =>
          gainCommands(memory.memoryCache.get(place)?.memories ?? [], interpreter.dictionary);
        const nextDoor = map
          .waysFrom(room)
          .flatMap(({ command, to }) => gainsOf(to).map((gain) => [command, ...gain]));
        return [...gainsOf(room), ...nextDoor];
      },
      maxTurns: () => config.episode.maxTurns,
      tryAhead: (commands, game) =>
        steps.during('verification', () => tryAhead(interpreter, commands, NUMBERS_AHEAD + game)),
    },
  });
}

/** The state after each of these commands from this moment on. The game is restored. */
function tryAhead(game: Interpreter, commands: readonly string[], numbers: number) {
  const here = game.snapshot();
  try {
    game.reseed(numbers);
    return walk(game, commands, walkStepLimit(MOST_AHEAD), () => ({
      ...standingOf(game.facts()),
      scene: game.scene(),
    })).seen;
  } finally {
    game.restore(here);
  }
}
