import { createHash } from 'node:crypto';
import type { CallRecord } from '../../../model/call-record.ts';
import type { ExportedEpisode, TimedCall } from './exported-episode.ts';

const STOP_REASONS = {
  stop: 'stop',
  length: 'max_tokens',
  refusal: 'content_filter',
  loop: 'unknown',
  other: 'unknown',
} as const;

const SHORTEST_ATTACHMENT = 100;

/**
 * An event of Inspect's log for each model call, whoever was asked. Messages that several calls share are in the log once,
 * as attachments.
 */
export function modelEvents(episode: ExportedEpisode): {
  readonly events: readonly object[];
  readonly attachments: Readonly<Record<string, string>>;
} {
  const attachments: Record<string, string> = {};
  const attach = (text: string): string => {
    if (text.length < SHORTEST_ATTACHMENT) return text;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
    attachments[hash] = text;
    return `attachment://${hash}`;
  };
  const calls = episode.turns.flatMap((turn) => turn.calls);
  const events = calls.map((one, index) => modelEvent(one, { episode, index, attach }));
  return { events, attachments };
}

interface Place {
  readonly episode: ExportedEpisode;
  readonly index: number;
  readonly attach: (text: string) => string;
}

function modelEvent(
  { call, startMs, endMs }: TimedCall,
  { episode, index, attach }: Place,
): object {
  const sentMs = endMs - call.latencyMs;
  return {
    event: 'model',
    uuid: `${episode.id.slice(0, 16)}-m${index}`,
    timestamp: timeOf(startMs),
    working_start: (sentMs - episode.startMs) / 1000,
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
  };
}

function outputOf(call: CallRecord, asked: string): object {
  if (call.outcome === 'failed') return { model: asked, choices: [], error: call.message };
  const { model, text, reasoning, finishReason, usage, latencyMs } = call;
  const { promptTokens, completionTokens, cachedTokens } = usage;
  const content =
    reasoning === ''
      ? text
      : [
          { type: 'reasoning', reasoning },
          { type: 'text', text },
        ];
  return {
    model,
    choices: [
      {
        message: { role: 'assistant', source: 'generate', model, content },
        stop_reason: STOP_REASONS[finishReason],
      },
    ],
    usage: {
      input_tokens: promptTokens,
      output_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      input_tokens_cache_read: cachedTokens,
    },
    time: latencyMs / 1000,
  };
}

/** A moment in UTC with its offset, as the format writes it. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00');
}
