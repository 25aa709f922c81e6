import { memoriesToRead, readEvidence, readRooms } from './memory-files.ts';
import type { Memory } from '../../domain/memory.ts';
import type { RoomMemories } from '../../managers/memory/memory-document.ts';
import { memoryFacts } from './memory-facts.ts';
import { renderRoomMemories } from './render-room-memories.ts';
import { roomNumber, roomsNamed } from '../rooms-named.ts';
import type { Call } from '../call.ts';

/** What one room taught; of several rooms of one name, which they are. A room without memories is no error. */
export async function showRoom(call: Call<{ readonly location: string }>): Promise<void> {
  const { location } = call.options;
  const file = await memoriesToRead(call);
  const rooms = roomsNamed(readRooms(file), location);
  if (rooms.length > 1) {
    const found = rooms.map(({ id, name }) => ({ id, name }));
    call.answer({ rooms: found }, () => {
      const lines = found.map(({ id, name }) => `${id}  ${name}`);
      return [`Several rooms have that name; name one by its number:`, ...lines].join('\n');
    });
    return;
  }
  const book = readEvidence(file);
  const [room] = rooms;
  const id = room?.id ?? roomNumber(location);
  const memories = (room?.memories ?? []).map((memory) => memoryFacts(room?.id ?? 0, memory, book));
  call.answer({ location: { id, name: room?.name ?? '' }, memories }, () =>
    room === undefined
      ? { nothing: `Nothing is remembered of location ${location}; see zorkgpt memories list.` }
      : renderRoomMemories(room, book),
  );
}

/** The memories that say a text, and all of a room whose name says it. */
export async function search(call: Call): Promise<void> {
  const text = call.word;
  const file = await memoriesToRead(call);
  const book = readEvidence(file);
  const found = readRooms(file).flatMap((room) => {
    const memories = room.memories.filter((memory) => says(room, memory, text.toLowerCase()));
    return memories.length === 0 ? [] : [{ ...room, memories }];
  });
  const hits = found.flatMap(({ id, name, memories }) =>
    memories.map((memory) => ({ location: { id, name }, ...memoryFacts(id, memory, book) })),
  );
  call.answer(hits, () =>
    found.length === 0
      ? { nothing: `No memory says "${text}".` }
      : found.map((room) => renderRoomMemories(room, book)).join('\n\n'),
  );
}

function says({ name }: RoomMemories, { title, text, category }: Memory, words: string): boolean {
  return [name, title, text, category].some((part) => part.toLowerCase().includes(words));
}
