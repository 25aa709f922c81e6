import { isBreakdown } from '../../../domain/stop-reason.ts';
import { modelEvents, timeOf } from './inspect-events.ts';
import { VERSION } from '../../../domain/version.ts';
import type { Meter } from '../../../events/meter.ts';
import {
  agentsAnswer,
  systemPrompt,
  type ExportedEpisode,
  type ExportedTurn,
} from './exported-episode.ts';

/** The name by which Inspect finds a log in a folder: when it was made, its task, and its id. */
export function inspectLogName(episode: ExportedEpisode): string {
  const time = timeOf(episode.startMs).replace(/\.\d+/, '').replaceAll(':', '-');
  return `${time}_${TASK}_${taskId(episode)}.json`;
}

const FORMAT = 2;
const TOOL = 'play';
const TASK = 'zorkgpt';

/** An episode as an evaluation log of Inspect: one sample, a message of the agent and one of the game for each turn. */
export function inspectLog(episode: ExportedEpisode): object {
  const usage = { [modelOf(episode)]: usageOf(episode.totals) };
  const [started, completed] = [timeOf(episode.startMs), timeOf(episode.endMs)];
  return {
    version: FORMAT,
    status: statusOf(episode),
    eval: evalSpec(episode, started),
    plan: { name: 'plan', steps: [{ solver: 'zorkgpt', params: {} }], config: {} },
    results: results(episode),
    stats: { started_at: started, completed_at: completed, model_usage: usage },
    ...(statusOf(episode) === 'error' && {
      error: { message: episode.summary?.stopDetail ?? '', traceback: '', traceback_ansi: '' },
    }),
    samples: [
      { ...sample(episode), model_usage: usage, started_at: started, completed_at: completed },
    ],
  };
}

function evalSpec(episode: ExportedEpisode, created: string): object {
  const { id, story, ifid, seed, number } = episode;
  return {
    eval_id: id.slice(0, 22),
    run_id: id.slice(22, 44),
    created,
    task: TASK,
    task_id: taskId(episode),
    task_version: 0,
    task_args: { story: ifid, seed },
    dataset: { name: story, samples: 1, sample_ids: [number], shuffled: false },
    model: modelOf(episode),
    model_args: {},
    model_generate_config: {},
    config: { epochs: 1 },
    packages: { zorkgpt: VERSION },
    scorers: [{ name: 'score' }],
    metadata: { episode: number, ifid, seed },
  };
}

function taskId({ id }: ExportedEpisode): string {
  return id.slice(42, 64);
}

function statusOf({ summary }: ExportedEpisode): 'started' | 'success' | 'cancelled' | 'error' {
  if (summary === null) return 'started';
  const { stopReason } = summary;
  if (stopReason === 'interruption' || stopReason === 'abandoned') return 'cancelled';
  return isBreakdown(stopReason) ? 'error' : 'success';
}

/** Scores of the one sample; a story that keeps none has none. */
function results({ summary }: ExportedEpisode): object {
  const value = summary?.score ?? null;
  return {
    total_samples: 1,
    completed_samples: summary === null ? 0 : 1,
    scores:
      value === null
        ? []
        : [
            {
              name: 'score',
              scorer: 'score',
              params: {},
              metrics: { mean: { name: 'mean', value, params: {} } },
            },
          ],
  };
}

function sample(episode: ExportedEpisode): object {
  const { turns, summary, number, id } = episode;
  const opening = turns[0]?.record?.before.text ?? '';
  const answers = turns.flatMap((turn) => messagesOf(turn, episode));
  const last = answers.findLast(({ role }) => role === 'assistant');
  const { score = null, maxScore = null } = summary ?? {};
  return {
    id: number,
    epoch: 1,
    input: opening,
    target: maxScore === null ? '' : String(maxScore),
    messages: [
      ...systemMessage(episode),
      { id: `${id.slice(0, 16)}-0`, role: 'user', source: 'input', content: opening },
      ...answers,
    ],
    output: {
      model: modelOf(episode),
      choices: last === undefined ? [] : [{ message: last, stop_reason: 'tool_calls' }],
      usage: usageOf(episode.totals),
      time: (episode.endMs - episode.startMs) / 1000,
    },
    scores: score === null ? {} : { score: scoreOf(score, episode) },
    metadata: { story: episode.story, ifid: episode.ifid, seed: episode.seed },
    store: {},
    ...modelEvents(episode),
    total_time: (episode.endMs - episode.startMs) / 1000,
    uuid: id.slice(0, 22),
  };
}

function scoreOf(value: number, { summary }: ExportedEpisode): object {
  return {
    value,
    answer: String(value),
    explanation: summary?.stopDetail ?? '',
    metadata: {
      max_score: summary?.maxScore ?? null,
      turns: summary?.turns ?? null,
      rooms: summary?.locationsVisited ?? null,
      stop_reason: summary?.stopReason ?? null,
    },
  };
}

function systemMessage(episode: ExportedEpisode): readonly object[] {
  const content = systemPrompt(episode);
  const id = `${episode.id.slice(0, 16)}-s`;
  return content === undefined ? [] : [{ id, role: 'system', content }];
}

interface ChatMessage {
  readonly role: 'assistant' | 'tool';
}

function messagesOf(turn: ExportedTurn, { id, model }: ExportedEpisode): readonly ChatMessage[] {
  const { record } = turn;
  if (record === null) return [];
  const answer = agentsAnswer(turn);
  const key = `${id.slice(0, 16)}-${turn.turn}`;
  const text = answer?.call.text ?? record.decision.action;
  const reasoning = answer?.call.reasoning || record.decision.reasoning;
  const call = { id: `turn-${turn.turn}`, function: TOOL, type: 'function' };
  return [
    {
      id: `${key}-a`,
      role: 'assistant',
      source: 'generate',
      model: answer?.call.model ?? model,
      content:
        reasoning === ''
          ? text
          : [
              { type: 'reasoning', reasoning, redacted: false },
              { type: 'text', text },
            ],
      tool_calls: [{ ...call, arguments: { command: record.decision.action } }],
    } as ChatMessage,
    {
      id: `${key}-t`,
      role: 'tool',
      tool_call_id: call.id,
      function: TOOL,
      content: record.after.text,
    } as ChatMessage,
  ];
}

function usageOf({ promptTokens, completionTokens, cachedTokens, costUsd }: Meter): object {
  return {
    input_tokens: promptTokens,
    output_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    input_tokens_cache_read: cachedTokens,
    ...(costUsd !== null && { total_cost: costUsd }),
  };
}

/** The model as Inspect names models: who serves it, then its own name. */
function modelOf({ provider, model }: ExportedEpisode): string {
  return `${provider}/${model}`;
}
