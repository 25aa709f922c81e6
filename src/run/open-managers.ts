import type { GameState } from '../domain/game-state.ts';
import type { LocationId } from '../domain/ids.ts';
import type { Memory } from '../domain/memory.ts';
import { tellsAllExits, type Observation } from '../domain/observation.ts';
import type { Emit } from '../events/event.ts';
import {
  heardRefusals,
  killsToEnter,
  lookInSnapshot,
  vainTrial,
  type Trial,
} from '../managers/in-snapshot.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { ContextManager } from '../managers/context/context-manager.ts';
import { exampleCommand, verbGrammarWords, verbWordsForPlay } from '../prompts/verb-wording.ts';
import { EpisodeSynthesizer } from '../managers/episodes/episode-synthesizer.ts';
import { Frontier } from '../managers/frontier/frontier.ts';
import { KnowledgeManager } from '../managers/knowledge/knowledge-manager.ts';
import { MapManager } from '../managers/map/map-manager.ts';
import { parseEvidence } from '../managers/memory/evidence.ts';
import { isGainPaid, withCommands } from '../managers/memory/gain.ts';
import { SimpleMemoryManager } from '../managers/memory/simple-memory-manager.ts';
import { ObjectiveManager } from '../managers/objectives/objective-manager.ts';
import { StateManager } from '../managers/state/state-manager.ts';
import type { Tools } from '../managers/tools.ts';
import type { Ask } from '../model/ask.ts';
import { asksForLessons } from '../model/players.ts';
import { describeSchema } from '../model/reply-schema.ts';
import { roomAfterRefusal } from '../model/server-facts.ts';
import type { LearntFiles } from '../storage/learnt-folder.ts';
import type { Managers } from '../turn/contextualise.ts';
import { agentReply } from '../turn/propose.ts';
import { recipeUse } from './choose-recipe.ts';
import { without } from './left-out.ts';
import type { Setting } from './run-services.ts';

/** What the managers of an episode reach outside themselves. Answers of `ask` take effect between turns. */
export interface ManagerPorts extends Tools {
  readonly isFork?: boolean;
  readonly seed: number;
  readonly files: LearntFiles;
  /** Replaces the state that dashboards read. Throws StorageError. */
  readonly exportState: (text: () => string) => void;
  /** For questions before the first and after the last turn, and those without whose answer a turn cannot go on. */
  readonly askNow: Ask;
  /** Keeps a version of the knowledge base in the episode directory. */
  readonly keepVersion: (bytes: Uint8Array, turn: number) => void;
}

export interface AllManagers {
  readonly map: MapManager;
  readonly memory: SimpleMemoryManager;
  readonly context: ContextManager;
  readonly state: StateManager;
  readonly knowledge: KnowledgeManager;
  readonly objectives: ObjectiveManager;
}

export async function openMapManager(
  { config, story }: Setting,
  { emit, files }: { readonly emit: Emit; readonly files: Pick<LearntFiles, 'map' | 'open'> },
): Promise<MapManager> {
  const map = new MapManager(
    { file: files.map, openFile: files.open, emit },
    { story: story.identity.ifid, exitsProbed: tellsAllExits(config.exits) },
  );
  await map.load();
  return map;
}

export function openMemory(
  { config }: Setting,
  ports: ManagerPorts,
  interpreter: Trial & Pick<Interpreter, 'reach' | 'isInRoom' | 'dictionary'>,
  others: () => {
    readonly knowledge: Pick<KnowledgeManager, 'propose'>;
    readonly frontier: Pick<Frontier, 'judged' | 'metIn'>;
  },
): SimpleMemoryManager {
  const tools = {
    ...ports,
    file: ports.files.memories,
    evidence: parseEvidence(ports.files.evidence.read()),
    story: {
      dictionary: interpreter.dictionary,
      reach: (noun: string) => interpreter.reach(noun),
      vainAnswer: (command: string, now: Observation) => vainTrial(command, now, interpreter),
    },
    judged: () => others().frontier.judged,
    isInRoom: (thing: number, room: LocationId) => interpreter.isInRoom(thing, room),
    metIn: (room: LocationId) => others().frontier.metIn(room),
    propose(fact: Parameters<KnowledgeManager['propose']>[0]) {
      if (config.knowledge.enabled) others().knowledge.propose(fact);
      return config.knowledge.enabled;
    },
  };
  return new SimpleMemoryManager(tools, config.memory);
}

export function openFrontierManager(
  { config }: Setting,
  { files }: ManagerPorts,
  { map, memory }: Pick<AllManagers, 'map' | 'memory'>,
  interpreter: Interpreter,
): Frontier {
  return new Frontier({
    file: files.things,
    map,
    memory,
    tellsRoutes: config.map.routes,
    kills: killsToEnter(interpreter),
    nouns: interpreter.dictionary,
    verbs: verbWordsForPlay(interpreter.dictionary),
  });
}

export function openContext({ config }: Setting, ports: ManagerPorts, interpreter: Interpreter) {
  const { dictionary } = interpreter;
  return new ContextManager(
    config,
    {
      ...ports,
      roomAfter: roomAfterRefusal,
      lookAgain: () => lookInSnapshot(interpreter),
      refusedWays: () => heardRefusals(interpreter, ports.words),
      sumsUp: () => asksForLessons(config),
    },
    {
      grammar: verbGrammarWords(dictionary),
      example: exampleCommand(dictionary),
      replySchema: describeSchema(agentReply),
      nouns: dictionary,
    },
  );
}

export function openStateManager(
  { config, story, modelName }: Setting,
  { exportState }: ManagerPorts,
  others: Pick<AllManagers, 'map' | 'context'> & { readonly objectives: () => ObjectiveManager },
): StateManager {
  return new StateManager(
    {
      ...others,
      write: exportState,
      now: () => new Date().toISOString(),
      run: { story: story.identity.ifid, model: modelName },
      objectives: {
        current: () => others.objectives().current(),
        completed: () => others.objectives().completed(),
      },
    },
    config,
  );
}

export function openKnowledgeManager({ config }: Setting, ports: ManagerPorts): KnowledgeManager {
  const { knowledge: file, ledger } = ports.files;
  const tools = { ...ports, file, ledger, askAtEnd: ports.askNow };
  return new KnowledgeManager(tools, config.knowledge);
}

export function openObjectiveManager(
  { config }: Setting,
  ports: ManagerPorts,
  all: Pick<AllManagers, 'map' | 'memory' | 'knowledge'> & Pick<Managers, 'recipe'>,
  story: Pick<Interpreter, 'dictionary'>,
): ObjectiveManager {
  const { map, memory, knowledge, recipe } = all;
  const shown = () => new Map([...memory.shown].map(([room, { memories }]) => [room, memories]));
  const sources = {
    map,
    get memories() {
      return config.memory.enabled ? shown : null;
    },
    knowledge: () => (config.knowledge.enabled ? knowledge.text() : ''),
    isWon: (room: LocationId, one: Memory, now: GameState) =>
      one.category === 'SUCCESS' && isGainPaid(room, one, now, withCommands(map, story)),
    suggestion: (now: Observation) => (recipeUse(config) === 'off' ? '' : recipe.route(now)),
  };
  const discovers = () => asksForLessons(config);
  return new ObjectiveManager({ ...ports, sources, discovers }, config);
}

export function openSynthesizer({ config }: Setting, ports: ManagerPorts, all: AllManagers) {
  const { map, memory, context, state, knowledge, objectives } = all;
  return new EpisodeSynthesizer({
    ...ports,
    ask: ports.askNow,
    get knowledge() {
      return config.knowledge.enabled ? knowledge : without.knowledge;
    },
    get memory() {
      return config.memory.enabled ? memory : without.memory;
    },
    get objectives() {
      return config.objectives.enabled ? objectives : without.objectives;
    },
    remembers: () => memory.getPersistentCount() > 0,
    statuses: () => [map, memory, context, state, knowledge, objectives].map((one) => one.status()),
  });
}
