import { isBreakdown } from '../../../domain/stop-reason.ts';
import { VERSION } from '../../../domain/version.ts';
import type { CallRecord } from '../../../model/call-record.ts';
import { sha256 } from '../../../storage/bytes.ts';
import type { ExportedEpisode, ExportedTurn, TimedCall } from './exported-episode.ts';

const [INTERNAL, CLIENT] = [1, 3];
const ERROR = 2;
const AGENT = 'zorkgpt';

/** The value of an attribute. The wrapper separates whole numbers from others. */
type Value = string | number | boolean | readonly string[] | { readonly decimal: number };

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly object[];
  readonly status: object;
}

/** An episode as spans of one trace: the invocation, below it each model call and command. Prompts are too long for it. */
export function otelSpans(episode: ExportedEpisode): readonly OtlpSpan[] {
  const { turns, summary, totals } = episode;
  const spanOf = spanMaker(episode);
  const root = spanOf('root', {
    name: `invoke_agent ${AGENT}`,
    kind: INTERNAL,
    times: [episode.startMs, episode.endMs],
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': AGENT,
      'gen_ai.agent.version': VERSION,
      'gen_ai.request.model': episode.model,
      'gen_ai.usage.input_tokens': totals.promptTokens,
      'gen_ai.usage.output_tokens': totals.completionTokens,
      'gen_ai.usage.cache_read.input_tokens': totals.cachedTokens,
      'zorkgpt.model_calls': totals.modelCalls,
      ...(totals.costUsd !== null && { 'zorkgpt.cost_usd': { decimal: totals.costUsd } }),
      'zorkgpt.episode': episode.number,
      'zorkgpt.story': episode.story,
      ...(typeof summary?.score === 'number' && { 'zorkgpt.score': summary.score }),
      ...(summary !== null && {
        'zorkgpt.turns': summary.turns,
        'zorkgpt.stop_reason': summary.stopReason,
      }),
    },
    ...(summary !== null && isBreakdown(summary.stopReason) && { error: summary.stopDetail }),
  });
  const below = turns.flatMap((turn) => [
    ...turn.calls.map((one, index) =>
      spanOf(`call ${turn.turn} ${index}`, chatSpan(one, turn, episode), root),
    ),
    ...toolSpans(turn, episode).map((span) => spanOf(`tool ${turn.turn}`, span, root)),
  ]);
  return [root, ...below];
}

export function otlpRequest(spans: readonly OtlpSpan[]) {
  const scope = { name: AGENT, version: VERSION };
  const attributes = attributesOf({ 'service.name': AGENT, 'service.version': VERSION });
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope, spans }] }] };
}

interface SpanFacts {
  readonly name: string;
  readonly kind: number;
  /** Milliseconds since 1970. */
  readonly times: readonly [number, number];
  readonly attributes: Readonly<Record<string, Value>>;
  readonly error?: string;
}

function chatSpan(
  { call, startMs, endMs }: TimedCall,
  { turn }: ExportedTurn,
  episode: ExportedEpisode,
): SpanFacts {
  const answered = call.outcome === 'answered' ? call : null;
  const asked = answered?.model ?? episode.model;
  return {
    name: `chat ${asked}`,
    kind: CLIENT,
    times: [startMs, endMs],
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': asked,
      'zorkgpt.role': call.role,
      'zorkgpt.turn': turn,
      ...(answered !== null && {
        'gen_ai.response.model': answered.model,
        'gen_ai.response.finish_reasons': [answered.finishReason],
        'gen_ai.output.messages': JSON.stringify([outputMessage(answered)]),
      }),
      // A fork's copied usage belongs to its parent.
      ...(answered !== null &&
        answered.copied !== true && {
          'gen_ai.usage.input_tokens': answered.usage.promptTokens,
          'gen_ai.usage.output_tokens': answered.usage.completionTokens,
          'gen_ai.usage.cache_read.input_tokens': answered.usage.cachedTokens,
        }),
      ...(call.outcome === 'failed' && { 'error.type': call.kind }),
    },
    ...(call.outcome === 'failed' && { error: call.message }),
  };
}

function outputMessage(call: Extract<CallRecord, { readonly outcome: 'answered' }>): object {
  const { text, reasoning, finishReason } = call;
  const thought = reasoning === '' ? [] : [{ type: 'reasoning', content: reasoning }];
  return {
    role: 'assistant',
    parts: [...thought, { type: 'text', content: text }],
    finish_reason: finishReason,
  };
}

/** The command follows the last call that chose it. The game's own time is not recorded. */
function toolSpans(
  { turn, record, calls }: ExportedTurn,
  { startMs }: ExportedEpisode,
): SpanFacts[] {
  if (record === null) return [];
  const chosen = calls.findLast(({ call }) => call.role === 'agent' || call.role === 'critic');
  const at = chosen?.endMs ?? calls[0]?.startMs ?? startMs;
  return [
    {
      name: 'execute_tool play',
      kind: INTERNAL,
      times: [at, at],
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'play',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': `turn-${turn}`,
        'gen_ai.tool.call.arguments': JSON.stringify({ command: record.decision.action }),
        'gen_ai.tool.call.result': record.after.text,
        'zorkgpt.turn': turn,
        'zorkgpt.location_id': record.after.location.id,
        ...(record.after.score !== null && { 'zorkgpt.score': record.after.score }),
      },
    },
  ];
}

function spanMaker({ id, provider }: ExportedEpisode) {
  const traceId = id.slice(0, 32);
  const common = { 'gen_ai.provider.name': provider, 'gen_ai.conversation.id': id };
  return (key: string, facts: SpanFacts, parent?: OtlpSpan): OtlpSpan => {
    const { name, kind, times, attributes, error } = facts;
    const spanId = sha256(`${id} ${key}`).slice(0, 16);
    return {
      traceId,
      spanId,
      ...(parent !== undefined && { parentSpanId: parent.spanId }),
      name,
      kind,
      startTimeUnixNano: nanoseconds(times[0]),
      endTimeUnixNano: nanoseconds(times[1]),
      attributes: attributesOf({ ...common, ...attributes }),
      status: error === undefined ? {} : { code: ERROR, message: error },
    };
  };
}

/** A 64-bit number, which the protocol's JSON has as a string. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms)) * 1_000_000n);
}

function attributesOf(values: Readonly<Record<string, Value>>): readonly object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: Value): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if ('decimal' in value) return { doubleValue: value.decimal };
  return { arrayValue: { values: value.map((one) => ({ stringValue: one })) } };
}
