import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { gainWords, type ToldGain } from '../../prompts/memory-lines.ts';
import { evidenceKey, evidenceWords, type Evidence, type EvidenceBook } from './evidence.ts';
import { gainKey, isGain, isPaid, type KnownWays, type Progress } from './gain.ts';
import type { Filed } from './recall.ts';

const MOST_GAINS = 5;
const HEADING = 'Points known and not won yet:';

/** What tells where a gain is and how one gets there. */
export interface GainMap extends KnownWays {
  roomName(room: LocationId): string;
  /** `shut` where every way that is known is, `none` where none is known; null where nobody is told the way. */
  commandsTo(from: LocationId, to: LocationId): ToldGain['way'] | 'none';
}

/** One gain, however many memories word it. */
type Gain = Omit<ToldGain, 'room'> & { readonly room: LocationId };

/**
 * The points that memories know of and that are still to be won, with place, command and way, near and large ones first;
 * without those that `told`, the memories shown for this place, say already, and those to which no way is known from here.
 * Empty where there are none.
 */
export function openGains(
  filed: readonly Filed[],
  state: Progress & Pick<GameState, 'observation'>,
  {
    map,
    evidence,
    told,
  }: {
    readonly map: GainMap;
    readonly evidence: EvidenceBook;
    readonly told: readonly Memory[];
  },
): string {
  const here = state.observation.location.id;
  const known = new Map<string, Gain>();
  const shown = new Set(
    filed.flatMap(([room, memory]) => (told.includes(memory) ? [gainKey(room, memory, map)] : [])),
  );
  for (const [room, memory] of filed) {
    if (!isGain(memory) || memory.status !== 'ACTIVE') continue;
    const key = gainKey(room, memory, map);
    const found = evidence.get(evidenceKey(room, memory));
    if (shown.has(key) || found?.verdict === 'refuted' || isPaid(room, memory, state, map))
      continue;
    const way = room === here ? [] : map.commandsTo(here, room);
    if (way === 'none') continue;
    known.set(key, gainOf([room, memory], way, found, known.get(key)));
  }
  return listGains([...known.values()], map);
}

function gainOf(
  [room, memory]: Filed,
  way: Gain['way'],
  found: Evidence | undefined,
  before: Gain | undefined,
): Gain {
  const commands = [...(before?.commands ?? []), memory.title];
  const condition = found?.verdict === 'conditional' ? evidenceWords(found) : '';
  return { room, points: memory.scoreChange ?? 0, commands, condition, way };
}

function listGains(unsorted: readonly Gain[], map: GainMap): string {
  const gains = unsorted.toSorted((a, b) => worth(b) - worth(a));
  if (gains.length === 0) return '';
  const more = gains.length - MOST_GAINS;
  return [
    HEADING,
    ...gains
      .slice(0, MOST_GAINS)
      .map((gain) =>
        gainWords({ ...gain, room: { id: gain.room, name: map.roomName(gain.room) } }),
      ),
    ...(more > 0 ? [`(${more} more)`] : []),
  ].join('\n');
}

/** Points for each turn that they take. */
function worth({ points, way }: Gain): number {
  return way === null || way === 'shut' ? 0 : points / (way.length + 1);
}
