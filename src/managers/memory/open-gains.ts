import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { NEXT_ACTION, type Memory } from '../../domain/memory.ts';
import { plural } from '../../domain/words.ts';
import { commandWords, roomWords } from '../../prompts/wording.ts';
import { evidenceKey, evidenceWords, type Evidence, type EvidenceBook } from './evidence.ts';
import { gainKey, isGain, isPaid, type KnownWays, type Progress } from './gain.ts';
import type { Filed } from './recall.ts';

const MOST_GAINS = 5;
/** A longer way is told by its first step. */
const LONGEST_WAY = 5;
const HEADING = 'Points known and not won yet:';

/** What tells where a gain is and how one gets there. */
export interface GainMap extends KnownWays {
  roomName(room: LocationId): string;
  /** `shut` where every way that is known is; null where none is known, and where nobody is told the way. */
  commandsTo(from: LocationId, to: LocationId): readonly string[] | 'shut' | null;
}

/** One gain, however many memories word it. */
interface Gain {
  readonly room: LocationId;
  readonly points: number;
  readonly commands: readonly string[];
  /** On what condition it can be won; empty where none is known. */
  readonly condition: string;
  readonly way: ReturnType<GainMap['commandsTo']>;
}

/**
 * The points that memories know of and that are still to be won, with place, command and way, near and large ones first;
 * without those that `told`, the memories shown for this place, say already. Empty where there are none.
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
    ...gains.slice(0, MOST_GAINS).map((gain) => gainWords(gain, map)),
    ...(more > 0 ? [`(${more} more)`] : []),
  ].join('\n');
}

/** Points for each turn that they take. */
function worth({ points, way }: Gain): number {
  return way === null || way === 'shut' ? 0 : points / (way.length + 1);
}

/** `- +10 open hatch, at Hall (7): e, n, n`; `- +5 wave, at Tower (9): 12 steps, first e` */
function gainWords({ room, points, commands, condition, way }: Gain, map: GainMap): string {
  const what = commands.map(commandWords).join(NEXT_ACTION);
  const sure = condition === '' ? '' : ` ${condition}`;
  const head = `- +${points} ${what}, at ${roomWords({ id: room, name: map.roomName(room) })}${sure}`;
  if (way === null) return head;
  if (way === 'shut') return `${head}: the way is shut`;
  if (way.length === 0) return `${head}: here`;
  const [first = ''] = way;
  return way.length > LONGEST_WAY
    ? `${head}: ${plural(way.length, 'step')}, first ${commandWords(first)}`
    : `${head}: ${way.map(commandWords).join(', ')}`;
}
