import { isBelieved, type Memory } from '../domain/memory.ts';
import type { Location } from '../domain/observation.ts';
import { allItems, parseKnowledge } from '../managers/knowledge/knowledge-document.ts';
import { decodeMap } from '../managers/map/map-file.ts';
import { EMPTY_GRAPH, type MapGraph } from '../managers/map/map-graph.ts';
import { parseDocument, roomsOf } from '../managers/memory/memory-document.ts';

/** A believed memory or an item of knowledge, as something that may hold an answer. */
export interface Entry {
  /** The room that a memory is filed under; null for knowledge. */
  readonly room: Location | null;
  /** Null for knowledge. */
  readonly memory: Memory | null;
  readonly text: string;
  /** The episode that taught it; null where a person wrote it. */
  readonly episode: number | null;
}

/** What was learnt, as far as an answer can be found in it. */
export interface Learnt {
  readonly entries: readonly Entry[];
  readonly map: MapGraph;
}

/** The bytes of learnt files; null stands for no file. */
type LearntBytes = Readonly<Record<'memories' | 'knowledge' | 'map', Uint8Array | null>>;

/** Reads what was learnt of the story with this IFID; a map of another one holds nothing. */
export function readLearnt({ memories, knowledge, map }: LearntBytes, ifid: string): Learnt {
  const filed = [...roomsOf(parseDocument(memories)).values()].flatMap((room) =>
    room.memories.filter(isBelieved).map((memory) => ({
      room: { id: room.id, name: room.name },
      memory,
      text: `${memory.title}. ${memory.text}`,
      episode: memory.episode,
    })),
  );
  const items = allItems(parseKnowledge(knowledge)).map(({ text, origin }) => ({
    room: null,
    memory: null,
    text,
    episode: origin?.episode ?? null,
  }));
  const decoded = map === null ? null : decodeMap(map, ifid);
  const graph = decoded?.kind === 'map' ? decoded.graph : EMPTY_GRAPH;
  return { entries: [...filed, ...items], map: graph };
}

/** An entry in a few words. */
export function entryWords({ room, memory, text }: Entry): string {
  return room === null || memory === null
    ? `knowledge: ${text}`
    : `${room.name} (${room.id}), ${memory.category}: ${memory.title}`;
}
