import { HttpFailure } from './http-failure.ts';
import { balancedObjects } from './json-candidates.ts';
import type { FinishReason, ModelReply } from './model.ts';
import { readCompletion, readError, type Completion } from './provider-reply.ts';
import { bodyError, type AskedModel } from './request-failure.ts';
import { repeatsToItsEnd } from './completion-stream.ts';
import { splitReasoning } from './split-reasoning.ts';
import { usageOf, type CallSize } from './usage.ts';

const FINISH: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  length: 'length',
  max_tokens: 'length',
  loop: 'loop',
  content_filter: 'refusal',
  refusal: 'refusal',
};

/**
 * Reads the body of a 2xx answer, whatever its content type said.
 * Throws HttpFailure for an error that came as a success, ModelError `malformed` for what is no JSON object and
 * `empty` for a completion without choices. An empty, cut or refused message is a reply; its reader decides.
 */
export function normalise(
  body: string,
  size: Omit<CallSize, 'replyCharacters'>,
  asked: AskedModel,
): ModelReply {
  const completion = readCompletion(body);
  if (completion === null) throw bodyError('malformed', describeBody(body), body, asked);
  const choice = firstChoice(completion);
  const error = completion.error ?? choice?.error;
  if (error || choice?.finish_reason === 'error') throw hiddenFailure(error, body);
  if (choice === undefined) throw bodyError('empty', 'no choices', body, asked);
  const { refusal } = choice.message;
  const thoughts = reasoningOf(choice.message);
  const said = splitReasoning(writtenIn(choice.message) || objectAtEnd(thoughts));
  const reasoning = [thoughts, said.reasoning].filter(Boolean).join('\n\n');
  return {
    text: said.text,
    reasoning,
    usage: usageOf(completion, {
      ...size,
      replyCharacters: said.text.length + reasoning.length,
    }),
    finishReason: refusal === '' ? finishOf(choice.finish_reason, said) : 'refusal',
    model: completion.model || asked.model,
  };
}

/** An error inside a 200, under the status that its code names, as OpenRouter does. */
function hiddenFailure(error: unknown, body: string): HttpFailure {
  const code = Number(readError(JSON.stringify({ error })).code);
  const status = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502;
  return new HttpFailure(status, new Headers(), body);
}

type ReplyMessage = Completion['choices'][number]['message'];

function reasoningOf(message: ReplyMessage): string {
  return (message.reasoning_details || message.reasoning_content || message.reasoning).trim();
}

/** Some servers put the whole reply where its reasoning belongs; the object that it ends with is then the answer. */
function objectAtEnd(thoughts: string): string {
  const end = thoughts.replace(/\s*```\s*$/, '');
  return balancedObjects(end).findLast((object) => end.endsWith(object)) ?? '';
}

function finishOf(
  reason: string,
  { text, reasoning }: ReturnType<typeof splitReasoning>,
): FinishReason {
  const finish = FINISH[reason] ?? 'other';
  const isLoop = finish === 'length' && [text, reasoning].some(repeatsToItsEnd);
  return isLoop ? 'loop' : finish;
}

/** What the model wrote: a text, a refusal, or the arguments of a tool that was never offered. */
function writtenIn({ content, refusal, tool_calls: [tool] }: ReplyMessage): string {
  return content || refusal || (tool?.function.arguments ?? '');
}

/** Where several were sent, the first is the one of index 0. */
function firstChoice({ choices }: Completion): Completion['choices'][number] | undefined {
  return choices.find(({ index }) => index === 0) ?? choices[0];
}

function describeBody(body: string): string {
  if (body.trim() === '') return 'nothing';
  return /^\s*</.test(body) ? 'a web page' : 'something that is no JSON object';
}
