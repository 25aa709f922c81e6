import { ModelError } from '../domain/errors.ts';
import type { Emit } from '../events/event.ts';
import type { Limits } from '../episode/stop-conditions.ts';
import { openStory } from '../interpreter/open-story.ts';
import { createAsk } from '../model/ask.ts';
import { toCallRecord } from '../model/call-record.ts';
import type { LanguageModel } from '../model/model.ts';
import { withRecorder, type ModelCall } from '../model/recorder.ts';
import type { RecordLog } from '../storage/storage.ts';
import { Lessons } from '../turn/learn.ts';
import { memoryLearner } from '../turn/memory-learner.ts';
import type { TurnDeps } from '../turn/turn-deps.ts';
import { composeManagers } from './compose-managers.ts';
import type { EpisodeRecords } from './episode-records.ts';
import type { RunServices } from './run-services.ts';

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
  const lessons = new Lessons(emit);
  const ask = createAsk(recordCalls(services.model, plan.records.calls, emit));
  const composed = await composeManagers(services, interpreter, { ask: lessons.gated(ask), emit });
  const { managers, memory } = composed;
  composed.resetEpisode(plan.episode);
  const deps: TurnDeps = {
    interpreter,
    ask,
    managers,
    learners: memory === null ? [] : [memoryLearner(memory, signal)],
    lessons,
    journal: plan.records.journal,
    emit,
    signal,
  };
  const limits = { ...services.config.episode, stopRequested: plan.stopRequested };
  return { deps, limits, save: () => composed.save() };
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
