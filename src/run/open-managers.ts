import { PRUNE_WAY_AFTER } from '../managers/map/map-file.ts';
import { tellsEveryExit, type Observation } from '../domain/observation.ts';
import type { Emit } from '../events/event.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { ContextManager } from '../managers/context/context-manager.ts';
import { exampleCommand, grammarWords, verbsForPlay } from '../managers/context/grammar-words.ts';
import { Frontier } from '../managers/frontier/frontier.ts';
import { EpisodeSynthesizer } from '../managers/episodes/episode-synthesizer.ts';
import type { KnownWords } from '../managers/known-words.ts';
import { KnowledgeManager } from '../managers/knowledge/knowledge-manager.ts';
import { MapManager } from '../managers/map/map-manager.ts';
import { parseEvidence } from '../managers/memory/evidence.ts';
import { SimpleMemoryManager } from '../managers/memory/simple-memory-manager.ts';
import type { Tools } from '../managers/tools.ts';
import { ObjectiveManager } from '../managers/objectives/objective-manager.ts';
import { StateManager } from '../managers/state/state-manager.ts';
import type { Ask } from '../model/ask.ts';
import { roomAfter } from '../model/server-facts.ts';
import { describeSchema } from '../model/reply-schema.ts';
import type { LearntFiles } from '../storage/learnt-files.ts';
import type { Managers } from '../turn/contextualise.ts';
import { agentReply } from '../turn/propose.ts';
import { recipeUse } from './choose-recipe.ts';
import { withoutKnowledge, withoutMemory, withoutObjectives } from './left-out.ts';
import type { Setting } from './setting.ts';

/** What the managers of an episode reach outside themselves. */
export interface ManagerPorts {
  /** What the story starts with in this episode. */
  readonly seed: number;
  readonly files: LearntFiles;
  /** Replaces the state that dashboards read. Throws StorageError. */
  readonly exportState: (text: () => string) => void;
  /** Gated: its answers take effect between turns. */
  readonly askInPlay: Ask;
  /** Not gated: for before the first and after the last turn, and for what a turn cannot go on without. */
  readonly ask: Ask;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** What lessons may name. */
  readonly words?: KnownWords;
  /** Keeps a version of the knowledge base in the episode directory. */
  readonly keepVersion: (bytes: Uint8Array, turn: number) => void;
  readonly atNight?: Tools['atNight'];
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

/** Memories of the file by room, as objectives look them up: those that the player may be shown. */
function lasting(memory: SimpleMemoryManager) {
  return new Map([...memory.shown].map(([room, { memories }]) => [room, memories]));
}

export async function openMap(
  { config, story }: Setting,
  { emit, files }: { readonly emit: Emit; readonly files: Pick<LearntFiles, 'map' | 'open'> },
): Promise<MapManager> {
  const map = new MapManager(
    { file: files.map, openFile: files.open, emit },
    {
      story: story.identity.ifid,
      pruneAfter: PRUNE_WAY_AFTER,
      exitsProbed: tellsEveryExit(config.exits),
    },
  );
  await map.load();
  return map;
}

export function openMemory(
  { config, prompts }: Setting,
  { askInPlay, emit, signal, files, words, atNight }: ManagerPorts,
  story: Pick<Interpreter, 'reach' | 'dictionary'>,
  others: () => {
    readonly knowledge: Pick<KnowledgeManager, 'propose'>;
    readonly frontier: Pick<Frontier, 'taughtNothing' | 'keepNothing' | 'takenIn'>;
  },
): SimpleMemoryManager {
  return new SimpleMemoryManager(
    {
      ask: askInPlay,
      emit,
      signal,
      file: files.memories,
      evidence: parseEvidence(files.evidence.read()),
      prompts,
      words,
      atNight,
      story,
      fruitless: () => others().frontier,
      takenIn: (room) => others().frontier.takenIn(room),
      propose(fact) {
        if (config.knowledge.enabled) others().knowledge.propose(fact);
        return config.knowledge.enabled;
      },
    },
    config.memory,
  );
}

/** What is left to try, with the map. */
export function openFrontier(
  { config }: Setting,
  { files }: ManagerPorts,
  { map, memory }: Pick<AllManagers, 'map' | 'memory'>,
  { dictionary }: Interpreter,
): Frontier {
  return new Frontier({
    file: files.things,
    map,
    memory,
    tellsRoutes: config.map.routes,
    nouns: dictionary,
    verbs: verbsForPlay(dictionary),
  });
}

export function openContext(
  { config, prompts }: Setting,
  { ask, askInPlay, emit, signal }: ManagerPorts,
  { dictionary }: Interpreter,
): ContextManager {
  return new ContextManager(
    config,
    { ask: askInPlay, askNow: ask, roomAfter, prompts, emit, signal },
    {
      grammar: grammarWords(dictionary),
      example: exampleCommand(dictionary),
      replySchema: describeSchema(agentReply),
      nouns: dictionary,
    },
  );
}

export function openState(
  { config, story, modelName }: Setting,
  { exportState }: ManagerPorts,
  others: Pick<AllManagers, 'map' | 'context'> & { readonly objectives: () => ObjectiveManager },
): StateManager {
  return new StateManager(
    {
      write: exportState,
      now: () => new Date().toISOString(),
      run: { story: story.identity.ifid, model: modelName },
      map: others.map,
      context: others.context,
      objectives: {
        current: () => others.objectives().current(),
        completed: () => others.objectives().completed(),
      },
    },
    config,
  );
}

export function openKnowledge(
  { config, prompts }: Setting,
  { ask, askInPlay, emit, signal, keepVersion, files, words, atNight }: ManagerPorts,
): KnowledgeManager {
  return new KnowledgeManager(
    {
      file: files.knowledge,
      ledger: files.ledger,
      ask: askInPlay,
      askAtEnd: ask,
      prompts,
      emit,
      signal,
      keepVersion,
      words,
      atNight,
    },
    config.knowledge,
  );
}

export function openObjectives(
  { config, prompts }: Setting,
  { askInPlay, emit, signal, words }: ManagerPorts,
  others: Pick<AllManagers, 'map' | 'memory' | 'knowledge'> & Pick<Managers, 'recipe'>,
): ObjectiveManager {
  const { map, memory, knowledge, recipe } = others;
  const sources = {
    map,
    get memories() {
      return config.memory.enabled ? () => lasting(memory) : null;
    },
    knowledge: () => (config.knowledge.enabled ? knowledge.text() : ''),
    suggestion: (now: Observation) => (recipeUse(config) === 'off' ? '' : recipe.route(now)),
  };
  return new ObjectiveManager({ ask: askInPlay, emit, signal, prompts, sources, words }, config);
}

export function openSynthesizer(
  { config, prompts }: Setting,
  { ask, emit, signal }: ManagerPorts,
  all: AllManagers,
): EpisodeSynthesizer {
  const { memory, knowledge, objectives } = all;
  return new EpisodeSynthesizer({
    get knowledge() {
      return config.knowledge.enabled ? knowledge : withoutKnowledge;
    },
    get memory() {
      return config.memory.enabled ? memory : withoutMemory;
    },
    get objectives() {
      return config.objectives.enabled ? objectives : withoutObjectives;
    },
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
