import type { Memory } from '../../domain/memory.ts';
import { oneLine } from '../../domain/text.ts';
import type { MemoryEvent, ZorkEvent } from '../../events/event.ts';
import { quoteName } from '../../prompts/quote.ts';
import type { Taught } from './lesson-plan.ts';
import type { ChangeResult, Consolidation } from './memory-changes.ts';
import type { Refusal } from './plan-changes.ts';

const REFUSED: Readonly<Record<Refusal['reason'], string>> = {
  'not-found': 'stays as it was: no memory that is believed there has this title',
  downgrade: 'stays: what holds for this episode alone replaces no lasting memory',
};

/** Tells the writer of a lesson what became of each part of it, one line each. */
export function fatesOf(
  taught: Taught,
  results: readonly ChangeResult[],
  refused: readonly Refusal[],
): readonly string[] {
  const fates = [
    ...changeFates(results),
    ...refused.map(({ title, reason }) => `${quoteName(title)} ${REFUSED[reason]}`),
  ];
  const { memory } = taught.wanted;
  if (memory === null) return fates;
  return [`Your last lesson ${quoteName(memory.title)} ${fateOf(taught, results)}`, ...fates];
}

/** Tells which memories were settled or closed without a lesson, one line each. */
export function changeFates(results: readonly ChangeResult[]): readonly string[] {
  return results.flatMap(({ change, outcome }) => {
    if (outcome !== 'applied') return [];
    if (change.kind === 'settle') {
      return [`${quoteName(change.title)} is ACTIVE now: the game has shown what it names`];
    }
    if (change.kind !== 'invalidate') return [];
    return [`${quoteName(change.title)} is no longer listed: ${oneLine(change.reason)}`];
  });
}

function whyLower({ persistence }: Pick<Memory, 'persistence'>): string {
  return persistence === 'core'
    ? ', for core is only how a room is when seen first, without who walks about'
    : '';
}

function fateOf({ wanted, lesson }: Taught, results: readonly ChangeResult[]): string {
  const { memory } = lesson;
  const { memory: meant, supersedes } = wanted;
  if (memory === null && lesson.isOfNoRoom === true) {
    return 'was proposed to the knowledge base, for it is of no room';
  }
  if (memory === null) return 'was merged: it came by itself, which is remembered already';
  if (memory.title !== meant?.title) {
    return `was replaced by what the engine found: ${quoteName(memory.title)}`;
  }
  const isThere = results.some(
    ({ change, outcome }) => change.kind === 'add' && outcome === 'duplicate',
  );
  if (isThere) return 'was merged: the same is remembered there already';
  const differs = [
    memory.persistence === meant.persistence ? [] : [`${memory.persistence}${whyLower(meant)}`],
    memory.category === meant.category ? [] : [`${memory.category}, for it was only read of`],
  ].flat();
  const how = differs.length === 0 ? '' : ` as ${differs.join(', ')}`;
  const replaces =
    supersedes.length === lesson.supersedes.length
      ? replacedWords(results)
      : '; until it is sure it replaces none';
  if (memory.status === meant.status && memory.doubt === undefined) {
    return `was kept${how}${replaces}`;
  }
  return `was kept as ${[...differs, 'TENTATIVE'].join(', ')}: ${memory.doubt ?? 'its cause is not sure'}${replaces}`;
}

/** ` and replaced "Known"`. Empty if it replaced none. */
function replacedWords(results: readonly ChangeResult[]): string {
  const titles = results.flatMap(({ change, outcome }) =>
    change.kind === 'supersede' && outcome === 'applied' ? [quoteName(change.title)] : [],
  );
  return titles.length === 0 ? '' : ` and replaced ${titles.join(', ')}`;
}

export function fateEvents({ change, outcome }: ChangeResult): readonly MemoryEvent[] {
  const locationId = change.kind === 'add' ? change.room.id : change.locationId;
  if (outcome !== 'applied') {
    const refused = { type: 'memory-refused', locationId, reason: outcome } as const;
    return titlesOf(change).map((title) => ({ ...refused, title }));
  }
  switch (change.kind) {
    case 'consolidation':
      return consolidationEvents(change);
    case 'add': {
      const { room, memory } = change;
      return [{ type: 'memory-added', locationId, locationName: room.name, memory }];
    }
    case 'settle':
      return [{ type: 'memory-settled', locationId, title: change.title }];
    case 'supersede':
      return [{ type: 'memory-superseded', locationId, title: change.title, by: change.by }];
    case 'invalidate': {
      const { title, reason } = change;
      return [{ type: 'memory-invalidated', locationId, title, reason }];
    }
  }
}

function titlesOf(change: ChangeResult['change']): readonly string[] {
  if (change.kind === 'consolidation') return change.titles;
  return [change.kind === 'add' ? change.memory.title : change.title];
}

function consolidationEvents({ locationId, titles, cover }: Consolidation): readonly MemoryEvent[] {
  const by = typeof cover === 'string' ? cover : cover.title;
  const gone = { type: 'memory-superseded', locationId, by } as const;
  const superseded = titles.map((title) => ({ ...gone, title }));
  if (typeof cover === 'string') return superseded;
  return [...superseded, { type: 'memory-added', locationId, locationName: '', memory: cover }];
}

export function refusedFateEvents({
  locationId,
  title,
  reason,
  kept,
}: Refusal): readonly ZorkEvent[] {
  const refused: MemoryEvent = { type: 'memory-refused', locationId, title, reason };
  if (kept === null) return [refused];
  const message = `Cannot downgrade ${kept} memory to ephemeral: "${title}" at location ${locationId} would be lost when the episode ends.`;
  return [refused, { type: 'warning', code: 'memory-downgrade', message }];
}
