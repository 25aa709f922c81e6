import { group } from 'd3-array';
import { isBelieved, INVALIDATION_MARKER } from '../domain/memory.ts';
import { signed } from '../domain/words.ts';
import { markup, type Markup } from './markup.ts';
import { kindOf, swatchOf } from './memory-chart.ts';
import type { FiledMemory } from './report-data.ts';

/** What tells when memories came. */
export interface MemoryTimes {
  /** The day on which an episode began, by its number. */
  readonly nights: ReadonlyMap<number, string>;
  /** Places of the memories that came with the newest run. */
  readonly isNew: ReadonlySet<number>;
}

/** Fragment of a memory, by its place in the list of all. */
export function memoryAnchor(place: number): string {
  return `memory-${place}`;
}

/** The memories of each room, folded, with the night they came; `#room-180` opens a room, `#memory-7` a memory. */
export function memoryRooms(memories: readonly FiledMemory[], times: MemoryTimes): Markup {
  const placed = memories.map((filed, place) => ({ filed, place }));
  const rooms = [...group(placed, ({ filed }) => filed.locationId)].sort(([a], [b]) => a - b);
  return markup`<div class="rooms">${rooms.map(([id, entries]) => {
    const fresh = entries.filter(({ place }) => times.isNew.has(place)).length;
    return markup`<details class="room">
        <summary>
          ${entries[0]?.filed.locationName ?? ''} <span class="id">${id}</span>
          <span class="badge">${entries.length}${fresh === 0 ? '' : `, ${fresh} new`}</span>
        </summary>
        <ul class="memories" id="room-${id}">
          ${entries.map((one) => entry(one, times))}
        </ul>
      </details>`;
  })}</div>`;
}

function entry(
  { filed, place }: { readonly filed: FiledMemory; readonly place: number },
  { nights, isNew }: MemoryTimes,
): Markup {
  const { memory } = filed;
  const isGone = !isBelieved(memory);
  const points = memory.scoreChange === null ? '' : `, ${signed(memory.scoreChange)}`;
  const night = nights.get(memory.episode);
  const facts = `${memory.category.toLowerCase()}, ${memory.persistence}, ${memory.status.toLowerCase()}, episode ${memory.episode}${night === undefined ? '' : ` (night of ${night})`}, turn ${memory.turns}${points}`;
  return markup`<li id="${memoryAnchor(place)}">
    <span class="swatch ${swatchOf(kindOf(filed))}"></span>
    <div>
      ${
        isGone
          ? markup`<s><b>${memory.title}</b> ${memory.text}</s>`
          : markup`<b>${memory.title}</b> ${memory.text}`
      }${isNew.has(place) ? markup`<span class="badge">new</span>` : null}<small>${facts}</small>${filed.proof === undefined ? null : markup`<small>${filed.proof}</small>`}${
        isGone ? markup`<small>${whyGone(filed)}</small>` : null
      }
    </div>
  </li>`;
}

function whyGone({ memory }: FiledMemory): string {
  const when = memory.supersededAtTurn === null ? '' : ` at turn ${memory.supersededAtTurn}`;
  return memory.supersededBy === INVALIDATION_MARKER
    ? `Found wrong${when}: ${memory.invalidationReason ?? ''}`
    : `Replaced${when} by "${memory.supersededBy ?? ''}"`;
}
