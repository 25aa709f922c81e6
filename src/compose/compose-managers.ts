import path from 'node:path';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import type { Emit } from '../events/event.ts';
import type { EpisodeDeps } from '../episode/run-episode.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { ContextManager } from '../managers/context/context-manager.ts';
import { EpisodeSynthesizer } from '../managers/episodes/episode-synthesizer.ts';
import { KnowledgeManager } from '../managers/knowledge/knowledge-manager.ts';
import { MapManager } from '../managers/map/map-manager.ts';
import { SimpleMemoryManager } from '../managers/memory/simple-memory-manager.ts';
import { ObjectiveManager } from '../managers/objectives/objective-manager.ts';
import { StateManager } from '../managers/state/state-manager.ts';
import { stateOptions } from '../managers/state/state-options.ts';
import type { Ask } from '../model/ask.ts';
import { describeSchema } from '../model/reply-schema.ts';
import { openDurableFile } from '../storage/durable-file.ts';
import type { Managers } from '../turn/contextualise.ts';
import type { Learner } from '../turn/learn.ts';
import { memoryLearner } from '../turn/memory-learner.ts';
import { agentReply } from '../turn/propose.ts';
import { withoutKnowledge, withoutMemory, withoutObjectives, withoutRoutes } from './left-out.ts';
import type { RunServices } from './run-services.ts';

const PRUNE_WAY_AFTER = 3;
const MAX_PROMPT_TOKENS = 2000;

/** What the managers of an episode reach outside themselves. */
export interface ManagerPorts {
  /** Gated: its answers take effect between turns. */
  readonly askInPlay: Ask;
  /** For before the first and after the last turn. */
  readonly ask: Ask;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Keeps a version of the knowledge base in the episode directory. */
  readonly keepVersion: (bytes: Uint8Array, turn: number) => void;
}

export interface ComposedManagers {
  readonly managers: Managers;
  readonly learners: readonly Learner[];
  readonly episodes: EpisodeDeps['episodes'];
  readonly state: StateManager;
  resetEpisode(episode: number): void;
  /** Writes what the managers keep across episodes. Rejects with StorageError. */
  save(): Promise<void>;
}

/** Builds the managers in their order: Map, Memory, Context, State, Knowledge, Objective, EpisodeSynthesizer. */
export async function composeManagers(
  services: RunServices,
  interpreter: Interpreter,
  ports: ManagerPorts,
): Promise<ComposedManagers> {
  const { config, prompts } = services;
  const { emit, signal, ask, askInPlay } = ports;
  const map = await openMap(services, ports);
  const memory = openMemory(services, ports);
  const context = openContext(services, interpreter);
  const state = openState(services, ports, { map, objectives: () => objectives });
  const knowledge = openKnowledge(services, ports);
  const objectives = new ObjectiveManager(
    {
      ask: askInPlay,
      emit,
      signal,
      prompts,
      describeSchema,
      sources: {
        map,
        memories: config.memory.enabled ? () => lasting(memory) : null,
        knowledge: () => (config.knowledge.enabled ? knowledge.text() : ''),
      },
    },
    config.objectives,
  );
  const own = [map, memory, context, state, knowledge, objectives];
  const episodes = new EpisodeSynthesizer({
    knowledge: config.knowledge.enabled ? knowledge : withoutKnowledge,
    memory: config.memory.enabled ? memory : withoutMemory,
    objectives: config.objectives.enabled ? objectives : withoutObjectives,
    remembers: () => memory.getPersistentCount() > 0,
    statuses: () => own.map((manager) => manager.status()),
    ask,
    prompts,
    emit,
    signal,
  });
  return {
    managers: {
      map: config.map.routes ? map : withoutRoutes(map),
      memory: config.memory.enabled ? memory : withoutMemory,
      context,
      state,
      knowledge: {
        promptDigest: () =>
          config.knowledge.enabled ? knowledge.promptDigest(config.knowledge.promptTokens) : '',
      },
      objectives: config.objectives.enabled ? objectives : withoutObjectives,
    },
    learners: [
      ...(config.memory.enabled ? [memoryLearner(memory, signal)] : []),
      ...(config.objectives.enabled ? [objectives] : []),
      ...(config.knowledge.enabled ? [knowledge] : []),
      state,
    ],
    episodes,
    state,
    resetEpisode(episode) {
      for (const manager of [...own, episodes]) manager.resetEpisode(episode);
    },
    async save() {
      await memory.flush();
      await map.save();
    },
  };
}

/** Memories of the file by room, as objectives look them up. */
function lasting(memory: SimpleMemoryManager) {
  return new Map([...memory.memoryCache].map(([room, { memories }]) => [room, memories]));
}

async function openMap(
  { learnt, story }: RunServices,
  { emit }: ManagerPorts,
): Promise<MapManager> {
  const map = new MapManager(
    { file: openDurableFile(path.join(learnt, 'map_state.json')), openFile: openDurableFile, emit },
    { story: story.identity.ifid, pruneAfter: PRUNE_WAY_AFTER, exitsProbed: true },
  );
  await map.load();
  return map;
}

function openMemory(
  { config, learnt, prompts }: RunServices,
  { askInPlay, emit }: ManagerPorts,
): SimpleMemoryManager {
  const { historyWindow, showPersistenceMarkers, maxShown } = config.memory;
  const file = openDurableFile(path.join(learnt, 'Memories.md'));
  return new SimpleMemoryManager(
    { ask: askInPlay, emit, file, prompts },
    { historyWindow, showPersistenceMarkers, mostMemoriesShown: maxShown },
  );
}

function openContext(
  { config, prompts }: RunServices,
  { dictionary }: Interpreter,
): ContextManager {
  return new ContextManager({ ...config.context, maxTokens: MAX_PROMPT_TOKENS }, prompts, {
    verbs: dictionary.verbs,
    replySchema: describeSchema(agentReply),
  });
}

function openState(
  { config, story, modelName, prompts }: RunServices,
  { askInPlay, emit, signal }: ManagerPorts,
  others: { readonly map: MapManager; readonly objectives: () => ObjectiveManager },
): StateManager {
  const file = path.join(config.workdir, 'current_state.json');
  return new StateManager(
    {
      write: (text) => writeFileAtomic(file, text),
      now: () => new Date().toISOString(),
      run: { story: story.identity.ifid, model: modelName },
      map: others.map,
      objectives: {
        current: () => others.objectives().current(),
        completed: () => others.objectives().completed(),
        foremost: () => others.objectives().foremost(),
      },
      ask: askInPlay,
      prompts,
      describeSchema,
      emit,
      signal,
    },
    stateOptions({ maxTurnsStuck: config.episode.maxTurnsStuck }),
  );
}

function openKnowledge(
  { config, learnt, prompts }: RunServices,
  { ask, askInPlay, emit, signal, keepVersion }: ManagerPorts,
): KnowledgeManager {
  const file = openDurableFile(path.join(learnt, 'knowledgebase.md'));
  return new KnowledgeManager(
    { file, ask, askInPlay, prompts, emit, signal, keepVersion },
    { updateInterval: config.knowledge.updateInterval },
  );
}
