import { learntPlace } from '../learnt-place.ts';
import { readRooms } from './read-memories.ts';
import type { World } from '../world.ts';
import type { Memory } from '../../domain/memory.ts';
import type { RoomMemories } from '../../managers/memory/memory-document.ts';
import { note, print, printJson } from '../output.ts';
import { renderRoomMemories } from './render-room-memories.ts';
import type { LookOptions } from '../options.ts';

/** Options of `memories show`. */
export interface ShowOptions extends LookOptions {
  readonly location: number;
}

/** What one room taught. A room without memories is an empty answer, not an error. */
export function show(world: World, options: ShowOptions): void {
  const { memories: file } = learntPlace(world, options);
  const room = readRooms(file).find(({ id }) => id === options.location);
  if (options.json) {
    printJson(world, {
      location: { id: options.location, name: room?.name ?? '' },
      memories: (room?.memories ?? []).map(jsonOf),
    });
  } else if (room === undefined) {
    note(
      world,
      `Nothing is remembered of location ${options.location}; see zorkgpt memories list.`,
    );
  } else print(world, renderRoomMemories(room));
}

/** The memories that say a text, and all of a room whose name says it. */
export function search(world: World, text: string, options: LookOptions): void {
  const { memories: file } = learntPlace(world, options);
  const found = readRooms(file).flatMap((room) => {
    const memories = room.memories.filter((memory) => says(room, memory, text.toLowerCase()));
    return memories.length === 0 ? [] : [{ ...room, memories }];
  });
  if (options.json) {
    const hits = found.flatMap(({ id, name, memories }) =>
      memories.map((memory) => ({ location: { id, name }, ...jsonOf(memory) })),
    );
    printJson(world, hits);
  } else if (found.length === 0) note(world, `No memory says "${text}".`);
  else print(world, found.map(renderRoomMemories).join('\n\n'));
}

function says({ name }: RoomMemories, { title, text, category }: Memory, words: string): boolean {
  return [name, title, text, category].some((part) => part.toLowerCase().includes(words));
}

function jsonOf(memory: Memory) {
  const { title, text, category, persistence, status, episode, turns, scoreChange } = memory;
  const { supersededBy, supersededAtTurn, invalidationReason } = memory;
  return {
    title,
    text,
    category,
    persistence,
    status,
    episode,
    turns,
    scoreChange,
    supersededBy,
    supersededAtTurn,
    invalidationReason,
  };
}
