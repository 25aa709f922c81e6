import { group } from 'd3-array';
import { INVALIDATION_MARKER } from '../domain/memory.ts';
import { markup, type Markup } from './markup.ts';
import { kindOf, swatchOf } from './memory-chart.ts';
import type { FiledMemory } from './report-data.ts';

/** The memories of each room, folded; `#room-180` opens one. */
export function memoryRooms(memories: readonly FiledMemory[]): Markup {
  const rooms = [...group(memories, ({ locationId }) => locationId)].sort(([a], [b]) => a - b);
  return markup`<div class="rooms">${rooms.map(
    ([id, filed]) =>
      markup`<details class="room">
        <summary>
          ${filed[0]?.locationName ?? ''} <span class="id">${id}</span>
          <span class="badge">${filed.length}</span>
        </summary>
        <ul class="memories" id="room-${id}">
          ${filed.map(entry)}
        </ul>
      </details>`,
  )}</div>`;
}

function entry(filed: FiledMemory): Markup {
  const { memory } = filed;
  const isGone = memory.status === 'SUPERSEDED';
  const points =
    memory.scoreChange === null
      ? ''
      : `, ${memory.scoreChange >= 0 ? '+' : ''}${memory.scoreChange}`;
  const facts = `${memory.category.toLowerCase()}, ${memory.persistence}, ${memory.status.toLowerCase()}, episode ${memory.episode}, turn ${memory.turns}${points}`;
  return markup`<li>
    <span class="swatch ${swatchOf(kindOf(filed))}"></span>
    <div>
      ${
        isGone
          ? markup`<s><b>${memory.title}</b> ${memory.text}</s>`
          : markup`<b>${memory.title}</b> ${memory.text}`
      }<small>${facts}</small>${isGone ? markup`<small>${whyGone(filed)}</small>` : null}
    </div>
  </li>`;
}

function whyGone({ memory }: FiledMemory): string {
  const when = memory.supersededAtTurn === null ? '' : ` at turn ${memory.supersededAtTurn}`;
  return memory.supersededBy === INVALIDATION_MARKER
    ? `Found wrong${when}: ${memory.invalidationReason ?? ''}`
    : `Replaced${when} by "${memory.supersededBy ?? ''}"`;
}
