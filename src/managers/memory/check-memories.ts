import { group } from 'd3-array';
import type { LocationId } from '../../domain/ids.ts';
import { plainWords } from '../../domain/text.ts';
import {
  isSameMemoryClaim,
  isBelieved,
  INVALIDATION_MARKER,
  type Memory,
} from '../../domain/memory.ts';
import { parseDocument } from './memory-document.ts';
import type { RoomBlock, Stray } from './room-block.ts';

/** Something in Memories.md that a person should look at. */
export interface MemoryProblem {
  readonly line: number;
  /** An error misleads or loses a memory; a warning is only unusual. */
  readonly severity: 'error' | 'warning';
  readonly kind:
    | Stray['kind']
    | 'duplicate'
    | 'contradiction'
    | 'dangling-supersession'
    | 'cyclic-supersession'
    | 'core-often-superseded'
    | 'room-twice';
  readonly locationId: LocationId | null;
  readonly title: string | null;
  readonly message: string;
}

interface Placed {
  readonly line: number;
  readonly memory: Memory;
}

/** So many superseded core memories make a room suspicious: its start does not change. */
const OFTEN = 2;

const STRAYS: Readonly<Record<Stray['kind'], string>> = {
  'unreadable-entry': 'This memory cannot be read; compare its first line with another one.',
  'unreadable-room': 'This room heading cannot be read; it is "## Location 12: Name".',
  'entry-without-room': 'This memory belongs to no room; move it above the rule of its section.',
  conflict: 'A merge of git was left unfinished here; keep one side and remove its marks.',
  ephemeral: 'An ephemeral memory ends with its episode; remove it.',
  text: 'This text belongs to no memory; put it below one.',
};

/** All problems in the bytes of a Memories.md, by line. Empty if there are none. */
export function checkMemories(bytes: Uint8Array | null): readonly MemoryProblem[] {
  const problems: MemoryProblem[] = [];
  const rooms = new Map<LocationId, Placed[]>();
  let first = 1;
  for (const block of parseDocument(bytes).blocks) {
    const start = first;
    problems.push(...strayProblems(block, start));
    const { room } = block;
    if (room !== null) {
      const twice = { kind: 'room-twice', severity: 'warning', title: null } as const;
      const message = `Location ${room.id} has a section above; both are read, one would be clearer.`;
      if (rooms.has(room.id))
        problems.push({ ...twice, line: start, locationId: room.id, message });
      const placed = block.entries.map(({ at, memory }) => ({ line: start + at, memory }));
      rooms.set(room.id, [...(rooms.get(room.id) ?? []), ...placed]);
    }
    first += block.lines.length;
  }
  const all = byTitle([...rooms.values()].flat());
  for (const [id, placed] of rooms) problems.push(...roomProblems(id, placed, all));
  return problems.sort((a, b) => a.line - b.line);
}

function strayProblems({ room, strays }: RoomBlock, start: number): MemoryProblem[] {
  // Text outside rooms is a person's own.
  const reported = strays.filter(({ kind }) => kind !== 'text' || room !== null);
  return reported.map(({ at, kind }) => ({
    line: start + at,
    severity: kind === 'text' ? 'warning' : 'error',
    kind,
    locationId: room?.id ?? null,
    title: null,
    message: STRAYS[kind],
  }));
}

type Titled = ReadonlyMap<string, readonly Memory[]>;

function byTitle(placed: readonly Placed[]): Titled {
  return group(
    placed.map(({ memory }) => memory),
    ({ title }) => title,
  );
}

function roomProblems(id: LocationId, placed: readonly Placed[], all: Titled): MemoryProblem[] {
  const problem = ({ line, memory }: Placed, kind: MemoryProblem['kind'], message: string) => ({
    line,
    severity: kind === 'core-often-superseded' ? ('warning' as const) : ('error' as const),
    kind,
    locationId: id,
    title: memory.title,
    message,
  });
  const here = byTitle(placed);
  const corrected = placed.filter(
    ({ memory }) => memory.persistence === 'core' && !isBelieved(memory),
  );
  const often = 'What this room holds at the start was corrected often.';
  return [
    ...repeats(placed).map(({ second, first, kind }) =>
      problem(second, kind, `"${second.memory.title}" is believed in line ${first.line} already.`),
    ),
    ...placed.flatMap((one) => {
      const kind = supersessionProblem(one.memory, here, all);
      const by = `"${one.memory.title}" is superseded by "${one.memory.supersededBy}"`;
      const why = kind === 'cyclic-supersession' ? 'which leads back to it' : 'which is not here';
      return kind === null ? [] : [problem(one, kind, `${by}, ${why}.`)];
    }),
    ...(corrected.length < OFTEN ? [] : corrected.slice(-1)).map((one) =>
      problem(one, 'core-often-superseded', often),
    ),
  ];
}

interface Repeat extends Readonly<Record<'first' | 'second', Placed>> {
  readonly kind: 'contradiction' | 'duplicate';
}

const OPPOSITES: Readonly<Record<string, string>> = { FAILURE: 'SUCCESS', SUCCESS: 'FAILURE' };

/** Later memories with a title that is believed already: a repeated claim, or a success beside a failure. */
function repeats(placed: readonly Placed[]): readonly Repeat[] {
  const seen = new Map<string, Placed[]>();
  return placed.flatMap((second): readonly Repeat[] => {
    const { title, category } = second.memory;
    if (!isBelieved(second.memory)) return [];
    const key = plainWords(title);
    const earlier = seen.get(key) ?? [];
    seen.set(key, [...earlier, second]);
    const opposite = earlier.find(({ memory }) => memory.category === OPPOSITES[category]);
    if (opposite !== undefined) return [{ second, first: opposite, kind: 'contradiction' }];
    const same = earlier.find(({ memory }) => isSameMemoryClaim(memory, second.memory));
    return same === undefined ? [] : [{ second, first: same, kind: 'duplicate' }];
  });
}

/** Follows the titles that replaced a memory until one is believed or invalidated. What was learnt elsewhere may replace it. */
function supersessionProblem(memory: Memory, here: Titled, all: Titled) {
  const passed = new Set<string>();
  let next = memory.supersededBy;
  while (next !== null && next !== INVALIDATION_MARKER) {
    if (passed.has(next)) return passed.has(memory.title) ? 'cyclic-supersession' : null;
    passed.add(next);
    const named = here.get(next) ?? all.get(next);
    if (named === undefined) return passed.size === 1 ? 'dangling-supersession' : null;
    if (named.some(isBelieved)) return null;
    next = named.at(-1)?.supersededBy ?? null;
  }
  return null;
}
