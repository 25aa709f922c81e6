import { rollups } from 'd3-array';
import path from 'node:path';
import { isLasting, type Memory } from '../../domain/memory.ts';
import { plural } from '../../domain/text.ts';
import { checkMemories, type MemoryProblem } from '../../managers/memory/check-memories.ts';
import type { RoomMemories } from '../../managers/memory/memory-document.ts';
import { tableOr, type Call } from '../command.ts';
import { EXIT, CommandExit } from '../errors.ts';
import { renderFacts, type Columns } from '../layout.ts';
import { print, printJson } from '../print.ts';
import { readFileAtPlace, roomsAtPlace, learntMemories } from '../learnt-place.ts';

export async function listRooms(call: Call): Promise<void> {
  const file = await learntMemories(call);
  const rooms = roomsAtPlace(file).map(lineOf);
  call.answer(rooms, tableOr(`Nothing is remembered yet (${file}).`, COLUMNS, rooms));
}

export async function listMemoryCounts(call: Call): Promise<void> {
  const file = await learntMemories(call);
  const counts = countAll(roomsAtPlace(file));
  call.answer({ file, ...counts }, (width) =>
    renderFacts(
      Object.entries(counts).flatMap(([name, count]) =>
        typeof count === 'number'
          ? [[name, count] as const]
          : Object.entries(count).map(
              ([kind, one]) => [`${NAMES[name] ?? name} ${kind}`, one] as const,
            ),
      ),
      width,
    ),
  );
}

/** Words for people instead of names in code. */
const NAMES: Readonly<Record<string, string>> = {
  status: 'memories',
  persistence: 'of the sort',
  category: 'of the kind',
  episode: 'of episode',
};

const COLUMNS: Columns<ReturnType<typeof lineOf>> = {
  location: ({ location }) => location.id,
  name: ({ location }) => location.name,
  visits: ({ visits }) => visits,
  active: ({ active }) => active,
  tentative: ({ tentative }) => tentative,
  superseded: ({ superseded }) => superseded,
};

function lineOf({ id, name, visits, memories }: RoomMemories) {
  const count = (status: Memory['status']) =>
    memories.filter((memory) => memory.status === status).length;
  return {
    location: { id, name },
    visits: visits.count,
    episodes: visits.episodes,
    earlierEpisodes: visits.earlier,
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
    visits: rooms.reduce((sum, { visits }) => sum + visits.count, 0),
    status: countBy(memories.map(({ status }) => status)),
    persistence: countBy(memories.map(({ persistence }) => persistence)),
    category: countBy(memories.map(({ category }) => category)),
    episode: countBy(memories.filter(isLasting).map(({ episode }) => String(episode))),
  };
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts = rollups(
    values,
    (same) => same.length,
    (value) => value,
  );
  return Object.fromEntries(counts.sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}

/** All problems in a Memories.md, by line. Throws CommandExit with 1 if one of them is an error. */
export async function listMemoryMistakes(call: Call): Promise<void> {
  const { world, options, word } = call;
  const file = word === '' ? await learntMemories(call) : path.resolve(world.cwd, word);
  const problems = checkMemories(readFileAtPlace(file));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  if (options.json) printJson(world, { file, errors, warnings, problems });
  else {
    if (problems.length > 0) print(world, problems.map((one) => problemLine(file, one)).join('\n'));
    const counted = `${plural(errors, 'error')}, ${plural(warnings, 'warning')}.`;
    call.tell(problems.length === 0 ? `${file} is in order.` : counted);
  }
  if (errors > 0) throw new CommandExit(EXIT.failed);
}

/** In the form of compilers, so that editors can jump to the line. */
function problemLine(file: string, { line, severity, kind, locationId, message }: MemoryProblem) {
  const where = locationId === null ? '' : ` (location ${locationId})`;
  return `${file}:${line}: ${severity}: ${message}${where} [${kind}]`;
}
