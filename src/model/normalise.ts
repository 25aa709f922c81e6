import { HttpFailure } from './http-failure.ts';
import type { Price } from './model-config.ts';
import type { FinishReason, ModelReply } from './model.ts';
import { bodyError, type Asked } from './request-failure.ts';
import { splitReasoning } from './split-reasoning.ts';
import { readUsage } from './usage.ts';

type Fields = Readonly<Record<string, unknown>>;

const FINISH: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'refusal',
  refusal: 'refusal',
};

/**
 * Reads the body of a 2xx answer, whatever its content type said.
 * Throws HttpFailure for an error that came as a success, ModelError `malformed` for what is no JSON object and
 * `empty` for a completion without choices. An empty, cut or refused message is a reply; its reader decides.
 */
export function normalise(body: string, price: Price | null, asked: Asked): ModelReply {
  const completion = parseObject(body);
  if (completion === null) throw bodyError('malformed', describeBody(body), body, asked);
  const choices = Array.isArray(completion['choices']) ? (completion['choices'] as unknown[]) : [];
  const choice = object(choices[0]);
  const error = completion['error'] ?? choice['error'];
  if (error || choice['finish_reason'] === 'error') throw hiddenFailure(error, body);
  if (choices.length === 0) throw bodyError('empty', 'no choices', body, asked);
  const message = object(choice['message']);
  const refusal = text(message['refusal']);
  const content = splitReasoning(contentText(message['content']) || refusal);
  return {
    text: content.text,
    reasoning: [reasoningField(message), content.reasoning].filter(Boolean).join('\n\n'),
    usage: readUsage(completion, price),
    finishReason: refusal === '' ? finishReason(choice['finish_reason']) : 'refusal',
    model: text(completion['model']) || asked.model,
  };
}

function finishReason(value: unknown): FinishReason {
  return FINISH[text(value)] ?? 'other';
}

/** An error inside a 200, under the status that its code names, as OpenRouter does. */
function hiddenFailure(error: unknown, body: string): HttpFailure {
  const code = Number(object(error)['code']);
  const status = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502;
  return new HttpFailure(status, new Headers(), body);
}

function reasoningField(message: Fields): string {
  return (
    detailsText(message['reasoning_details']) ||
    text(message['reasoning_content']) ||
    text(message['reasoning'])
  ).trim();
}

function detailsText(details: unknown): string {
  if (!Array.isArray(details)) return '';
  return details
    .map((detail) => text(object(detail)['text']) || text(object(detail)['summary']))
    .filter(Boolean)
    .join('\n\n');
}

/** Content as text: a string, or the text parts that some endpoints send. */
function contentText(content: unknown): string {
  if (!Array.isArray(content)) return text(content);
  return content.map((part) => text(object(part)['text'])).join('');
}

function describeBody(body: string): string {
  if (body.trim() === '') return 'nothing';
  return /^\s*</.test(body) ? 'a web page' : 'something that is no JSON object';
}

function parseObject(body: string): Fields | null {
  try {
    const value: unknown = JSON.parse(body);
    // Some gateways send the JSON as a JSON string.
    if (typeof value === 'string' && value.startsWith('{')) return parseObject(value);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : null;
  } catch {
    return null;
  }
}

function object(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
