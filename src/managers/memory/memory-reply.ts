import * as z from 'zod';
import { parsedJson } from '../../domain/json.ts';
import { MEMORY_CATEGORIES, type Memory, PERSISTENCES } from '../../domain/memory.ts';
import { haveSameWords, saysNothing, lowerCased } from '../../domain/text.ts';
import type { Among } from '../../model/model.ts';
import { aboutIn } from './about.ts';
import { MOST_TEXT, MOST_TITLE, cleanText, cleanTitle, meantTitle } from './clean-text.ts';

const MOST_TITLES = 3;
const MOST_REASONING = 500;

/** What a model wants to remember. Episode, turn and points come from the engine. */
export interface Lesson {
  readonly memory: Pick<
    Memory,
    'category' | 'title' | 'text' | 'persistence' | 'status' | 'doubt' | 'about'
  > | null;
  /** Whether the memory belongs to no room, and so to the knowledge base. */
  readonly isOfNoRoom?: boolean;
  /** Exact titles of memories that the new one replaces. May be empty. */
  readonly supersedes: readonly string[];
  /** Exact titles of memories that were found wrong. */
  readonly invalidates: readonly string[];
  /** Not blank if `invalidates` has titles. */
  readonly invalidationReason: string;
  readonly reasoning: string;
  /** Another memory of the same reply. */
  readonly second?: Lesson;
}

/** A number as text: a location id. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

const Titles = z
  .preprocess(asList, z.array(z.string()).nullish())
  .meta({ maxItems: MOST_TITLES, maxLength: MOST_TITLE });

/** Anything that is no text counts as absent. */
const Words = z.string().nullish().catch(null).meta({ maxLength: MOST_TITLE });

const told = {
  category: z.preprocess(categoryIn, z.enum(MEMORY_CATEGORIES).nullish().catch('NOTE')),
  memory_title: Words.describe('short, unique in its room'),
  memory_text: Words.meta({ maxLength: MOST_TEXT }).describe('one or two sentences'),
  persistence: z
    .preprocess(lowerCased, z.enum(PERSISTENCES).nullish().catch(null))
    .describe('required when should_remember is true'),
  status: z.preprocess(upperCase, z.enum(['ACTIVE', 'TENTATIVE']).nullish().catch('ACTIVE')),
  about: z
    .preprocess(asText, Words)
    .describe('where it is of use, if not here: a location id, a thing, or "no room"'),
};

const Reply = z.object({
  should_remember: z
    .preprocess(asBoolean, z.boolean())
    .describe('false when nothing new was learnt'),
  ...told,
  second: z
    .object(told)
    .nullish()
    .catch(null)
    .describe('another memory, only where each stands on its own'),
  supersedes_memory_titles: Titles.describe(
    `at most ${MOST_TITLES} exact titles that the new memory replaces`,
  ),
  invalidate_memory_titles: Titles.describe(
    `at most ${MOST_TITLES} exact titles that proved wrong and have no replacement`,
  ),
  invalidation_reason: Words.describe('required when invalidate_memory_titles has any'),
  reasoning: Words.meta({ maxLength: MOST_REASONING }).describe('why, in one sentence'),
});

type Reply = z.infer<typeof Reply>;

/** One schema of each form, because what is read of a schema is cached with it. The brief form has no second memory. */
const REPLIES: Readonly<Record<'full' | 'brief', z.ZodType<Reply>>> = {
  full: z.preprocess(joined, Reply),
  brief: z.preprocess(joined, Reply.omit({ second: true })),
};
type Told = Pick<Reply, keyof typeof told>;

/**
 * The reply of the memory role: a lesson, and at most one more. A memory needs category, title, text and persistence; an
 * unknown category is NOTE. A title cannot be both superseded and invalidated. Excess is cut: titles after the third,
 * reasoning after 500 characters, memories after the second. Fields beside a `false` make no memory.
 */
export const MemoryReply = replyAmong(null, 'full');

export const BriefMemoryReply = replyAmong(null, 'brief');

/** Joins a list of replies: the second one becomes `second` of the first. */
function joined(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [first, second] = value.filter((one) => Object(one) === one) as readonly object[];
  const isSecond =
    second !== undefined && asBoolean(Reflect.get(second, 'should_remember')) !== false;
  return isSecond ? { second, ...first } : first;
}

function withSecond(
  reply: Reply,
  context: z.RefinementCtx,
  known: readonly string[] | null,
): Lesson {
  const lesson = toLesson(reply, context, known);
  const memory = lesson.memory === null || !reply.second ? undefined : toMemory(reply.second);
  if (!memory || haveSameWords(memory.title, lesson.memory?.title ?? '')) return lesson;
  const { reasoning } = lesson;
  return { ...lesson, second: withRoom({ memory, ...NO_CHANGES, reasoning }, reply.second) };
}

/** The schema for a question that showed these titles. Other titles in the reply are ignored: they name no memory there. */
export function memoryReplyAmong(
  memories: readonly Pick<Memory, 'title'>[],
  form: 'full' | 'brief' = 'full',
): z.ZodType<Lesson> {
  return replyAmong(
    memories.map(({ title }) => cleanTitle(title)),
    form,
  );
}

function replyAmong(known: readonly string[] | null, form: 'full' | 'brief') {
  return REPLIES[form].transform((reply, context) => withSecond(reply, context, known));
}

/** The titles that the lists of such a reply can name. */
export function titlesAmong(memories: readonly Pick<Memory, 'title'>[]): Among {
  const known = [...new Set(memories.map(({ title }) => title))];
  return { supersedes_memory_titles: known, invalidate_memory_titles: known };
}

const NO_CHANGES = { supersedes: [], invalidates: [], invalidationReason: '' };

const NOTHING: Lesson = { memory: null, ...NO_CHANGES, reasoning: '' };

const SAYS = /remember\W{0,4}[:=>]\W{0,6}/;
const SAYS_NO = new RegExp(`${SAYS.source}(?:false|no|not|never|none|0)\\b`, 'i');
const SAYS_YES = new RegExp(`${SAYS.source}(?:true|yes|1)\\b`, 'i');
/** A short text that says only that there is nothing. */
const IS_NO = new RegExp(
  [
    String.raw`^\W*(?:no|none|null|nothing|false|n\/a)\W*$`,
    String.raw`^[^{]{0,100}\b(?:nothing|no|not)\b[^{]{0,30}\b(?:learn\w*|to remember|memory|lesson)\b[^{]{0,100}$`,
    String.raw`^[^{]{0,100}\b(?:(?:nothing|no) new|taught (?:us |me )?nothing|nichts (?:neues|gelernt)|rien (?:de nouveau|appris)|nada (?:nuevo|que recordar)|niente (?:di nuovo|da ricordare))\b[^{]{0,100}$`,
    '^[^{]{0,20}(?:没有|何も|ничего нов|нечего)',
  ].join('|'),
  'i',
);

/** An empty lesson if an unreadable reply plainly says no. Else null. Asking again could only invite an invention. */
export function nothingLearnt(text: string): Lesson | null {
  const isNo = SAYS_NO.test(text) && !SAYS_YES.test(text);
  const nulls = z.union([z.record(z.string(), z.null()), z.tuple([])]);
  const isNothing = isNo || IS_NO.test(text) || nulls.safeParse(parsedJson(text)).success;
  return isNothing ? NOTHING : null;
}

function toLesson(reply: Reply, context: z.RefinementCtx, known: readonly string[] | null): Lesson {
  const isLesson = [reply.memory_title, reply.memory_text].some(
    (text) => text && !saysNothing(text) && !IS_NO.test(text),
  );
  const memory = reply.should_remember && isLesson ? toMemory(reply) : null;
  const supersedes = titles(reply.supersedes_memory_titles);
  const invalidates = titles(reply.invalidate_memory_titles);
  const invalidationReason = cleanTitle(reply.invalidation_reason ?? '');
  const isKnown = (title: string) => known?.includes(meantTitle(title, known)) !== false;
  const wrong = invalidates.filter(isKnown);
  const both = supersedes.filter((title) => wrong.includes(title));
  if (memory === undefined) {
    issue('should_remember needs category, memory_title, memory_text and persistence, or be false');
  }
  if (wrong.length > 0 && invalidationReason === '') {
    issue('invalidation_reason must be non-empty');
  }
  if (both.length > 0) issue(`cannot be both superseded and invalidated: ${both.join(', ')}`);
  const reasoning = cleanText(reply.reasoning ?? '', MOST_REASONING);
  const lesson = { memory: memory ?? null, supersedes, invalidates, invalidationReason, reasoning };
  return withRoom(lesson, reply);

  function issue(message: string) {
    context.addIssue({ code: 'custom', message });
  }
}

function withRoom(lesson: Lesson, told: Pick<Told, 'about'> | null | undefined): Lesson {
  const isOfNoRoom = lesson.memory !== null && aboutIn(told?.about ?? '') === null;
  return isOfNoRoom ? { ...lesson, isOfNoRoom } : lesson;
}

/** Undefined if a field is missing. */
function toMemory(reply: Told): Lesson['memory'] | undefined {
  const { category, persistence, status } = reply;
  const title = cleanTitle(reply.memory_title ?? '');
  const text = cleanText(reply.memory_text ?? '');
  if (!persistence || !category || saysNothing(title) || saysNothing(text)) return undefined;
  const about = aboutIn(reply.about ?? '') ?? undefined;
  const memory = { category, title, text, persistence, status: status ?? 'ACTIVE' };
  return about === undefined ? memory : { ...memory, about };
}

function titles(named: readonly string[] | null | undefined): string[] {
  const cleaned = (named ?? []).map((title) => cleanTitle(title)).filter((title) => title !== '');
  return [...new Set(cleaned)].slice(0, MOST_TITLES);
}

/** Reads titles in any form that a model gives a list: one text, lines, a JSON list, objects with titles. */
function asList(value: unknown): unknown {
  const listed = typeof value === 'string' ? listIn(value) : value;
  if (!Array.isArray(listed)) return [];
  return listed.map(titleIn).filter((title) => !saysNothing(title));
}

function listIn(text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.every((line) => /^\s*[-*+•]\s/.test(line))) return lines;
  if (!/^\s*\[.*\]\s*$/s.test(text)) return [text];
  const listed = parsedJson(text);
  // A title may stand in brackets.
  return Array.isArray(listed) ? listed : [text];
}

function titleIn(value: unknown): string {
  if (typeof value === 'string') return value;
  const { title, memory_title: named = title } = Object(value) as Record<string, unknown>;
  return typeof named === 'string' ? named : '';
}

function asBoolean(value: unknown): unknown {
  const said = String(value).trim().toLowerCase();
  if (/^(?:true|yes|1)$/.test(said)) return true;
  return /^(?:false|no|0)$/.test(said) ? false : value;
}

function upperCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toUpperCase() : value;
}

/** A blank category counts as absent. */
function categoryIn(value: unknown): unknown {
  return value === undefined ? value : upperCase(value) || null;
}
