import type { EntryFormat } from '../../domain/entry-edits.ts';
import type { LocationId } from '../../domain/ids.ts';
import { isBlockStart } from '../../domain/lined-document.ts';
import { looksLikeEntry } from './entry-header.ts';
import { parseRoomBlock, startsBlock, type RoomBlock } from './room-block.ts';

/** What the entries of a room stand under. */
export function placeOfRoom(id: LocationId): string {
  return `Location ${id}`;
}

/** The entries of Memories.md: memories by title, the visits of a room, and what else somebody wrote. */
export const MEMORY_ENTRIES: EntryFormat<RoomBlock> = {
  parseBlock: parseRoomBlock,
  startsBlock,
  placeOf({ room, lines }) {
    if (room !== null) return placeOfRoom(room.id);
    const first = lines[0] ?? '';
    return isBlockStart(first) ? first.replace(/\r+$/, '') : '';
  },
  spansOf({ entries, strays, visits, room }) {
    const title = room === null ? strays.filter(({ at }) => at > 0) : strays;
    return [
      ...entries.map(({ at, length, memory }) => ({ at, length, name: memory.title })),
      ...title.map(({ at, length }) => ({ at, length, name: null })),
      ...(visits === null
        ? []
        : [{ at: visits.at, length: 1, name: '**Visits:**', isCount: true as const }]),
    ].sort((a, b) => a.at - b.at);
  },
  insertAt({ entries, strays, insertAt }, { text }) {
    if (looksLikeEntry(text)) return insertAt;
    // Below a memory it would be read as a part of it.
    const unread = strays.filter(({ kind }) => kind !== 'text' && kind !== 'unreadable-room');
    return Math.min(insertAt, ...[...entries, ...unread].map(({ at }) => at));
  },
  title: ['# Location Memories'],
  openPlace(heading, entries) {
    const lines = (isCount: boolean) =>
      entries
        .filter((one) => (one.isCount === true) === isCount)
        .map(({ text }) => text.split('\n'));
    const memories = lines(false)
      .toSorted(([a], [b]) => Number(looksLikeEntry(a ?? '')) - Number(looksLikeEntry(b ?? '')))
      .flatMap((text) => ['', ...text]);
    if (!heading.startsWith('## Location')) return [heading, ...memories];
    return [heading, ...lines(true).flat(), '', '### Memories', ...memories, '', '---'];
  },
  orderOf(place) {
    const [, id] = /^Location (\d+)$/.exec(place) ?? [];
    return id === undefined ? null : Number(id);
  },
};
