import * as z from 'zod';
import { ModelError } from '../domain/errors.ts';
import type { Message, Role } from '../domain/message.ts';
import { redact } from '../domain/redact.ts';
import { firstLine } from '../domain/text.ts';
import type { Essential } from './free-form.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './model.ts';
import { parseReply, type ParsedReply, type Wanted, type Fault } from './parse-reply.ts';
import { describeSchema } from './reply-schema.ts';

/** A question whose answer must have a shape. One with an essential field is asked up to five times. */
export interface Question<T>
  extends
    Wanted<T>,
    Pick<ModelRequest, 'role' | 'messages' | 'memories' | 'choices' | 'among'>,
    Pick<ModelRequest, 'formMayChange' | 'mayWait' | 'signal'> {
  /** The model first thinks in free form and then says only what is essential: a constrained form costs sense. */
  readonly thinksFirst?: true;
  /** Reads a plain no from a reply that cannot be parsed. Asking again never turns that into a yes. */
  readonly nothing?: (text: string) => T | null;
}

/** The validated answer, or why there is none after all requests. */
type Answer<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly reply: ModelReply;
      /** What was wrong. Absent if the first reply was in order. */
      readonly irregularities?: readonly ('syntax-repaired' | 'asked-again')[];
    }
  | { readonly ok: false; readonly error: ModelError };

/** Asks a model and returns its validated reply, or a typed failure. Rejects for an abort, and for errors that are no model's. */
export type Ask = <T>(question: Question<T>) => Promise<Answer<T>>;

/** The most room for a reply that was cut, and the room after a loop, as multiples of the role's limit. */
const MOST_ROOM = 8;
const ROOM_AFTER_LOOP = 0.5;

/**
 * Asks through a model, which is told the schema. An unusable reply is asked for again once, a cut one up to three times
 * with twice the room, which the role keeps. With an essential field, three fresh tries ask for less each time: the bare
 * object, that field alone, one line of text.
 */
export function createAsk(model: LanguageModel): Ask {
  /** The room that replies of a role needed, as multiples of their limit. */
  const rooms = new Map<Role, number>();
  return async (question) => {
    const asked: ModelRequest = { ...question, messages: withSchema(question) };
    try {
      let room = rooms.get(question.role) ?? 1;
      const thought = question.thinksFirst === true ? await thoughtOf(model, asked) : null;
      const request = thought === null ? asked : afterThought(asked, thought, question);
      let reply = await model.complete(withRoom(request, room));
      let read = readReply(reply, question);
      if (read.ok) return answerOf(read, reply, { thought, isAgain: false });
      for (const [tries, again] of againFor(question).entries()) {
        if (!isWorthAsking(question, read, tries)) break;
        room = roomAfter(read, room);
        reply = await model.complete(again(withRoom(request, room), reply, read));
        read = readReply(reply, question);
        if (!read.ok) continue;
        rooms.set(question.role, Math.max(1, room));
        return answerOf(read, reply, { thought, isAgain: true });
      }
      return { ok: false, error: noAnswer(question.role, reply, read) };
    } catch (error) {
      if (error instanceof ModelError) return { ok: false, error };
      throw error;
    }
  };
}

async function thoughtOf(model: LanguageModel, asked: ModelRequest): Promise<string | null> {
  const { text, reasoning } = await model.complete(thoughtRequest(asked));
  return text.trim() || reasoning.trim() || null;
}

/** The parsed reply. An unreadable reply may still be a no. */
function readReply<T>(reply: ModelReply, question: Question<T>): ParsedReply<T> {
  const read = parseReply(reply, question);
  const nothing = read.ok ? null : (question.nothing?.(reply.text) ?? null);
  return nothing === null ? read : { ok: true, value: nothing, from: 'repaired-text' };
}

/** Whether one more request may help. Without an essential field only once, or after a cut reply. */
function isWorthAsking({ role, essential }: Question<unknown>, { kind }: Fault, tries: number) {
  if (kind === 'loop' && role === 'memory') return false;
  return essential !== undefined || tries === 0 || kind === 'cut';
}

/** A cut reply that was no loop gets twice the room; a loop gets less. */
function roomAfter({ kind }: Fault, room: number): number {
  if (kind === 'loop') return ROOM_AFTER_LOOP;
  return kind === 'cut' ? Math.min(room * 2, MOST_ROOM) : room;
}

function withRoom(request: ModelRequest, room: number): ModelRequest {
  return room === 1 ? request : { ...request, replyRoom: room };
}

function answerOf<T>(
  { value, from }: Extract<ParsedReply<T>, { ok: true }>,
  came: ModelReply,
  { thought, isAgain }: { readonly thought: string | null; readonly isAgain: boolean },
): Answer<T> {
  const irregularities = [
    ...(isAgain ? (['asked-again'] as const) : []),
    ...(from === 'repaired-text' ? (['syntax-repaired'] as const) : []),
  ];
  const reply = thought === null ? came : { ...came, reasoning: thought };
  return { ok: true, value, reply, ...(irregularities.length > 0 && { irregularities }) };
}

function withSchema({ messages, replySchema }: Question<unknown>): readonly Message[] {
  const shape = describeSchema(replySchema);
  if (messages.some(({ content }) => content.includes(shape))) return messages;
  const system = messages.findIndex(({ role }) => role === 'system');
  return append(messages, shape, system === -1 ? undefined : system);
}

const ADVICE: Readonly<Record<Fault['kind'], string>> = {
  malformed:
    'let it choose from a list (models.structured: choice), or choose a model that follows a JSON Schema',
  empty: 'choose another model, or give it less to reason about',
  cut: "raise this role's maxTokens",
  loop: 'choose a larger model, or let it repeat itself less (models.extraBody)',
  refusal: 'choose a model that accepts this story',
};

function noAnswer(role: Role, reply: ModelReply, { kind, problem }: Fault): ModelError {
  return new ModelError(
    `The ${role} model "${reply.model}" gave no usable reply, however it was asked (${firstLine(problem)}); ${ADVICE[kind]}.`,
    {
      kind: kind === 'loop' ? 'cut' : kind,
      role,
      evidence: redact(reply.text || reply.reasoning, []).slice(0, 2000),
    },
  );
}

const THOUGHT_TOKENS = 200;

const THINK_FIRST =
  'First say in two or three sentences, in no form, what you see, what you want and what is best now. You are asked for the rest then.';

function thoughtRequest(request: ModelRequest): ModelRequest {
  const messages = append(request.messages, THINK_FIRST);
  return { ...request, messages, isFree: true, replyLimit: THOUGHT_TOKENS };
}

/** The request for the essential field alone, after free thinking. It begins like the request for the thinking. */
function afterThought(
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

/** Asks again. A reply to correct is shown as the model's turn, but an empty one, which some endpoints refuse, is not. */
function repairRequest(request: ModelRequest, { text }: ModelReply, fault: Fault): ModelRequest {
  const { messages } = request;
  const isTooLong = fault.kind === 'cut' || fault.kind === 'loop';
  const fix = isTooLong
    ? 'Reply again, with the same JSON object in fewer words.'
    : 'Reply again with only the corrected JSON object.';
  const note = `Your last reply could not be used. ${fault.problem}\n${fix}`;
  const shown = text.trim().slice(0, SHOWN_REPLY);
  const again: readonly Message[] =
    shown === '' || isTooLong
      ? append(messages, note)
      : [...messages, { role: 'assistant', content: shown }, { role: 'user', content: note }];
  return { ...request, messages: again };
}

type Again = (request: ModelRequest, reply: ModelReply, fault: Fault) => ModelRequest;

/** The requests after an unusable reply, in order. Weak models copy an example, so the example can be played. */
function againFor({ essential, replySchema }: Wanted<unknown>): readonly Again[] {
  if (essential === undefined || !(replySchema instanceof z.ZodObject))
    return [repairRequest, repairRequest, repairRequest];
  const { field, such, example } = wordsOf(essential);
  const alone = only(replySchema, field);
  const fresh =
    (note: string, replySchema?: z.ZodType): Again =>
    (request) => ({
      ...request,
      messages: append(request.messages, note),
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

function append(messages: readonly Message[], text: string, to = messages.length - 1) {
  return messages.map((message, at) =>
    at === to ? { ...message, content: `${message.content}\n\n${text}` } : message,
  );
}
