import path from 'node:path';
import { z } from 'zod';
import { ModelError } from '../domain/errors.ts';
import type { Emit } from '../events/event.ts';
import type { Limits } from '../episode/stop-conditions.ts';
import { openStory } from '../interpreter/open-story.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { ContextManager } from '../managers/context/context-manager.ts';
import { MapManager } from '../managers/map/map-manager.ts';
import { createAsk } from '../model/ask.ts';
import { toCallRecord } from '../model/call-record.ts';
import type { LanguageModel } from '../model/model.ts';
import { withRecorder, type ModelCall } from '../model/recorder.ts';
import { openDurableFile } from '../storage/durable-file.ts';
import type { RecordLog } from '../storage/storage.ts';
import { Lessons } from '../turn/learn.ts';
import { agentReply } from '../turn/propose.ts';
import type { TurnDeps } from '../turn/turn-deps.ts';
import type { EpisodeRecords } from './episode-records.ts';
import type { RunServices } from './run-services.ts';

const PRUNE_WAY_AFTER = 3;
const MAX_PROMPT_TOKENS = 2000;

/** What varies from episode to episode. */
export interface EpisodePlan {
  readonly episode: number;
  readonly seed: number;
  readonly records: EpisodeRecords;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  readonly stopRequested: () => boolean;
}

/** An episode ready to be played. */
export interface ComposedEpisode {
  readonly deps: TurnDeps;
  readonly limits: Limits;
  /** Saves what the managers keep across episodes. Rejects with StorageError. */
  readonly save: () => Promise<void>;
}

/** Builds what one episode is played with. */
export async function composeEpisode(
  services: RunServices,
  plan: EpisodePlan,
): Promise<ComposedEpisode> {
  const { emit, signal } = plan;
  const interpreter = openStory(services.story.bytes, { seed: plan.seed });
  const { managers, save } = await composeManagers(services, interpreter, emit);
  managers.map.resetEpisode(plan.episode);
  managers.context.resetEpisode();
  const deps: TurnDeps = {
    interpreter,
    ask: createAsk(recordCalls(services.model, plan.records.calls, emit)),
    managers,
    learners: [],
    lessons: new Lessons(emit),
    journal: plan.records.journal,
    emit,
    signal,
  };
  const limits = { ...services.config.episode, stopRequested: plan.stopRequested };
  return { deps, limits, save };
}

/** Builds the managers in order: map, memory, context. */
export async function composeManagers(services: RunServices, interpreter: Interpreter, emit: Emit) {
  const map = await openMap(services, emit);
  const memory = { sync: () => undefined, getLocationMemory: () => '', dangersAt: () => '' };
  const context = openContext(services, interpreter);
  return {
    managers: { map, memory, context },
    save: async () => {
      await map.save();
    },
  };
}

async function openMap({ learnt, story }: RunServices, emit: Emit): Promise<MapManager> {
  const map = new MapManager(
    { file: openDurableFile(path.join(learnt, 'map_state.json')), openFile: openDurableFile, emit },
    { story: story.identity.ifid, pruneAfter: PRUNE_WAY_AFTER, exitsProbed: true },
  );
  await map.load();
  return map;
}

function openContext(
  { config, prompts }: RunServices,
  { dictionary }: Interpreter,
): ContextManager {
  return new ContextManager({ ...config.context, maxTokens: MAX_PROMPT_TOKENS }, prompts, {
    verbs: dictionary.verbs,
    replySchema: JSON.stringify(z.toJSONSchema(agentReply, { io: 'input' })),
  });
}

/** Every reply is on disk before it is used, and counted. */
function recordCalls(model: LanguageModel, calls: RecordLog, emit: Emit): LanguageModel {
  return withRecorder(model, (call) => {
    calls.append(toCallRecord(call));
    emit({ type: 'model-call', ...accountOf(call) });
  });
}

function accountOf({ request, outcome, latencyMs }: ModelCall) {
  const failed = outcome instanceof ModelError;
  const { promptTokens, completionTokens, cachedTokens, costUsd } = failed
    ? { promptTokens: 0, completionTokens: 0, cachedTokens: 0, costUsd: null }
    : outcome.usage;
  return {
    role: request.role,
    model: failed ? '' : outcome.model,
    promptTokens,
    completionTokens,
    cachedTokens,
    costUsd,
    latencyMs,
    outcome: failed ? ('failed' as const) : ('answered' as const),
  };
}
