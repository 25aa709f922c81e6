import { learntPlace } from '../learnt-place.ts';
import { readEvidence, readRooms } from './memory-files.ts';
import type { World } from '../world.ts';
import type { Memory } from '../../domain/memory.ts';
import { evidenceKey, type Evidence, type EvidenceBook } from '../../managers/memory/evidence.ts';
import type { RoomMemories } from '../../managers/memory/memory-document.ts';
import { renderRoomMemories } from './render-room-memories.ts';
import { answer, type CommonOptions } from '../command.ts';

/** Options of `memories show`. */
export interface ShowOptions extends CommonOptions {
  readonly location: number;
}

/** What one room taught. A room without memories is an empty answer, not an error. */
export async function show(world: World, options: ShowOptions): Promise<void> {
  const { memories: file, evidence } = await learntPlace(world, options);
  const { location: id } = options;
  const book = readEvidence(evidence);
  const room = readRooms(file).find((one) => one.id === id);
  const memories = (room?.memories ?? []).map((memory) => jsonOf(id, memory, book));
  answer(world, options, { location: { id, name: room?.name ?? '' }, memories }, () =>
    room === undefined
      ? { nothing: `Nothing is remembered of location ${id}; see zorkgpt memories list.` }
      : renderRoomMemories(room, book),
  );
}

/** The memories that say a text, and all of a room whose name says it. */
export async function search(
  world: World,
  options: CommonOptions,
  [text = '']: readonly string[],
): Promise<void> {
  const { memories: file, evidence } = await learntPlace(world, options);
  const book = readEvidence(evidence);
  const found = readRooms(file).flatMap((room) => {
    const memories = room.memories.filter((memory) => says(room, memory, text.toLowerCase()));
    return memories.length === 0 ? [] : [{ ...room, memories }];
  });
  const hits = found.flatMap(({ id, name, memories }) =>
    memories.map((memory) => ({ location: { id, name }, ...jsonOf(id, memory, book) })),
  );
  answer(world, options, hits, () =>
    found.length === 0
      ? { nothing: `No memory says "${text}".` }
      : found.map((room) => renderRoomMemories(room, book)).join('\n\n'),
  );
}

function says({ name }: RoomMemories, { title, text, category }: Memory, words: string): boolean {
  return [name, title, text, category].some((part) => part.toLowerCase().includes(words));
}

function jsonOf(id: number, memory: Memory, book: EvidenceBook) {
  const { title, text, category, persistence, status, episode, turns, scoreChange } = memory;
  const { supersededBy, supersededAtTurn, invalidationReason } = memory;
  const checked = book.get(evidenceKey(id, memory));
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
    ...(checked !== undefined && { evidence: jsonOfEvidence(checked) }),
  };
}

function jsonOfEvidence({ verdict, tried, held, why, by }: Evidence) {
  return { verdict, tried, held, why, by };
}
