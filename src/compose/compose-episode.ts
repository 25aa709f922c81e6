import { ModelError } from '../domain/errors.ts';
import type { Emit } from '../events/event.ts';
import type { Sink } from '../events/fan-out.ts';
import type { EpisodeDeps, EpisodeResult } from '../episode/run-episode.ts';
import type { Limits } from '../episode/stop-conditions.ts';
import { openStory } from '../interpreter/open-story.ts';
import { stateOptions } from '../managers/state/state-options.ts';
import { createAsk } from '../model/ask.ts';
import { toCallRecord } from '../model/call-record.ts';
import type { LanguageModel } from '../model/model.ts';
import { withRecorder, type ModelCall } from '../model/recorder.ts';
import type { RecordLog } from '../storage/storage.ts';
import { Lessons } from '../turn/learn.ts';
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
  readonly deps: EpisodeDeps;
  readonly limits: Limits;
  /** Saves what the managers keep across episodes and how the episode ended. Rejects with StorageError. */
  readonly finish: (result: EpisodeResult) => Promise<void>;
}

/** Builds what one episode is played with. */
export async function composeEpisode(
  services: RunServices,
  plan: EpisodePlan,
): Promise<ComposedEpisode> {
  const { records, signal } = plan;
  const interpreter = openStory(services.story.bytes, { seed: plan.seed });
  let watch: Sink = () => undefined;
  const emit: Emit = (event) => {
    watch(event);
    plan.emit(event);
  };
  const lessons = new Lessons(emit);
  const ask = createAsk(recordCalls(services.model, records.calls, emit));
  const ports = {
    ask,
    askInPlay: lessons.gated(ask),
    emit,
    signal,
    keepVersion: records.keepVersion,
  };
  const composed = await composeManagers(services, interpreter, ports);
  const { managers, learners, episodes, state } = composed;
  composed.resetEpisode(plan.episode);
  watch = state.observe;
  return {
    deps: {
      interpreter,
      ask,
      managers,
      learners,
      lessons,
      episodes,
      critic: {
        mode: services.config.critic.mode,
        prompts: services.prompts,
        revisit: stateOptions(),
      },
      journal: records.journal,
      emit,
      signal,
    },
    limits: { ...services.config.episode, stopRequested: plan.stopRequested },
    async finish(result) {
      state.export(result.state, result.stop.reason);
      await composed.save();
    },
  };
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
