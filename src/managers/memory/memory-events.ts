import type { MemoryEvent, ZorkEvent } from '../../events/event.ts';
import type { Consolidation } from './consolidation.ts';
import type { ChangeResult } from './memory-changes.ts';
import type { Refusal } from './plan-changes.ts';

/** What happened, for a change that was tried. */
export function changeEvents({ change, outcome }: ChangeResult): readonly MemoryEvent[] {
  const locationId = change.kind === 'add' ? change.room.id : change.locationId;
  if (outcome !== 'applied') {
    return titlesOf(change).map((title) => ({
      type: 'memory-refused',
      locationId,
      title,
      reason: outcome,
    }));
  }
  if (change.kind === 'consolidation') return consolidationEvents(change);
  if (change.kind === 'add') {
    const { room, memory } = change;
    return [{ type: 'memory-added', locationId, locationName: room.name, memory }];
  }
  const { title } = change;
  if (change.kind === 'settle') return [{ type: 'memory-settled', locationId, title }];
  return change.kind === 'supersede'
    ? [{ type: 'memory-superseded', locationId, title, by: change.by }]
    : [{ type: 'memory-invalidated', locationId, title, reason: change.reason }];
}

function titlesOf(change: ChangeResult['change']): readonly string[] {
  if (change.kind === 'consolidation') return change.titles;
  return [change.kind === 'add' ? change.memory.title : change.title];
}

function consolidationEvents({ locationId, titles, cover }: Consolidation): readonly MemoryEvent[] {
  const by = typeof cover === 'string' ? cover : cover.title;
  const superseded = titles.map(
    (title) => ({ type: 'memory-superseded', locationId, title, by }) as const,
  );
  if (typeof cover === 'string') return superseded;
  return [...superseded, { type: 'memory-added', locationId, locationName: '', memory: cover }];
}

/** What happened, for a change that was not even tried. */
export function refusalEvents({ locationId, title, reason, kept }: Refusal): readonly ZorkEvent[] {
  const refused: MemoryEvent = { type: 'memory-refused', locationId, title, reason };
  if (kept === null) return [refused];
  const message = `Cannot downgrade ${kept} memory to ephemeral: "${title}" at location ${locationId} would be lost when the episode ends.`;
  return [refused, { type: 'warning', code: 'memory-downgrade', message }];
}
