import type { MemoryEvent, ZorkEvent } from '../../events/event.ts';
import type { ChangeResult } from './memory-changes.ts';
import type { Refusal } from './plan-changes.ts';

/** What happened, for a change that was tried. */
export function changeEvent({ change, outcome }: ChangeResult): MemoryEvent {
  const locationId = change.kind === 'add' ? change.room.id : change.locationId;
  const title = change.kind === 'add' ? change.memory.title : change.title;
  if (outcome !== 'applied') return { type: 'memory-refused', locationId, title, reason: outcome };
  if (change.kind === 'add') {
    const { room, memory } = change;
    return { type: 'memory-added', locationId, locationName: room.name, memory };
  }
  return change.kind === 'supersede'
    ? { type: 'memory-superseded', locationId, title, by: change.by }
    : { type: 'memory-invalidated', locationId, title, reason: change.reason };
}

/** What happened, for a change that was not even tried. */
export function refusalEvents({ locationId, title, reason, kept }: Refusal): readonly ZorkEvent[] {
  const refused: MemoryEvent = { type: 'memory-refused', locationId, title, reason };
  if (kept === null) return [refused];
  const message = `Cannot downgrade ${kept} memory to ephemeral: "${title}" at location ${locationId} would be lost when the episode ends.`;
  return [refused, { type: 'warning', code: 'memory-downgrade', message }];
}
