import { seededRandom } from '../domain/seeded-random.ts';
import type { Stop } from '../domain/stop-reason.ts';
import {
  evidenceKey,
  parseEvidence,
  printEvidence,
  type Evidence,
} from '../managers/memory/evidence.ts';
import { pairWorth, type ForkPair, type Worth } from '../managers/memory/worth.ts';
import { NotFoundError } from '../domain/errors.ts';
import type { ForkPlay, PlayedOn } from '../run/fork-plays.ts';
import type { DurableFile } from '../storage/storage.ts';
import type { Moment, PlayPlan, Valued } from './plan-value.ts';
import { bootstrapInterval, mean, permutationP } from './statistics.ts';

/** What finding out values takes. */
interface ValuePorts {
  readonly play: (fork: ForkPlay) => Promise<PlayedOn | Stop>;
  readonly evidence: DurableFile;
  readonly plan: PlayPlan;
  /** Pairs at most, for all memories. */
  readonly pairs: number;
  readonly tell: (message: string) => void;
}

/** What came of it. */
export interface FoundValues {
  readonly memories: readonly Valued[];
  readonly pairs: number;
  /** Why it ended before all was played; null when all was. */
  readonly stopped: string | null;
}

/**
 * Plays each moment of each memory twice, with it and without it, one memory after the other, and writes every pair down at
 * once, so that whoever is killed goes on. A moment that cannot be played again is told and left out.
 */
export async function valueMemories(
  valued: readonly Valued[],
  ports: ValuePorts,
): Promise<FoundValues> {
  const memories = [...valued];
  let pairs = 0;
  for (const [at, one] of valued.entries()) {
    for (const moment of one.moments) {
      if (pairs >= ports.pairs) return { memories, pairs, stopped: 'the pairs are used up' };
      const pair = await playPair(one, moment, ports);
      if (pair === null) continue;
      if (typeof pair === 'string') return { memories, pairs, stopped: pair };
      pairs += 1;
      const before = memories[at]?.worth?.pairs ?? [];
      const worth = worthOf([...before, pair], ports.plan);
      memories[at] = { ...one, worth };
      await keepWorth(ports.evidence, one, worth);
    }
  }
  return { memories, pairs, stopped: null };
}

/** A pair; why nothing more can be played; null for a moment that cannot be played again. */
async function playPair(
  { id }: Valued,
  { episode, turn, seed }: Moment,
  { play, tell }: ValuePorts,
): Promise<ForkPair | string | null> {
  const moment = { episode, turn, seed };
  try {
    const shown = await play({ ...moment, without: null });
    if ('reason' in shown) return whyStopped(shown, tell);
    const unshown = await play({ ...moment, without: id });
    if ('reason' in unshown) return whyStopped(unshown, tell);
    const more = (what: keyof PlayedOn) => shown[what] - unshown[what];
    return {
      ...moment,
      points: more('points'),
      rooms: more('rooms'),
      wasted: more('wasted'),
      deaths: more('deaths'),
    };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    tell(error.message);
    return null;
  }
}

/** A limit, a signal or an endpoint that is down ends everything; a story that breaks ends one moment. */
function whyStopped({ reason, detail }: Stop, tell: (message: string) => void): string | null {
  const ends = reason === 'budget' || reason === 'interruption' || reason === 'provider-down';
  if (ends) return detail;
  tell(`A play did not come to its end: ${detail}`);
  return null;
}

/** What pairs of such plays say. Pure. */
export function worthOf(pairs: readonly ForkPair[], { turns, player }: PlayPlan): Worth {
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

async function keepWorth(
  file: DurableFile,
  { location, memory }: Valued,
  worth: Worth,
): Promise<void> {
  const { category, title, episode, turns } = memory;
  const untried: Evidence = {
    location,
    category,
    title,
    episode,
    turns,
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
