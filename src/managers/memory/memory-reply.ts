import * as z from 'zod';
import { MEMORY_CATEGORIES, PERSISTENCES, type Memory } from '../../domain/memory.ts';
import { lowerCase } from '../../domain/text.ts';
import { cleanText, cleanTitle } from './clean-text.ts';

const MOST_TITLES = 3;
const MOST_REASONING = 500;

/** What a model found worth remembering; episode, turn and points are not its business. */
export interface Lesson {
  readonly memory: Pick<Memory, 'category' | 'title' | 'text' | 'persistence' | 'status'> | null;
  /** Exact titles of memories that the new one replaces; empty when there is none. */
  readonly supersedes: readonly string[];
  /** Exact titles of memories that were found wrong. */
  readonly invalidates: readonly string[];
  /** Not blank when `invalidates` has titles. */
  readonly invalidationReason: string;
  readonly reasoning: string;
}

const Titles = z.preprocess(asList, z.array(z.string()).nullish());

const Reply = z.object({
  should_remember: z.boolean().describe('false when nothing new was learnt'),
  category: z.string().nullish().describe(MEMORY_CATEGORIES.join(', ')),
  memory_title: z.string().nullish().describe('short, unique in its room'),
  memory_text: z.string().nullish().describe('one or two sentences'),
  persistence: z
    .preprocess(lowerCase, z.enum(PERSISTENCES).nullish().catch(null))
    .describe('required when should_remember is true'),
  status: z.preprocess(upperCase, z.enum(['ACTIVE', 'TENTATIVE']).nullish().catch('ACTIVE')),
  supersedes_memory_titles: Titles.describe(
    `at most ${MOST_TITLES} exact titles that the new memory replaces`,
  ),
  invalidate_memory_titles: Titles.describe(
    `at most ${MOST_TITLES} exact titles that proved wrong and have no replacement`,
  ),
  invalidation_reason: z
    .string()
    .nullish()
    .describe('required when invalidate_memory_titles has any'),
  reasoning: z.string().nullish().describe('why, in one sentence'),
});

type Reply = z.infer<typeof Reply>;

/**
 * The reply of the memory role. Remembering is all or nothing: category, title, text and persistence together, and
 * persistence has no default. A title cannot be both superseded and invalidated. What is merely too much is cut: titles
 * after the third, reasoning after 500 characters; a category that is not known is kept as NOTE.
 */
export const MemoryReply = Reply.transform(toLesson);

function toLesson(reply: Reply, context: z.RefinementCtx): Lesson {
  const memory = reply.should_remember ? toMemory(reply) : null;
  const supersedes = titles(reply.supersedes_memory_titles);
  const invalidates = titles(reply.invalidate_memory_titles);
  const invalidationReason = cleanTitle(reply.invalidation_reason ?? '');
  const both = supersedes.filter((title) => invalidates.includes(title));
  if (memory === undefined) {
    issue('should_remember needs category, memory_title, memory_text and persistence, or be false');
  }
  if (invalidates.length > 0 && invalidationReason === '') {
    issue('invalidation_reason must be non-empty');
  }
  if (both.length > 0) issue(`cannot be both superseded and invalidated: ${both.join(', ')}`);
  const reasoning = cleanText(reply.reasoning ?? '', MOST_REASONING);
  return { memory: memory ?? null, supersedes, invalidates, invalidationReason, reasoning };

  function issue(message: string) {
    context.addIssue({ code: 'custom', message });
  }
}

/** Undefined when a part is missing. */
function toMemory(reply: Reply): Lesson['memory'] | undefined {
  const { persistence, status } = reply;
  const named = (reply.category ?? '').trim().toUpperCase();
  const title = cleanTitle(reply.memory_title ?? '');
  const text = cleanText(reply.memory_text ?? '');
  if (!persistence || named === '' || title === '' || text === '') return undefined;
  const category = MEMORY_CATEGORIES.find((one) => one === named) ?? 'NOTE';
  return { category, title, text, persistence, status: status ?? 'ACTIVE' };
}

function titles(named: readonly string[] | null | undefined): string[] {
  const cleaned = (named ?? []).map((title) => cleanTitle(title)).filter((title) => title !== '');
  return [...new Set(cleaned)].slice(0, MOST_TITLES);
}

/** One title instead of a list is a list of one. */
function asList(value: unknown): unknown {
  return typeof value === 'string' ? [value] : value;
}

function upperCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toUpperCase() : value;
}
