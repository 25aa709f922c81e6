import { sort } from 'd3-array';
import { isDeath } from '../domain/turn-effect.ts';
import { NotFoundError } from '../domain/errors.ts';
import { isBelieved, type Memory } from '../domain/memory.ts';
import { seededRandom } from '../domain/seeded-random.ts';
import type { Stop } from '../domain/stop-reason.ts';
import {
  evidenceKey,
  parseEvidence,
  printEvidence,
  type EvidenceBook,
  type Evidence,
  memoryId,
  sourceOf,
} from '../managers/memory/evidence.ts';
import type { RoomMemories } from '../managers/memory/memory-document.ts';
import { pairWorth, type ForkPair, type Worth } from '../managers/memory/worth.ts';
import type { ForkPlay, PlayedOn } from '../run/fork-plays.ts';
import type { DurableFile } from '../storage/storage.ts';
import { turnsShowingMemories, usesOfMemory } from '../verify/memory-evidence.ts';
import type { Recording } from '../verify/recording.ts';
import { bootstrapInterval, mean, permutationP } from './statistics.ts';

/** The start of two plays, and the seed of their player. */
type Moment = Pick<ForkPair, 'episode' | 'turn' | 'seed'>;

export interface Valued {
  readonly id: string;
  readonly location: { readonly id: number; readonly name: string };
  readonly memory: Memory;
  /** The results of earlier pairs. Undefined if there are none of such plays. */
  readonly worth: Worth | undefined;
  readonly moments: readonly Moment[];
}

/** How plays are made: so many turns, by this player, so many pairs for each memory. */
interface PlayPlan {
  readonly turns: number;
  readonly player: string;
  readonly each: number;
}

/** A death within so many turns after showing a memory is near. */
const NEAR = 5;

/** The believed memories that recorded turns showed: near deaths first, then doubted ones, then those followed least. */
export function planValue(
  rooms: readonly RoomMemories[],
  recordings: readonly Recording[],
  book: EvidenceBook,
  plan: PlayPlan,
): readonly Valued[] {
  const shown = turnsShowingMemories(recordings);
  const showings = showingsOf(recordings);
  const deaths = recordings.flatMap(({ episode, turns }) =>
    turns.filter(isDeath).map(({ turn }) => ({ episode, turn })),
  );
  const isNearDeath = (one: Omit<Moment, 'seed'>) =>
    deaths.some(
      ({ episode, turn }) => episode === one.episode && turn >= one.turn && turn < one.turn + NEAR,
    );
  const found = rooms.flatMap((room) =>
    room.memories.filter(isBelieved).flatMap((memory) => {
      const id = memoryId(room.id, memory);
      const starts = showings.get(id) ?? [];
      if (starts.length === 0) return [];
      const uses = usesOfMemory(room.id, memory, [], shown);
      const ignored = (uses?.shown ?? 0) - (uses?.followed ?? 0);
      const doubt = memory.status === 'TENTATIVE' ? 1 : 0;
      const before = book.get(evidenceKey(room.id, memory))?.worth;
      const isSame = before?.turns === plan.turns && before.player === plan.player;
      const worth = isSame ? before : undefined;
      const moments = momentsOf(starts, plan.each).filter((one) => !isPlayed(one, worth));
      const location = { id: room.id, name: room.name };
      const valued = { id, location, memory, worth, moments };
      return [{ valued, death: starts.some(isNearDeath) ? 1 : 0, doubt, ignored }];
    }),
  );
  const first = sort(
    found,
    ({ death }) => -death,
    ({ doubt }) => -doubt,
    ({ ignored }) => -ignored,
  );
  return first.map(({ valued }) => valued);
}

/** The turns that showed a memory and whose previous turn did not. */
function showingsOf(recordings: readonly Recording[]) {
  const starts = new Map<string, Omit<Moment, 'seed'>[]>();
  for (const { episode, turns } of recordings) {
    for (const [at, { turn, decision }] of turns.entries()) {
      const before = new Set(turns[at - 1]?.decision.memories);
      for (const id of new Set(decision.memories)) {
        if (before.has(id)) continue;
        starts.set(id, [...(starts.get(id) ?? []), { episode, turn }]);
      }
    }
  }
  return starts;
}

/** So many moments, spread over all. If there are fewer, several players play each. */
function momentsOf(starts: readonly Omit<Moment, 'seed'>[], each: number): readonly Moment[] {
  const count = Math.min(starts.length, each);
  return Array.from({ length: each }, (_, at) => at).flatMap((at) => {
    const start = starts[Math.floor(((at % count) * starts.length) / count)];
    return start === undefined ? [] : [{ ...start, seed: Math.floor(at / count) }];
  });
}

function isPlayed({ episode, turn, seed }: Moment, worth: Worth | undefined): boolean {
  return (worth?.pairs ?? []).some(
    (pair) => pair.episode === episode && pair.turn === turn && pair.seed === seed,
  );
}

interface ValuePorts {
  readonly play: (fork: ForkPlay) => Promise<PlayedOn | Stop>;
  readonly evidence: DurableFile;
  readonly plan: PlayPlan;
  readonly pairs: number;
  readonly signal: AbortSignal;
  readonly tell: (message: string) => void;
  readonly onPair: (pairs: number) => void;
}

/** As many pairs were played as requested. */
export const USED_UP = 'the pairs are used up';

const STOPPED = 'stopped on request';

export type FoundValues = Awaited<ReturnType<typeof valueMemories>>;

/** Plays each moment with each memory and without it, and writes each pair at once. `stopped` says why it ended early. */
export async function valueMemories(valued: readonly Valued[], ports: ValuePorts) {
  const memories = [...valued];
  let pairs = 0;
  const told = new Set<string>();
  // One reason may prevent many moments of an episode.
  const tell = (message: string) => {
    if (!told.has(message)) ports.tell(message);
    told.add(message);
  };
  for (const [at, one] of valued.entries()) {
    for (const moment of one.moments) {
      // Many moments that cannot be played again may follow each other.
      if (ports.signal.aborted) return { memories, pairs, stopped: STOPPED };
      if (pairs >= ports.pairs) return { memories, pairs, stopped: USED_UP };
      const pair = await playPair(one, moment, { ...ports, tell });
      if (pair === null) continue;
      if (typeof pair === 'string') return { memories, pairs, stopped: pair };
      pairs += 1;
      const before = memories[at]?.worth?.pairs ?? [];
      const worth = worthFound([...before, pair], ports.plan);
      memories[at] = { ...one, worth };
      await keepWorth(ports.evidence, one, worth);
      ports.onPair(pairs);
    }
  }
  return { memories, pairs, stopped: null };
}

/** A pair; the reason why nothing more can be played; or null for a moment that cannot be played again. */
async function playPair({ id }: Valued, moment: Moment, { play, tell, signal }: ValuePorts) {
  try {
    const shown = await play({ ...moment, without: null });
    if ('reason' in shown) return whyStopped(shown, tell);
    const unshown = await play({ ...moment, without: id });
    if ('reason' in unshown) return whyStopped(unshown, tell);
    const { episode, turn, seed } = moment;
    const [points, rooms] = [shown.points - unshown.points, shown.rooms - unshown.rooms];
    const [wasted, deaths] = [shown.wasted - unshown.wasted, shown.deaths - unshown.deaths];
    return { episode, turn, seed, points, rooms, wasted, deaths };
  } catch (error) {
    if (error === signal.reason) return STOPPED;
    if (!(error instanceof NotFoundError)) throw error;
    tell(error.message);
    return null;
  }
}

/** A limit, a signal or a failing endpoint ends everything. A story that breaks ends one moment. */
function whyStopped({ reason, detail }: Stop, tell: (message: string) => void): string | null {
  const ends = reason === 'budget' || reason === 'interruption' || reason === 'provider-down';
  if (ends) return detail;
  tell(`A play did not come to its end: ${detail}`);
  return null;
}

export function worthFound(pairs: readonly ForkPair[], { turns, player }: PlayPlan): Worth {
  const values = pairs.map(pairWorth);
  return {
    turns,
    player,
    pairs,
    mean: mean(values) ?? 0,
    interval: bootstrapInterval(values, seededRandom(1)),
    p: permutationP(values, seededRandom(1)),
  };
}

async function keepWorth(file: DurableFile, { location, memory }: Valued, worth: Worth) {
  const untried: Evidence = {
    location,
    ...sourceOf(memory),
    verdict: 'untestable',
    tried: 0,
    held: 0,
    why: 'nobody tried it again',
    by: 'simulated',
  };
  const key = evidenceKey(location.id, memory);
  await file.update((bytes) => {
    const book = parseEvidence(bytes);
    return printEvidence(new Map([...book, [key, { ...(book.get(key) ?? untried), worth }]]));
  });
}
