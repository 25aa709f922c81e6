import * as z from 'zod';
import type { Message } from '../domain/message.ts';
import type { Essential } from './free-form.ts';
import type { ModelReply, ModelRequest } from './model.ts';
import type { ParsedReply, Wanted } from './parse-reply.ts';

/** A reply that could not be used. */
export type Fault = Extract<ParsedReply<unknown>, { ok: false }>;

/** Most that is thought before the essential is asked for, in tokens. */
const THOUGHT_TOKENS = 200;

const THINK_FIRST =
  'First say in two or three sentences, in no form, what you see, what you want and what is best now. You are asked for the rest then.';

/** The request for what a model thinks, in no form. */
export function thoughtRequest(request: ModelRequest): ModelRequest {
  const messages = append(request.messages, request.messages.length - 1, THINK_FIRST);
  return { ...request, messages, isFree: true, replyLimit: THOUGHT_TOKENS };
}

/** The request for the essential alone, after what was thought; it begins as the one for that did. */
export function afterThought(
  request: ModelRequest,
  thought: string,
  { essential, replySchema }: Wanted<unknown>,
): ModelRequest {
  if (essential === undefined || !(replySchema instanceof z.ZodObject)) return request;
  const { field, such } = wordsOf(essential);
  const said: readonly Message[] = [
    { role: 'assistant', content: thought },
    { role: 'user', content: `Now reply with the ${field} alone in JSON${such}.` },
  ];
  return {
    ...request,
    messages: [...thoughtRequest(request).messages, ...said],
    replySchema: only(replySchema, field),
  };
}

/** Longest part of a bad reply that its repair request shows, in characters. */
const SHOWN_REPLY = 4000;

/** Asks again. A reply to correct is shown as the model's own turn; an empty one would be refused by some endpoints. */
function repairRequest(request: ModelRequest, reply: ModelReply, fault: Fault): ModelRequest {
  const note = repairNote(fault);
  const { messages } = request;
  const shown = reply.text.trim().slice(0, SHOWN_REPLY);
  const again: readonly Message[] =
    shown === '' || fault.kind === 'cut' || fault.kind === 'loop'
      ? append(messages, messages.length - 1, note)
      : [...messages, { role: 'assistant', content: shown }, { role: 'user', content: note }];
  return { ...request, messages: again };
}

/** Makes a request anew after an unusable reply to it. */
type Again = (request: ModelRequest, reply: ModelReply, fault: Fault) => ModelRequest;

/**
 * The requests that follow an unusable reply, in order. Weak models copy an example, so the example is a command that can
 * be played.
 */
export function againFor({ essential, replySchema }: Wanted<unknown>): readonly Again[] {
  if (essential === undefined || !(replySchema instanceof z.ZodObject))
    return [repairRequest, repairRequest, repairRequest];
  const { field, such, example } = wordsOf(essential);
  const alone = only(replySchema, field);
  const fresh =
    (note: string, replySchema?: z.ZodType): Again =>
    (request) => ({
      ...request,
      messages: append(request.messages, request.messages.length - 1, note),
      ...(replySchema !== undefined && { replySchema }),
    });
  return [
    repairRequest,
    fresh(`Reply with the JSON object alone, its ${field} a command${such}.`),
    fresh(`Reply with nothing but the ${field} in JSON${such}.`, alone),
    fresh(
      `Reply with one line and nothing else:\n${field.toUpperCase()}: ${example}`.trim(),
      alone,
    ),
  ];
}

function wordsOf({ names: [field], example = '' }: Essential) {
  const such = example === '' ? '' : `, as in ${JSON.stringify({ [field]: example })}`;
  return { field, such, example };
}

function only({ shape }: z.ZodObject, field: string): z.ZodType {
  const own: unknown = shape[field];
  return z.object({ [field]: own instanceof z.ZodType ? own : z.string() });
}

function repairNote({ kind, problem }: Fault): string {
  const fix =
    kind === 'cut' || kind === 'loop'
      ? 'Reply again, with the same JSON object in fewer words.'
      : 'Reply again with only the corrected JSON object.';
  return `Your last reply could not be used. ${problem}\n${fix}`;
}

export function append(
  messages: readonly Message[],
  index: number,
  text: string,
): readonly Message[] {
  return messages.map((message, at) =>
    at === index ? { ...message, content: `${message.content}\n\n${text}` } : message,
  );
}
