import { CHARACTERS_PER_TOKEN } from '../domain/message.ts';
import { repeatsToItsEnd } from './completion-stream.ts';
import { HttpFailure } from './http-failure.ts';
import { balancedReplyJson } from './reply-json.ts';
import type { ModelReply, Usage } from './model.ts';
import { costOf } from './prices.ts';
import { readCompletion, readError, type Completion } from './provider-reply.ts';
import { bodyError, type AskedModel } from './request-failure.ts';
import type { Price } from './settings.ts';
import { splitReasoning } from './split-reasoning.ts';

/** The names of finish reasons; the first that fits decides. */
const FINISH: readonly (readonly [ModelReply['finishReason'], RegExp])[] = [
  ['loop', /^loop$/],
  ['refusal', /filter|refus|safety|prohibited|blocklist|recitation/i],
  ['length', /length|max|limit|exceed/i],
  ['stop', /stop|eos|end_turn/i],
];

/** The size of a call, besides its provider's report. */
interface CallSize {
  readonly price: Price | null;
  readonly promptCharacters: number;
  /** Of the reply, reasoning included. */
  readonly replyCharacters: number;
}

/**
 * Reads the body of a 2xx answer. Throws HttpFailure for an error inside a success, ModelError for no JSON object
 * (`malformed`) or no choices (`empty`). An empty, cut or refused message is a reply.
 */
export function normalise(
  body: string,
  size: Omit<CallSize, 'replyCharacters'>,
  asked: AskedModel,
): ModelReply {
  const completion = readCompletion(body);
  if (completion === null) throw bodyError('malformed', describeBody(body), body, asked);
  // Of several choices, the first is the one of index 0.
  const choice = completion.choices.find(({ index }) => index === 0) ?? completion.choices[0];
  const error = completion.error ?? choice?.error;
  if (error || choice?.finish_reason === 'error') throw hiddenFailure(error, body);
  if (choice === undefined) {
    const status = failingStatus(readError(body).code);
    if (status !== null) throw new HttpFailure(status, new Headers(), body);
    throw bodyError('empty', `no choices (${body.slice(0, 200)})`, body, asked);
  }
  const { message, finish_reason: finish } = choice;
  const thoughts = reasoningOf(message);
  const said = splitReasoning(writtenIn(message) || objectAtEnd(thoughts));
  const reasoning = [thoughts, said.reasoning].filter(Boolean).join('\n\n');
  const replyCharacters = said.text.length + reasoning.length;
  return {
    text: said.text,
    reasoning,
    usage: usageOf(completion, { ...size, replyCharacters }),
    finishReason:
      message.refusal === '' ? finishOf(finish, [said.text, said.reasoning]) : 'refusal',
    model: completion.model || asked.model,
  };
}

type ReplyMessage = Completion['choices'][number]['message'];

function reasoningOf(message: ReplyMessage): string {
  return (message.reasoning_details || message.reasoning_content || message.reasoning).trim();
}

/** A text or a refusal, and the arguments of tools that were never offered. */
function writtenIn({ content, refusal, tool_calls, function_call }: ReplyMessage): string {
  const called = tool_calls.map((tool) => tool.function.arguments).join('\n');
  return [content || refusal, called || function_call.arguments].filter(Boolean).join('\n');
}

/** An error inside a 200, under the status that its code names, as OpenRouter does. */
function hiddenFailure(error: unknown, body: string): HttpFailure {
  const status = failingStatus(readError(JSON.stringify({ error })).code);
  return new HttpFailure(status ?? 502, new Headers(), body);
}

function failingStatus(code: string): number | null {
  return /^[45]\d\d$/.test(code) ? Number(code) : null;
}

/** Some servers put the whole reply into its reasoning field; then the object at its end is the answer. */
function objectAtEnd(thoughts: string): string {
  const end = thoughts.replace(/\s*```\s*$/, '');
  return balancedReplyJson(end).findLast((object) => end.endsWith(object)) ?? '';
}

function finishOf(reason: string, texts: readonly string[]): ModelReply['finishReason'] {
  const finish = FINISH.find(([, names]) => names.test(reason))?.[0] ?? 'other';
  return finish === 'length' && texts.some(repeatsToItsEnd) ? 'loop' : finish;
}

function describeBody(body: string): string {
  if (body.trim() === '') return 'nothing';
  return /^\s*</.test(body) ? 'a web page' : 'something that is no JSON object';
}

/** No tokeniser makes more tokens of a character, and no template adds more to a request. */
const MOST_TOKENS_PER_CHARACTER = 4;
const MOST_TOKENS_ADDED = 10_000;
/** Reasoning that is not shown counts too, but no reply was ever longer. */
const LONGEST_REPLY = 1_000_000;
/** No call was ever so expensive, in US dollars. */
const DEAREST_CALL = 1000;

/** The usage and cost of a completion: as reported if plausible, else estimated from its texts and priced. */
export function usageOf(
  { usage, timings }: Pick<Completion, 'usage' | 'timings'>,
  { price, promptCharacters, replyCharacters }: CallSize,
): Usage {
  const { prompt_tokens: prompt, completion_tokens: completion, prompt_tokens_details } = usage;
  const { cached_tokens, cache_write_tokens } = prompt_tokens_details;
  const cached = cached_tokens || usage.prompt_cache_hit_tokens || timings.cache_n;
  const most = promptCharacters * MOST_TOKENS_PER_CHARACTER + MOST_TOKENS_ADDED;
  const isReported = prompt > 0 && prompt <= most && completion <= LONGEST_REPLY;
  const counts = isReported
    ? {
        promptTokens: prompt,
        completionTokens: completion,
        cachedTokens: Math.min(cached, prompt),
        reasoningTokens: Math.min(usage.completion_tokens_details.reasoning_tokens, completion),
      }
    : {
        promptTokens: Math.ceil(promptCharacters / CHARACTERS_PER_TOKEN),
        completionTokens: Math.ceil(replyCharacters / CHARACTERS_PER_TOKEN),
        cachedTokens: 0,
        reasoningTokens: 0,
      };
  const reported = usage.cost !== null && usage.cost <= DEAREST_CALL ? usage.cost : null;
  const written = Math.min(cache_write_tokens, counts.promptTokens - counts.cachedTokens);
  const costUsd = reported ?? (price && costOf(counts, written, price));
  return isReported ? { ...counts, costUsd } : { ...counts, costUsd, isEstimated: true };
}
