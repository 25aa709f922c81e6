import type { Emit } from '../events/event.ts';
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
import type { DurableFile } from '../storage/storage.ts';
import { agentReply } from '../turn/propose.ts';
import { withoutKnowledge, withoutMemory, withoutObjectives } from './left-out.ts';
import type { RunServices } from './run-services.ts';

const PRUNE_WAY_AFTER = 3;
const MAX_PROMPT_TOKENS = 2000;
/** With its heading the section stays under 300. */
const MEMORY_TOKENS = 285;

/** What was learnt, as the episode sees it. */
export interface LearntFiles {
  readonly memories: DurableFile;
  readonly map: DurableFile;
  readonly knowledge: DurableFile;
  /** Opens another file beside them. */
  readonly open: (path: string) => DurableFile;
}

/** What of a run the managers need. */
export type Setting = Pick<RunServices, 'config' | 'story' | 'prompts' | 'modelName'>;

/** What the managers of an episode reach outside themselves. */
export interface ManagerPorts {
  readonly files: LearntFiles;
  /** Replaces the state that dashboards read. Throws StorageError. */
  readonly exportState: (text: () => string) => void;
  /** Gated: its answers take effect between turns. */
  readonly askInPlay: Ask;
  /** For before the first and after the last turn. */
  readonly ask: Ask;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Keeps a version of the knowledge base in the episode directory. */
  readonly keepVersion: (bytes: Uint8Array, turn: number) => void;
}

/** The managers of an episode in the order in which they are built. */
export interface AllManagers {
  readonly map: MapManager;
  readonly memory: SimpleMemoryManager;
  readonly context: ContextManager;
  readonly state: StateManager;
  readonly knowledge: KnowledgeManager;
  readonly objectives: ObjectiveManager;
}

/** Memories of the file by room, as objectives look them up. */
function lasting(memory: SimpleMemoryManager) {
  return new Map([...memory.memoryCache].map(([room, { memories }]) => [room, memories]));
}

export async function openMap(
  { config, story }: Setting,
  { emit, files }: ManagerPorts,
): Promise<MapManager> {
  const map = new MapManager(
    { file: files.map, openFile: files.open, emit },
    {
      story: story.identity.ifid,
      pruneAfter: PRUNE_WAY_AFTER,
      exitsProbed: config.exits === 'probed',
    },
  );
  await map.load();
  return map;
}

export function openMemory(
  { config, prompts }: Setting,
  { askInPlay, emit, files }: ManagerPorts,
): SimpleMemoryManager {
  const { historyWindow, showPersistenceMarkers, maxShown } = config.memory;
  return new SimpleMemoryManager(
    { ask: askInPlay, emit, file: files.memories, prompts },
    {
      historyWindow,
      showPersistenceMarkers,
      mostMemoriesShown: maxShown,
      mostTokensShown: MEMORY_TOKENS,
    },
  );
}

export function openContext(
  { config, prompts }: Setting,
  { dictionary }: Interpreter,
): ContextManager {
  return new ContextManager({ ...config.context, maxTokens: MAX_PROMPT_TOKENS }, prompts, {
    verbs: dictionary.verbs,
    replySchema: describeSchema(agentReply),
  });
}

export function openState(
  { config, story, modelName, prompts }: Setting,
  { askInPlay, emit, signal, exportState }: ManagerPorts,
  others: { readonly map: MapManager; readonly objectives: () => ObjectiveManager },
): StateManager {
  return new StateManager(
    {
      write: exportState,
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
    stateSettings(config),
  );
}

/** How the configuration wants an episode to be watched. */
export function stateSettings({ episode, context, critic }: Setting['config']) {
  const { maxTurnsStuck, stopWhenStuck, warnWhenStuck, warnStuckFrom } = episode;
  return stateOptions({
    maxTurnsStuck,
    stopWhenStuck,
    warnings: warnWhenStuck,
    ...(warnStuckFrom !== undefined && { warnFrom: warnStuckFrom }),
    noveltyWindow: context.noveltyWindow,
    revisitWindow: critic.revisitWindow,
    revisitPenalty: critic.revisitPenalty,
    contextTokens: context.summariseAbove,
  });
}

export function openKnowledge(
  { config, prompts }: Setting,
  { ask, askInPlay, emit, signal, keepVersion, files }: ManagerPorts,
): KnowledgeManager {
  return new KnowledgeManager(
    { file: files.knowledge, ask, askInPlay, prompts, emit, signal, keepVersion },
    { updateInterval: config.knowledge.updateInterval },
  );
}

export function openObjectives(
  { config, prompts }: Setting,
  { askInPlay, emit, signal }: ManagerPorts,
  others: Pick<AllManagers, 'map' | 'memory' | 'knowledge'>,
): ObjectiveManager {
  const { map, memory, knowledge } = others;
  const sources = {
    map,
    memories: config.memory.enabled ? () => lasting(memory) : null,
    knowledge: () => (config.knowledge.enabled ? knowledge.text() : ''),
  };
  return new ObjectiveManager(
    { ask: askInPlay, emit, signal, prompts, describeSchema, sources },
    config.objectives,
  );
}

export function openSynthesizer(
  { config, prompts }: Setting,
  { ask, emit, signal }: ManagerPorts,
  all: AllManagers,
): EpisodeSynthesizer {
  const { memory, knowledge, objectives } = all;
  return new EpisodeSynthesizer({
    knowledge: config.knowledge.enabled ? knowledge : withoutKnowledge,
    memory: config.memory.enabled ? memory : withoutMemory,
    objectives: config.objectives.enabled ? objectives : withoutObjectives,
    remembers: () => memory.getPersistentCount() > 0,
    statuses: () => {
      const { map, context, state } = all;
      return [map, memory, context, state, knowledge, objectives].map((one) => one.status());
    },
    ask,
    prompts,
    emit,
    signal,
  });
}
