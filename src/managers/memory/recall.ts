import type { LocationId } from '../../domain/ids.ts';
import { isBelieved, namesUnshown, type Memory, type Recollection } from '../../domain/memory.ts';
import { namesWhole } from '../../domain/naming.ts';
import { takingsLine } from '../../prompts/memory-lines.ts';
import { evidenceKey, isHarmless, type EvidenceBook } from './evidence.ts';
import { renderLocationMemory, type Shown } from './location-memory.ts';
import { showingOf } from './memory-id.ts';
import type { Place } from './relevance.ts';

/** Room for a location's memories in a prompt, in tokens; with its heading the section stays under 300. */
export const MOST_TOKENS = 285;

/** Takings that are named in the one line that tells of them. */
const MOST_TAKINGS = 6;

/** A neighbour's dangers must not crowd out what is known of the room itself. */
const DANGERS_NEARBY = { mostShown: 2, mostTokens: 140, markers: false } as const;

/** A memory with the room that it is filed under. */
export type Filed = readonly [LocationId, Memory];

/** What an earlier episode took in a room, and by which commands. */
export interface Taken {
  /** Object number. */
  readonly thing: number;
  readonly commands: readonly string[];
}

/** What a room's memories are shown by. */
interface Showcase {
  readonly settings: { readonly showPersistenceMarkers: boolean; readonly maxShown: number };
  readonly evidence: EvidenceBook;
  /** Null where no moment is meant. */
  readonly place: Place | null;
  /** What earlier episodes took in the room. */
  readonly taken: readonly Taken[];
  /** What another room is called; empty for the room that is told. */
  readonly nameOf: (room: LocationId) => string;
}

/** What a prompt says of a room: its own memories and those of other rooms that are of use here. */
export function tellRoom(filed: readonly Filed[], showcase: Showcase): Shown {
  const { settings, evidence, place, nameOf, taken } = showcase;
  const origins = new Map(
    filed.map(([id, memory]) => [memory, nameOf(id) === '' ? '' : `(learnt at ${nameOf(id)})`]),
  );
  const rooms = new Map(filed.map(([id, memory]) => [memory, showingOf(evidence, id, place)]));
  const of = (memory: Memory) => rooms.get(memory);
  const told = renderLocationMemory([...rooms.keys()], {
    markers: settings.showPersistenceMarkers,
    mostShown: settings.maxShown,
    mostTokens: MOST_TOKENS,
    origin: (memory) => origins.get(memory) ?? '',
    evidence: (memory) => of(memory)?.evidence(memory) ?? '',
    idOf: (memory) => of(memory)?.idOf(memory) ?? '',
    weigh: (memory) => of(memory)?.weigh(memory) ?? null,
  });
  const takings = place === null || told.lines >= settings.maxShown ? [] : takingsAt(taken, place);
  if (takings.length === 0) return told;
  const line = takingsLine(takings);
  return { ...told, text: told.text === '' ? line : `${line}\n${told.text}` };
}

/** The commands that took in an earlier episode what lies in reach; none that a memory of the room tells of. */
function takingsAt(taken: readonly Taken[], { now, memories }: Place): readonly string[] {
  const lying = new Set(
    now.observation.objects.flatMap(({ id, held }) => (held ? [] : [Number(id)])),
  );
  const isTold = (command: string) => memories.some(({ title }) => namesWhole(title, command));
  return taken
    .filter(({ thing, commands }) => lying.has(thing) && !commands.some(isTold))
    .flatMap(({ commands }) => commands)
    .slice(0, MOST_TAKINGS);
}

/** What a prompt says of the dangers of a room next door; none that names what nobody has seen, or that did no harm. */
export function tellDangers(
  id: LocationId,
  memories: readonly Memory[],
  evidence: EvidenceBook,
): Recollection {
  const isSafe = (memory: Memory) => {
    const found = evidence.get(evidenceKey(id, memory));
    return found !== undefined && isHarmless(found);
  };
  // A danger of another place or thing threatens there.
  const isOfRoom = ({ about }: Memory) => about === undefined || about === id;
  const dangers = memories.filter(
    (one) => one.category === 'DANGER' && isBelieved(one) && isOfRoom(one),
  );
  const shown = dangers.filter((one) => !namesUnshown(one) && !isSafe(one));
  return renderLocationMemory(shown, { ...DANGERS_NEARBY, ...showingOf(evidence, id) });
}
