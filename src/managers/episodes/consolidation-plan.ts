import * as z from 'zod';
import { addsNothing, covers, coversSameSort } from '../../domain/covers.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type ConsolidationPlan, MEMORY_CATEGORIES, type Memory } from '../../domain/memory.ts';
import type { Message } from '../../domain/message.ts';
import { oneLine } from '../../domain/text.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import { type PromptLibrary, questionMessages } from '../../prompts/question.ts';
import { quote, quoteName } from '../../prompts/quote.ts';

interface RefusedConsolidation {
  readonly what: string;
  readonly reason: string;
}

type Merge = ConsolidationReply['merge'][number];
type Drop = ConsolidationReply['drop'][number];

/** The share of a room's memories that may be dropped at once. Merging has no limit, because the text stays. */
const MOST_DROPPED_SHARE = 0.5;

/** The valid part of a reply: each memory is named once, and what goes is covered by what stays. Other parts are left out. */
export function planConsolidation(
  memories: readonly Memory[],
  reply: ConsolidationReply,
): { readonly plan: ConsolidationPlan; readonly refused: readonly RefusedConsolidation[] } {
  const refused: RefusedConsolidation[] = [];
  const gone = new Set<string>();
  const merged: Memory[] = [];
  const merges = reply.merge.flatMap((merge) => {
    const made = planMerge(merge, memories, gone, merged);
    if (typeof made === 'string') {
      refused.push({ what: `merge: ${merge.titles.join(', ')}`, reason: made });
      return [];
    }
    const supersedes = [...new Set(merge.titles)];
    for (const title of supersedes) gone.add(title);
    merged.push(made);
    return [{ memory: made, supersedes }];
  });
  const drops = planDrops(reply.drop, { memories, merged, gone }, refused);
  return { plan: { merges, drops }, refused };
}

function planMerge(
  { titles, category, title, text }: Merge,
  memories: readonly Memory[],
  gone: ReadonlySet<string>,
  merged: readonly Memory[],
): Memory | string {
  const named = new Set(titles);
  const sources = memories.filter((memory) => named.has(memory.title) && !gone.has(memory.title));
  if (named.size < 2) return 'it names fewer than two memories';
  if (sources.length !== named.size) return 'it names a memory that is not there or was used';
  const newTitle = oneLine(title);
  if (newTitle === '') return 'it has no title';
  if ([...memories, ...merged].some((memory) => memory.title === newTitle)) {
    return 'a memory of this title is there already';
  }
  const said = { title: newTitle, text: oneLine(text), category: category ?? '' };
  const made = mergeInto(sources, said);
  const lost = sources.find((source) => !covers(made, source, sources));
  if (lost !== undefined) return `it does not say what "${lost.title}" says`;
  return addsNothing(made, sources) ? made : 'it says what none of them says';
}

/** Episode, turns and points come from the sources, never from the model; so does the category. */
function mergeInto(
  sources: readonly Memory[],
  said: Pick<Memory, 'title' | 'text' | 'category'>,
): Memory {
  const newest = sources.reduce((one, other) => (other.episode >= one.episode ? other : one));
  const points = new Set(sources.map(({ scoreChange }) => scoreChange));
  const [samePoints = null] = points.size === 1 ? points : [];
  const wanted = said.category.trim().toUpperCase();
  const isWanted =
    MEMORY_CATEGORIES.some((one) => one === wanted) && coversSameSort(wanted, newest.category);
  return {
    ...newest,
    title: said.title,
    text: said.text,
    category: isWanted ? wanted : newest.category,
    persistence: sources.every(({ persistence }) => persistence === 'core') ? 'core' : 'permanent',
    status: 'ACTIVE',
    scoreChange: samePoints,
    supersededBy: null,
    supersededAtTurn: null,
    invalidationReason: null,
  };
}

function planDrops(
  wanted: readonly Drop[],
  room: {
    readonly memories: readonly Memory[];
    readonly merged: readonly Memory[];
    readonly gone: ReadonlySet<string>;
  },
  refused: RefusedConsolidation[],
): ConsolidationPlan['drops'] {
  const dropped = new Set(wanted.map(({ title }) => title));
  const staying = [...room.memories, ...room.merged].filter(
    ({ title }) => !room.gone.has(title) && !dropped.has(title),
  );
  const drops = wanted.flatMap(({ title, covered_by: coveredBy }) => {
    const memory = room.memories.find((one) => one.title === title && !room.gone.has(title));
    const cover = staying.find((one) => one.title === coveredBy);
    const reason = refuseDrop(memory, cover);
    if (reason === null) return [{ title, coveredBy }];
    refused.push({ what: `drop: ${title}`, reason });
    return [];
  });
  if (drops.length <= room.memories.length * MOST_DROPPED_SHARE) return drops;
  refused.push({ what: `drop: ${drops.length} memories`, reason: 'too many at once' });
  return [];
}

function refuseDrop(memory: Memory | undefined, cover: Memory | undefined): string | null {
  if (memory === undefined) return 'it names a memory that is not there or was used';
  if (cover === undefined) return 'what should cover it does not stay';
  if (!covers(cover, memory)) return 'what should cover it does not say what it says';
  return null;
}

const LONGEST_TEXT = 2000;

const merge = z.object({
  titles: z.array(z.string()).describe('Exact titles of the memories that become one.'),
  category: z.string().nullish().describe('SUCCESS, FAILURE, DISCOVERY, DANGER or NOTE.'),
  title: z.string().describe('A new title, short and unlike the old ones.'),
  text: z
    .string()
    .meta({ maxLength: LONGEST_TEXT })
    .describe('Everything that the merged memories say, once.'),
});

const drop = z.object({
  title: z.string().describe('Exact title of the memory that is no longer needed.'),
  covered_by: z.string().describe('Exact title of the memory that says it already.'),
});

/** The reply to a question about the memories of one room. Memories that it does not name stay. */
export const consolidationReply = z.object({
  merge: z.array(merge).describe('Empty when no memories belong together.'),
  drop: z.array(drop).describe('Empty when every memory says something of its own.'),
  reasoning: z.string().nullish().describe('Why, in one sentence.'),
});

export type ConsolidationReply = z.infer<typeof consolidationReply>;

/** The question of a consolidation: believed memories about one room or thing, each with its exact title. */
export function consolidationPlanQuestion(
  about: LocationId | string,
  memories: readonly Memory[],
  prompts: PromptLibrary,
): readonly Message[] {
  const lines = memories.map(({ category, persistence, title, text, episode, turns }) =>
    quote(
      `[${category}] ${quoteName(title)} (${persistence}, Ep${episode} T${turns}): ${oneLine(text)}`,
    ),
  );
  return questionMessages(
    prompts.render('knowledge.consolidation', { schema: describeSchema(consolidationReply) }),
    [
      {
        name: `Memories of ${typeof about === 'number' ? 'location ' : ''}${oneLine(`${about}`)}`,
        body: lines.join('\n'),
      },
    ],
  );
}
