import { namesUnshown, type Memory, type Recollection } from '../../domain/memory.ts';
import { oneLine } from '../../prompts/quote.ts';

export interface Showing {
  /** Whether `[spawn]` and `[session]` mark what a room starts with and what holds for this episode only. */
  readonly markers: boolean;
  readonly mostMemories: number;
  /** Estimated as characters / 4. */
  readonly mostTokens: number;
  /** How often a memory held when it was tried again: `(worked 6 of 6 times)`; empty when nobody tried. */
  readonly evidence: (memory: Memory) => string;
  /** A short name of a memory, for the records. */
  readonly idOf: (memory: Memory) => string;
  /** Whether it was shown often and never helped, so that it is the first to make room. */
  readonly isIdle: (memory: Memory) => boolean;
}

export interface Shown extends Recollection {
  /** How many memories the limits left out. */
  readonly omitted: number;
}

const TENTATIVE_HEADING = '⚠️  TENTATIVE MEMORIES (unconfirmed, may be invalidated):';

/** Longest texts tried, one after the other, until everything fits. */
const TEXT_LENGTHS = [400, 160, 80] as const;

const SHORTEST = 80;

/** What texts and titles are cut to rather than hide all of one sort. */
const SHORTEST_OF_ALL_SORTS = 40;
const SHORTEST_TITLE = 60;

/** A title that names several actions is of use as a whole. */
const MOST_TITLE = 120;

/** Where not all memories can be shown, this share of the room is theirs and the rest is for titles. */
const SHARE_OF_TEXTS = 0.7;
const ALSO_FAILED = '\nAlso failed here:';

/**
 * Whose turn it is to have a memory shown, again and again until the places are given away: one of each sort before a
 * second one. What harms and what works have two turns each, so that neither hides the other; the fruits of this episode
 * have one, whatever their category; failures are also named by title.
 */
const TURNS = ['DANGER', 'SUCCESS', 'DISCOVERY', 'session', 'NOTE', 'FAILURE', 'DANGER', 'SUCCESS'];

/**
 * What a prompt says of a room: dangers first, then the others in the order given; tentative ones in a block of their
 * own; superseded ones never. Where not all fit, each category has its share of the places, newer before older.
 */
export function renderLocationMemory(memories: readonly Memory[], showing: Showing): Shown {
  const believed = memories.filter(({ status }) => status !== 'SUPERSEDED');
  const [idle, of] = [showing.isIdle, inTurns(believed)];
  const inOrder = [
    ...of.filter(({ memory }) => !idle(memory)),
    ...of.filter(({ memory }) => idle(memory)),
  ];
  const ranked = inOrder.slice(0, showing.mostMemories);
  const most = showing.mostTokens * 4 * (believed.length > ranked.length ? SHARE_OF_TEXTS : 1);
  const { kept, text } = fit(ranked, showing, most);
  const shown = new Set(kept.map(({ memory }) => memory));
  const failed = believed.filter((memory) => !shown.has(memory) && memory.category === 'FAILURE');
  const named = listTitles(failed, showing.mostTokens * 4 - text.length, showing.idOf);
  const told = believed.filter((memory) => shown.has(memory) || named.memories.includes(memory));
  return {
    text: text + named.line,
    memories: told,
    ids: told.map(showing.idOf),
    omitted: believed.length - kept.length,
  };
}

/** All memories in the order in which they get a place. */
function inTurns(memories: readonly Memory[]): readonly Aged[] {
  const groups = new Map<string, Aged[]>();
  for (const [age, memory] of memories.entries()) {
    const group = groupOf(memory);
    groups.set(group, [...(groups.get(group) ?? []), { memory, age }]);
  }
  const inOrder: Aged[] = [];
  while (inOrder.length < memories.length) {
    for (const turn of TURNS) {
      const next = groups.get(turn)?.pop();
      if (next !== undefined) inOrder.push(next);
    }
  }
  return inOrder;
}

function groupOf({ category, persistence }: Memory): string {
  if (isDanger({ category })) return 'DANGER';
  if (persistence === 'ephemeral') return 'session';
  return TURNS.includes(category) ? category : 'NOTE';
}

/** The longest texts with which all fit into so many characters, else as many memories as do with the shortest. */
function fit(ranked: readonly Aged[], showing: Showing, most: number) {
  for (const length of TEXT_LENGTHS) {
    const text = render(ranked, length, showing);
    if (text.length <= most) return { kept: ranked, text };
  }
  let kept = ranked;
  let length: number = SHORTEST;
  const sorts = new Set(ranked.map(({ memory }) => groupOf(memory))).size;
  while (kept.length > 1 && render(kept, length, showing).length > most) {
    if (kept.length <= sorts && length > SHORTEST_OF_ALL_SORTS) length = SHORTEST_OF_ALL_SORTS;
    else kept = kept.slice(0, -1);
  }
  return { kept, text: render(kept, length, showing) };
}

/** What else failed, by title alone, then their ids: enough to spare the next try. Whole titles, oldest first, while there is room. */
function listTitles(failed: readonly Memory[], room: number, idOf: Showing['idOf']) {
  let line = '';
  const memories: Memory[] = [];
  for (const memory of failed) {
    const named = [...memories, memory];
    const titles = named.map(({ title }) => cutAtWord(title, MOST_TITLE)).join('; ');
    const next = `${ALSO_FAILED} ${titles}\n(${named.map((one) => `#${idOf(one)}`).join(' ')})`;
    if (next.length > room) break;
    line = next;
    memories.push(memory);
  }
  return { line, memories };
}

type Aged = { readonly memory: Memory; readonly age: number };

function render(shown: readonly Aged[], longest: number, showing: Showing): string {
  const inOrder = shown.toSorted(
    (a, b) =>
      Number(namesUnshown(a.memory)) - Number(namesUnshown(b.memory)) ||
      Number(isDanger(b.memory)) - Number(isDanger(a.memory)) ||
      a.age - b.age,
  );
  const memories = inOrder.map(({ memory }) => memory);
  const active = memories.filter(({ status }) => status === 'ACTIVE');
  const tentative = memories.filter(({ status }) => status === 'TENTATIVE');
  const said = (memory: Memory) =>
    `${line(memory, longest, showing)}${showing.markers ? marker(memory) : ''} #${showing.idOf(memory)}`;
  const lines = active.map(said);
  if (tentative.length === 0) return lines.join('\n');
  const block = [TENTATIVE_HEADING, ...tentative.map((memory) => `  ${said(memory)}`)];
  return [...lines, ...(lines.length > 0 ? [''] : []), ...block].join('\n');
}

function line(memory: Memory, longest: number, { evidence }: Showing): string {
  const { category, title, text } = memory;
  const proof = oneLine(evidence(memory), MOST_TITLE);
  const mostTitle = longest < SHORTEST ? SHORTEST_TITLE : Math.max(longest, MOST_TITLE);
  const said = `[${oneLine(category)}] ${cutAtWord(title, mostTitle)}: ${cutAtWord(text, longest)}`;
  return proof === '' ? said : `${said} ${proof}`;
}

function marker({ persistence }: Memory): string {
  if (persistence === 'core') return ' [spawn]';
  return persistence === 'ephemeral' ? ' [session]' : '';
}

/** On one line of at most so many characters; what is cut ends with a whole word, where there is one, and `…`. */
function cutAtWord(text: string, most: number): string {
  const characters = Array.from(oneLine(text));
  if (characters.length <= most) return characters.join('');
  const cut = characters.slice(0, most - 1).join('');
  const isWhole = characters[most - 1] === ' ';
  const words = isWhole ? cut : cut.replace(/\s+\S*$/, '');
  return `${words.trimEnd()}…`;
}

function isDanger({ category }: Pick<Memory, 'category'>): boolean {
  return category === 'DANGER';
}
