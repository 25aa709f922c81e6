import path from 'node:path';
import type { Emit } from '../events/event.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { ContextManager } from '../managers/context/context-manager.ts';
import { MapManager } from '../managers/map/map-manager.ts';
import { SimpleMemoryManager } from '../managers/memory/simple-memory-manager.ts';
import type { Ask } from '../model/ask.ts';
import { describeSchema } from '../model/reply-schema.ts';
import { openDurableFile } from '../storage/durable-file.ts';
import type { Managers } from '../turn/contextualise.ts';
import { agentReply } from '../turn/propose.ts';
import type { RunServices } from './run-services.ts';

const PRUNE_WAY_AFTER = 3;
const MAX_PROMPT_TOKENS = 2000;

/** What managers reach outside themselves. */
export interface ManagerPorts {
  /** Gated: its answers take effect between turns. */
  readonly ask: Ask;
  readonly emit: Emit;
}

export interface ComposedManagers {
  readonly managers: Managers;
  /** Null when the run plays without location memories. */
  readonly memory: SimpleMemoryManager | null;
  resetEpisode(episode: number): void;
  /** Writes what the managers keep across episodes. Rejects with StorageError. */
  save(): Promise<void>;
}

/** Builds the managers in their order: map, memory, context. */
export async function composeManagers(
  services: RunServices,
  interpreter: Interpreter,
  ports: ManagerPorts,
): Promise<ComposedManagers> {
  const map = await openMap(services, ports);
  const memory = services.config.memory.enabled ? openMemory(services, ports) : null;
  const context = openContext(services, interpreter);
  return {
    managers: { map, memory: memory ?? FORGETFUL, context },
    memory,
    resetEpisode(episode) {
      map.resetEpisode(episode);
      memory?.resetEpisode();
      context.resetEpisode();
    },
    async save() {
      await memory?.flush();
      await map.save();
    },
  };
}

/** A player without location memories, for comparison. */
const FORGETFUL: Managers['memory'] = {
  sync: () => undefined,
  getLocationMemory: () => '',
  dangersAt: () => '',
};

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
  ports: ManagerPorts,
): SimpleMemoryManager {
  const { historyWindow, showPersistenceMarkers, maxShown } = config.memory;
  const file = openDurableFile(path.join(learnt, 'Memories.md'));
  return new SimpleMemoryManager(
    { ...ports, file, prompts },
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
