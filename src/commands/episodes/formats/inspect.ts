import { isBreakdown } from '../../../domain/stop-reason.ts';
import { VERSION } from '../../../domain/version.ts';
import type { Meter } from '../../../events/meter.ts';
import type { CallRecord } from '../../../model/call-record.ts';
import { sha256 } from '../../../storage/bytes.ts';
import {
  exportedAnswer,
  isoTime,
  systemPrompt,
  type ExportedEpisode,
  type ExportedTurn,
  type TimedCall,
} from './exported-episode.ts';

const FORMAT = 2;
const TOOL = 'play';
const TASK = 'zorkgpt';
const SHORTEST_ATTACHMENT = 100;

const STOP_REASONS = {
  stop: 'stop',
  length: 'max_tokens',
  refusal: 'content_filter',
  loop: 'unknown',
  other: 'unknown',
} as const;

/** The name by which Inspect finds a log in a folder: its time, task, and id. */
export function inspectLogName(episode: ExportedEpisode): string {
  const time = timeOf(episode.startMs).replace(/\.\d+/, '').replaceAll(':', '-');
  return `${time}_${TASK}_${episode.id.slice(42, 64)}.json`;
}

/** An episode as an evaluation log of Inspect: one sample, with a message of the agent and one of the game for each turn. */
export function inspectLog(episode: ExportedEpisode): object {
  const { id, story, ifid, seed, number, summary } = episode;
  const [started, completed] = [timeOf(episode.startMs), timeOf(episode.endMs)];
  const times = { started_at: started, completed_at: completed };
  const usage = { model_usage: { [modelOf(episode)]: usageOf(episode.totals) } };
  const status = statusOf(episode);
  const value = summary?.score ?? null;
  const metrics = { mean: { name: 'mean', value, params: {} } };
  return {
    version: FORMAT,
    status,
    eval: {
      eval_id: id.slice(0, 22),
      run_id: id.slice(22, 44),
      created: started,
      task: TASK,
      task_id: id.slice(42, 64),
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
    },
    plan: { name: 'plan', steps: [{ solver: 'zorkgpt', params: {} }], config: {} },
    results: {
      total_samples: 1,
      completed_samples: summary === null ? 0 : 1,
      scores: value === null ? [] : [{ name: 'score', scorer: 'score', params: {}, metrics }],
    },
    stats: { ...times, ...usage },
    ...(status === 'error' && {
      error: { message: summary?.stopDetail ?? '', traceback: '', traceback_ansi: '' },
    }),
    samples: [{ ...sample(episode), ...usage, ...times }],
  };
}

function statusOf({ summary }: ExportedEpisode): 'started' | 'success' | 'cancelled' | 'error' {
  if (summary === null) return 'started';
  const { stopReason } = summary;
  if (stopReason === 'interruption' || stopReason === 'abandoned') return 'cancelled';
  return isBreakdown(stopReason) ? 'error' : 'success';
}

function sample(episode: ExportedEpisode): object {
  const { turns, summary, number, id, story, ifid, seed } = episode;
  const key = id.slice(0, 16);
  const system = systemPrompt(episode);
  const opening = turns[0]?.record?.before.text ?? '';
  const answers = turns.flatMap((turn) => messagesOf(turn, episode));
  const last = answers.findLast(({ role }) => role === 'assistant');
  const { maxScore = null } = summary ?? {};
  const seconds = (episode.endMs - episode.startMs) / 1000;
  return {
    id: number,
    epoch: 1,
    input: opening,
    target: maxScore === null ? '' : String(maxScore),
    messages: [
      ...(system === undefined ? [] : [{ id: `${key}-s`, role: 'system', content: system }]),
      { id: `${key}-0`, role: 'user', source: 'input', content: opening },
      ...answers,
    ],
    output: {
      model: modelOf(episode),
      choices: last === undefined ? [] : [{ message: last, stop_reason: 'tool_calls' }],
      usage: usageOf(episode.totals),
      time: seconds,
    },
    scores: scoresOf(episode),
    metadata: { story, ifid, seed },
    store: {},
    ...modelEvents(episode),
    total_time: seconds,
    uuid: id.slice(0, 22),
  };
}

function scoresOf({ summary }: ExportedEpisode): object {
  if (summary === null || summary.score === null) return {};
  const { score: value, stopDetail, maxScore, turns, locationsVisited: rooms } = summary;
  const metadata = { max_score: maxScore, turns, rooms, stop_reason: summary.stopReason };
  return { score: { value, answer: String(value), explanation: stopDetail, metadata } };
}

function messagesOf(turn: ExportedTurn, { id, model }: ExportedEpisode) {
  const { record } = turn;
  if (record === null) return [];
  const answer = exportedAnswer(turn);
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
      content: contentOf(text, { reasoning, redacted: false }),
      tool_calls: [{ ...call, arguments: { command: record.decision.action } }],
    },
    {
      id: `${key}-t`,
      role: 'tool',
      tool_call_id: call.id,
      function: TOOL,
      content: record.after.text,
    },
  ];
}

/** An event for each model call of any role. Messages shared by several calls are in the log once, as attachments. */
function modelEvents(episode: ExportedEpisode): object {
  const attachments: Record<string, string> = {};
  const attach = (text: string): string => {
    if (text.length < SHORTEST_ATTACHMENT) return text;
    const hash = sha256(text).slice(0, 32);
    attachments[hash] = text;
    return `attachment://${hash}`;
  };
  const modelEvent = ({ call, startMs, endMs }: TimedCall, index: number) => ({
    event: 'model',
    uuid: `${episode.id.slice(0, 16)}-m${index}`,
    timestamp: timeOf(startMs),
    working_start: (endMs - call.latencyMs - episode.startMs) / 1000,
    model: call.outcome === 'answered' ? call.model : episode.model,
    role: call.role,
    input: call.messages.map(({ role, content }) => ({ role, content: attach(content) })),
    tools: [],
    tool_choice: 'none',
    config: {},
    output: outputOf(call, episode.model),
    ...(call.outcome === 'failed' && { error: call.message }),
    completed: timeOf(endMs),
    working_time: call.latencyMs / 1000,
  });
  return { events: episode.turns.flatMap(({ calls }) => calls).map(modelEvent), attachments };
}

function outputOf(call: CallRecord, asked: string): object {
  if (call.outcome === 'failed') return { model: asked, choices: [], error: call.message };
  const { model, text, reasoning, finishReason, usage, latencyMs } = call;
  const content = contentOf(text, { reasoning });
  const message = { role: 'assistant', source: 'generate', model, content };
  return {
    model,
    choices: [{ message, stop_reason: STOP_REASONS[finishReason] }],
    usage: usageOf({ ...usage, costUsd: null }),
    time: latencyMs / 1000,
  };
}

function contentOf(
  text: string,
  thought: { readonly reasoning: string; readonly redacted?: false },
): string | object[] {
  if (thought.reasoning === '') return text;
  return [
    { type: 'reasoning', ...thought },
    { type: 'text', text },
  ];
}

type Used = Pick<Meter, 'promptTokens' | 'completionTokens' | 'cachedTokens' | 'costUsd'>;

function usageOf({ promptTokens, completionTokens, cachedTokens, costUsd }: Used): object {
  return {
    input_tokens: promptTokens,
    output_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    input_tokens_cache_read: cachedTokens,
    ...(costUsd !== null && { total_cost: costUsd }),
  };
}

/** The model as Inspect names models: its provider, then its own name. */
function modelOf({ provider, model }: ExportedEpisode): string {
  return `${provider}/${model}`;
}

function timeOf(ms: number): string {
  return isoTime(ms).replace('Z', '+00:00');
}
