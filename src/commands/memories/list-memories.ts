import { learntPlace } from '../learnt-place.ts';
import { readRooms } from './read-memories.ts';
import type { World } from '../world.ts';
import type { Memory } from '../../domain/memory.ts';
import type { RoomMemories } from '../../managers/memory/memory-document.ts';
import { note, print, printJson } from '../output.ts';
import { renderTable } from '../render-table.ts';
import type { LookOptions } from '../options.ts';

/** One line per room, in the order of the file. */
export function list(world: World, options: LookOptions): void {
  const { memories: file } = learntPlace(world, options);
  const rooms = readRooms(file);
  if (options.json) {
    printJson(world, rooms.map(lineOf));
    return;
  }
  if (rooms.length === 0) note(world, `Nothing is remembered yet (${file}).`);
  const rows = rooms
    .map(lineOf)
    .map(({ location, visits, active, tentative, superseded }) => [
      String(location.id),
      location.name,
      String(visits),
      String(active),
      String(tentative),
      String(superseded),
    ]);
  if (rows.length === 0) return;
  const head = ['location', 'name', 'visits', 'active', 'tentative', 'superseded'];
  print(world, renderTable(head, rows));
}

/** How many memories there are of each kind. */
export function stats(world: World, options: LookOptions): void {
  const { memories: file } = learntPlace(world, options);
  const counts = countAll(readRooms(file));
  if (options.json) {
    printJson(world, { file, ...counts });
    return;
  }
  const rows = Object.entries(counts).flatMap(([name, count]) =>
    typeof count === 'number'
      ? [[name, String(count)]]
      : Object.entries(count).map(([kind, one]) => [`${name} ${kind}`, String(one)]),
  );
  print(world, renderTable(['', ''], rows).trimStart());
}

function lineOf({ id, name, visits, episodes, memories }: RoomMemories) {
  const count = (status: Memory['status']) =>
    memories.filter((memory) => memory.status === status).length;
  return {
    location: { id, name },
    visits,
    episodes,
    active: count('ACTIVE'),
    tentative: count('TENTATIVE'),
    superseded: count('SUPERSEDED'),
  };
}

function countAll(rooms: readonly RoomMemories[]) {
  const memories = rooms.flatMap((room) => room.memories);
  return {
    locations: rooms.length,
    memories: memories.length,
    visits: rooms.reduce((sum, { visits }) => sum + visits, 0),
    status: countBy(memories.map(({ status }) => status)),
    persistence: countBy(memories.map(({ persistence }) => persistence)),
    category: countBy(memories.map(({ category }) => category)),
    episode: countBy(memories.map(({ episode }) => String(episode))),
  };
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b, 'en', NUMERIC)));
}

const NUMERIC = { numeric: true } as const;
