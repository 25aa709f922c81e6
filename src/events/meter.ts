import type { ZorkEvent } from './event.ts';

export const EMPTY_METER = {
  modelCalls: 0,
  failedCalls: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  /** Null while no price of an answered call is known. Failed calls cost nothing. */
  costUsd: null as number | null,
  latencyMs: 0,
  failedLessons: 0,
  /** Changes by the end of the episode that were taken back. */
  changesRefused: 0,
  /** Troubles of the program itself, such as a busy file. Warnings to the player do not count. */
  toolWarnings: 0,
  /** Of the agent's prompts. 0 while no provider counted one. */
  lastPromptTokens: 0,
  largestPromptTokens: 0,
  /** Without notes for the session. */
  memoriesAdded: 0,
  /** Memories, objectives and items of knowledge that name what neither story nor episode knows. */
  inventionsRefused: 0,
};

/** What an episode used, according to its events. Tokens are those that providers reported. */
export type Meter = Readonly<typeof EMPTY_METER>;

export function addToMeter(meter: Meter, event: ZorkEvent): Meter {
  if (event.type === 'model-call') return countCall(meter, event);
  // A note for the session is not kept.
  const isNote = event.type === 'memory-added' && event.memory.persistence === 'ephemeral';
  const count = isNote ? undefined : COUNTS[event.type];
  if (count !== undefined) return { ...meter, [count]: meter[count] + 1 };
  return { ...meter, inventionsRefused: meter.inventionsRefused + inventionsIn(event) };
}

function inventionsIn(event: ZorkEvent): number {
  if (event.type === 'memory-refused') return event.reason === 'invented' ? 1 : 0;
  if (event.type !== 'knowledge-updated') return 0;
  return event.refused.filter(({ kind }) => kind === 'invented').length;
}

const COUNTS: Partial<
  Record<ZorkEvent['type'], 'memoriesAdded' | 'failedLessons' | 'changesRefused' | 'toolWarnings'>
> = {
  'memory-added': 'memoriesAdded',
  'lesson-failed': 'failedLessons',
  'change-refused': 'changesRefused',
  warning: 'toolWarnings',
};

type ModelCall = Extract<ZorkEvent, { type: 'model-call' }>;

function countCall(meter: Meter, call: ModelCall): Meter {
  if (call.copied === true) return meter;
  const isAgent = call.role === 'agent' && call.promptTokens > 0;
  const prompt = isAgent ? call.promptTokens : meter.lastPromptTokens;
  return {
    ...meter,
    modelCalls: meter.modelCalls + 1,
    failedCalls: meter.failedCalls + (call.outcome === 'failed' ? 1 : 0),
    promptTokens: meter.promptTokens + call.promptTokens,
    completionTokens: meter.completionTokens + call.completionTokens,
    cachedTokens: meter.cachedTokens + call.cachedTokens,
    costUsd: costAfter(meter, call),
    latencyMs: meter.latencyMs + call.latencyMs,
    lastPromptTokens: prompt,
    largestPromptTokens: Math.max(meter.largestPromptTokens, prompt),
  };
}

function costAfter(meter: Meter, { outcome, costUsd }: ModelCall): number | null {
  const isAnswered = meter.failedCalls < meter.modelCalls;
  if (outcome === 'failed') return isAnswered ? meter.costUsd : 0;
  const before = isAnswered ? meter.costUsd : null;
  return costUsd === null ? before : (before ?? 0) + costUsd;
}
