import type { ZorkEvent } from '../../events/event.ts';

/** What an episode used, by its events. Tokens are what providers reported. */
export interface EpisodeMetrics {
  readonly modelCalls: number;
  readonly failedCalls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  /** Null while no price is known. */
  readonly costUsd: number | null;
  /** Milliseconds over all calls. */
  readonly latencyMs: number;
  readonly failedLessons: number;
  /** Troubles of the program itself, such as a busy file; warnings to the player are not among them. */
  readonly toolWarnings: number;
  /** Of the agent's prompts; 0 while no provider counted one. */
  readonly lastPromptTokens: number;
  readonly largestPromptTokens: number;
}

export const NO_METRICS: EpisodeMetrics = {
  modelCalls: 0,
  failedCalls: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  costUsd: null,
  latencyMs: 0,
  failedLessons: 0,
  toolWarnings: 0,
  lastPromptTokens: 0,
  largestPromptTokens: 0,
};

/** The metrics after one more event. Pure. */
export function countEvent(metrics: EpisodeMetrics, event: ZorkEvent): EpisodeMetrics {
  if (event.type === 'lesson-failed') {
    return { ...metrics, failedLessons: metrics.failedLessons + 1 };
  }
  if (event.type === 'warning') return { ...metrics, toolWarnings: metrics.toolWarnings + 1 };
  return event.type === 'model-call' ? countCall(metrics, event) : metrics;
}

type ModelCall = Extract<ZorkEvent, { type: 'model-call' }>;

function countCall(metrics: EpisodeMetrics, call: ModelCall): EpisodeMetrics {
  const isAgent = call.role === 'agent' && call.promptTokens > 0;
  const prompt = isAgent ? call.promptTokens : metrics.lastPromptTokens;
  return {
    ...metrics,
    modelCalls: metrics.modelCalls + 1,
    failedCalls: metrics.failedCalls + (call.outcome === 'failed' ? 1 : 0),
    promptTokens: metrics.promptTokens + call.promptTokens,
    completionTokens: metrics.completionTokens + call.completionTokens,
    cachedTokens: metrics.cachedTokens + call.cachedTokens,
    costUsd: call.costUsd === null ? metrics.costUsd : (metrics.costUsd ?? 0) + call.costUsd,
    latencyMs: metrics.latencyMs + call.latencyMs,
    lastPromptTokens: prompt,
    largestPromptTokens: Math.max(metrics.largestPromptTokens, prompt),
  };
}
