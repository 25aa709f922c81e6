import { MEMORY_CATEGORIES, type Memory } from '../../domain/memory.ts';
import type { ConsolidationReply } from './consolidation-reply.ts';

/** What is to be done with the memories of one room, by exact title. What is not named stays. */
export interface ConsolidationPlan {
  /** A new memory and the titles of those that it supersedes. */
  readonly merges: readonly { readonly memory: Memory; readonly supersedes: readonly string[] }[];
  /** Memories to supersede by one that stays. */
  readonly drops: readonly { readonly title: string; readonly coveredBy: string }[];
}

export interface RefusedConsolidation {
  readonly what: string;
  readonly reason: string;
}

type Merge = ConsolidationReply['merge'][number];
type Drop = ConsolidationReply['drop'][number];

/** Share of a room's memories that may be dropped at once; merging is not limited, as the text stays. */
const MOST_DROPPED_SHARE = 0.5;
/** A merged text must be at least this share as long as its longest source. */
const LEAST_TEXT_SHARE = 0.5;

/**
 * What of a reply can be carried out. Pure. Each memory is named once, a merge keeps the danger and the length of what
 * it merges, a drop names a memory that stays and says as much; what breaks a rule costs only itself.
 */
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
  const newTitle = flatten(title);
  if (newTitle === '') return 'it has no title';
  if ([...memories, ...merged].some((memory) => memory.title === newTitle)) {
    return 'a memory of this title is there already';
  }
  const newText = flatten(text);
  const longest = Math.max(...sources.map((source) => source.text.length));
  if (newText.length < longest * LEAST_TEXT_SHARE) return 'its text says too little';
  return mergeInto(sources, { title: newTitle, text: newText, category: category ?? '' });
}

/** Episode, turns and points come from the sources, never from the model; a danger stays a danger. */
function mergeInto(
  sources: readonly Memory[],
  said: Pick<Memory, 'title' | 'text' | 'category'>,
): Memory {
  const newest = sources.reduce((one, other) => (other.episode >= one.episode ? other : one));
  const points = new Set(sources.map(({ scoreChange }) => scoreChange));
  const [samePoints = null] = points.size === 1 ? points : [];
  const isDanger = sources.some(({ category }) => category === 'DANGER');
  const known = MEMORY_CATEGORIES.find((one) => one === said.category.trim().toUpperCase());
  return {
    ...newest,
    title: said.title,
    text: said.text,
    category: isDanger ? 'DANGER' : (known ?? newest.category),
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
  if (memory.category === 'DANGER' && cover.category !== 'DANGER') return 'a danger stays known';
  return null;
}

function flatten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
