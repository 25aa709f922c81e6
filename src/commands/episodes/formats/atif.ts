import type { Meter } from '../../../events/meter.ts';
import { VERSION } from '../../../domain/version.ts';
import {
  exportedAnswer,
  isoTime,
  systemPrompt,
  exportedUsage,
  type ExportedEpisode,
  type ExportedTurn,
} from './exported-episode.ts';

const SCHEMA = 'ATIF-v1.8';
const TOOL = 'play';
const PLAY = {
  type: 'function',
  function: {
    name: TOOL,
    description: 'Types a command to the game.',
    parameters: {
      type: 'object',
      properties: { command: { type: 'string' } },
      required: ['command'],
    },
  },
};

/** An episode in the Agent Trajectory Interchange Format: system prompt, opening, then a step for each turn. */
export function atifTrajectory(episode: ExportedEpisode): object {
  const played = episode.turns.map((turn) => agentStep(turn, episode));
  const steps = [...openingSteps(episode), ...played];
  const { totals, summary } = episode;
  return {
    schema_version: SCHEMA,
    session_id: episode.id,
    trajectory_id: episode.id,
    agent: {
      name: 'zorkgpt',
      version: VERSION,
      model_name: episode.model,
      tool_definitions: [PLAY],
      extra: { provider: episode.provider },
    },
    steps: steps.map((step, index) => ({ step_id: index + 1, ...step })),
    notes: `Episode ${episode.number} of ${episode.story}. Metrics of a step are those of all model calls of its turn; the observation is what the game printed.`,
    final_metrics: {
      total_prompt_tokens: totals.promptTokens,
      total_completion_tokens: totals.completionTokens,
      total_cached_tokens: totals.cachedTokens,
      ...(totals.costUsd !== null && { total_cost_usd: totals.costUsd }),
      total_steps: steps.length,
      extra: { model_calls: totals.modelCalls, failed_calls: totals.failedCalls },
    },
    extra: {
      episode: episode.number,
      story: episode.story,
      ifid: episode.ifid,
      seed: episode.seed,
      ...(summary !== null && {
        score: summary.score,
        max_score: summary.maxScore,
        turns: summary.turns,
        stop_reason: summary.stopReason,
      }),
    },
  };
}

function openingSteps(episode: ExportedEpisode): readonly object[] {
  const timestamp = isoTime(episode.startMs);
  const prompt = systemPrompt(episode);
  const opening = episode.turns[0]?.record?.before.text;
  return [
    ...(prompt === undefined ? [] : [{ timestamp, source: 'system', message: prompt }]),
    ...(opening === undefined ? [] : [{ timestamp, source: 'user', message: opening }]),
  ];
}

function agentStep(turn: ExportedTurn, episode: ExportedEpisode): object {
  const { record, calls } = turn;
  const answer = exportedAnswer(turn);
  const usage = exportedUsage(calls);
  const id = `turn-${turn.turn}`;
  const reasoning = answer?.call.reasoning || record?.decision.reasoning || '';
  return {
    ...(calls[0] !== undefined && { timestamp: isoTime(calls[0].startMs) }),
    source: 'agent',
    model_name: answer?.call.model ?? episode.model,
    message: answer?.call.text ?? '',
    llm_call_count: usage.modelCalls,
    // A recipe's turn has no metrics and no reasoning.
    ...(reasoning !== '' && usage.modelCalls > 0 && { reasoning_content: reasoning }),
    ...(record !== null && {
      tool_calls: [
        { tool_call_id: id, function_name: TOOL, arguments: { command: record.decision.action } },
      ],
      observation: { results: [{ source_call_id: id, content: record.after.text }] },
    }),
    ...(usage.modelCalls > 0 && { metrics: metricsOf(usage) }),
    extra: standingAfter(turn),
  };
}

function metricsOf(usage: Meter): object {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    cached_tokens: usage.cachedTokens,
    ...(usage.costUsd !== null && { cost_usd: usage.costUsd }),
    extra: { model_calls: usage.modelCalls, failed_calls: usage.failedCalls },
  };
}

function standingAfter({ turn, record }: ExportedTurn): object {
  if (record === null) return { turn, played: false };
  const { location, score, moves, ended } = record.after;
  return { turn, location_id: location.id, location: location.name, score, moves, ended };
}
