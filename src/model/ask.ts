import { ModelError } from '../domain/errors.ts';
import type { Message, Role } from '../domain/message.ts';
import { redact } from '../domain/redact.ts';
import { firstLine } from '../domain/text.ts';
import { afterThought, againFor, append, thoughtRequest, type Fault } from './ask-again.ts';
import type { Among, Choices, LanguageModel, ModelReply, ModelRequest } from './model.ts';
import { parseReply, type ParsedReply, type Wanted } from './parse-reply.ts';
import { describeSchema } from './reply-schema.ts';

/** A question whose answer must have a shape; one with an essential field is asked up to five times. */
export interface Question<T> extends Wanted<T> {
  readonly role: Role;
  readonly messages: readonly Message[];
  /** Short ids of the memories that the messages show; kept with the call. */
  readonly memories?: readonly string[];
  /** The model first says in no form what it thinks, then only what is essential: the constraint of a form costs sense. */
  readonly thinksFirst?: true;
  /** What the essential field can be; the messages tell it, too. */
  readonly choices?: Choices;
  /** What lists of the reply can name. */
  readonly among?: Among;
  /** Nothing in the messages can be left out any more: what refuses them may be asked in another form. */
  readonly formMayChange?: true;
  /** What a reply that cannot be read says all the same, where it says no: asking again never turns that into a yes. */
  readonly nothing?: (text: string) => T | null;
  /** Whether play can go on without the answer while the endpoint is down. */
  readonly mayWait?: true;
  readonly signal: AbortSignal;
}

/** What was wrong with an answer that could still be used. */
type Irregularity = 'syntax-repaired' | 'asked-again';

/** The validated answer, or why there is none after all requests. */
type Answer<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** The last reply; its text and reasoning as they came. */
      readonly reply: ModelReply;
      /** Absent when the first reply was in order. */
      readonly irregularities?: readonly Irregularity[];
    }
  | { readonly ok: false; readonly error: ModelError };

/**
 * Asks a model and returns its validated reply: extract, validate, ask again, then a typed failure.
 * Rejects only with the signal's reason once it is aborted, and with errors that are no model's fault.
 */
export type Ask = <T>(question: Question<T>) => Promise<Answer<T>>;

/** Most room for a reply that was cut, and the room for one that repeated itself, as multiples of the role's limit. */
const MOST_ROOM = 8;
const ROOM_AFTER_LOOP = 0.5;

/**
 * Asks through a model. The system message (else the last one) gets the schema, unless `describeSchema` of it is in some
 * message already. An unusable reply is asked for again once, with what is wrong with it. A reply that was cut is asked
 * for up to three times, with twice the room each time; the role keeps that room. With an essential field three fresh
 * tries follow, which ask for less each time: the bare object, that field alone, one line of text.
 */
export function createAsk(model: LanguageModel): Ask {
  /** Room that replies of a role needed, as multiples of their limit. */
  const rooms = new Map<Role, number>();
  return async (question) => {
    const asked: ModelRequest = { ...question, messages: withSchema(question) };
    try {
      let room = rooms.get(question.role) ?? 1;
      const thought = question.thinksFirst === true ? await thoughtOf(model, asked) : null;
      const request = thought === null ? asked : afterThought(asked, thought, question);
      const answer = answerAfter(thought);
      let reply = await model.complete(withRoom(request, room));
      let read = readReply(reply, question);
      if (read.ok) return answer(read, reply, []);
      for (const [tries, again] of againFor(question).entries()) {
        if (!isWorthAsking(question, read, tries)) break;
        room = roomAfter(read, room);
        reply = await model.complete(again(withRoom(request, room), reply, read));
        read = readReply(reply, question);
        if (!read.ok) continue;
        rooms.set(question.role, Math.max(1, room));
        return answer(read, reply, ['asked-again']);
      }
      return { ok: false, error: noAnswer(question.role, reply, read) };
    } catch (error) {
      if (error instanceof ModelError) return { ok: false, error };
      throw error;
    }
  };
}

/** What a model thinks of a question, in no form; null where it says nothing. */
async function thoughtOf(model: LanguageModel, asked: ModelRequest): Promise<string | null> {
  const { text, reasoning } = await model.complete(thoughtRequest(asked));
  return text.trim() || reasoning.trim() || null;
}

/** What a reply says. An unreadable reply may still be a no. */
function readReply<T>(reply: ModelReply, question: Question<T>): ParsedReply<T> {
  const read = parseReply(reply, question);
  const nothing = read.ok ? null : (question.nothing?.(reply.text) ?? null);
  return nothing === null ? read : { ok: true, value: nothing, from: 'repaired-text' };
}

/**
 * Whether one more request may help. What repeats itself has nothing to remember; without an essential field only a reply
 * that was cut is worth more than one.
 */
function isWorthAsking({ role, essential }: Question<unknown>, { kind }: Fault, tries: number) {
  if (kind === 'loop' && role === 'memory') return false;
  return essential !== undefined || tries === 0 || kind === 'cut';
}

/** A reply that was cut while it still said something gets twice the room, one that repeated itself less. */
function roomAfter({ kind }: Fault, room: number): number {
  if (kind === 'loop') return ROOM_AFTER_LOOP;
  return kind === 'cut' ? Math.min(room * 2, MOST_ROOM) : room;
}

function withRoom(request: ModelRequest, room: number): ModelRequest {
  return room === 1 ? request : { ...request, replyRoom: room };
}

/** Makes answers of replies; what was thought before is their reasoning. */
function answerAfter(thought: string | null) {
  return <T>(
    read: Extract<ParsedReply<T>, { ok: true }>,
    came: ModelReply,
    before: readonly Irregularity[],
  ): Answer<T> => {
    const irregularities: readonly Irregularity[] = [
      ...before,
      ...(read.from === 'repaired-text' ? (['syntax-repaired'] as const) : []),
    ];
    const reply = thought === null ? came : { ...came, reasoning: thought };
    const plain = { ok: true, value: read.value, reply } as const;
    return irregularities.length === 0 ? plain : { ...plain, irregularities };
  };
}

function withSchema({ messages, replySchema }: Question<unknown>): readonly Message[] {
  const shape = describeSchema(replySchema);
  if (messages.some(({ content }) => content.includes(shape))) return messages;
  const system = messages.findIndex(({ role }) => role === 'system');
  return append(messages, system === -1 ? messages.length - 1 : system, shape);
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
      retryable: kind === 'empty',
      evidence: redact(reply.text || reply.reasoning, []).slice(0, 2000),
    },
  );
}
