import * as z from 'zod';
import { UsageError } from '../domain/errors.ts';

/** How an experiment is played. Every arm plays every seed. */
export const protocolSchema = z.object({
  seeds: z.array(z.int().min(0)).min(1).readonly(),
  /** Per arm and seed. */
  episodes: z.int().min(1),
  /** Per episode. */
  turns: z.int().min(1),
  /** Whether the episodes of an arm and seed learn from each other, or each starts with nothing learnt. */
  store: z.enum(['persistent', 'fresh']),
  /** Whether every episode of a run starts the story with the run's seed, or each with one of its own. */
  episodeSeeds: z.enum(['same', 'different']),
  /** The protocol of the field this follows; null for none. */
  preset: z.string().nullable(),
});

export type Protocol = Readonly<z.infer<typeof protocolSchema>>;

/** Lengths of episodes that results of others were measured with. */
export const PRESETS = {
  /** TALES: 100 steps. */
  tales: { episodes: 1, turns: 100 },
  /** TextQuests: 500 steps. */
  textquests: { episodes: 1, turns: 500 },
  /** J-TTL: learning over 50 episodes of 110 steps. */
  jttl: { episodes: 50, turns: 110 },
} as const satisfies Record<string, Pick<Protocol, 'episodes' | 'turns'>>;

const MOST_SEEDS = 1000;
/** A prime, so that the episodes of one seed do not meet those of its neighbours. */
const SEED_STRIDE = 7919;

/** `1..10`, `3`, `1,5,12` or a mix. Throws UsageError. */
export function parseSeeds(text: string): readonly number[] {
  const seeds = text.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d{1,9})(?:\.\.(\d{1,9}))?\s*$/.exec(part) ?? [];
    const [low, high] = [Number(first), Number(last)];
    if (first === undefined || high < low || high - low >= MOST_SEEDS) {
      throw new UsageError(`"${part}" names no seeds; write --seeds 1..10 or --seeds 3,7.`);
    }
    return Array.from({ length: high - low + 1 }, (_, index) => low + index);
  });
  return [...new Set(seeds)];
}

/** The seed that an episode (0 for the first) of the run with this seed starts with. */
export function episodeSeed(
  { episodeSeeds }: Pick<Protocol, 'episodeSeeds'>,
  seed: number,
  episode: number,
): number {
  return episodeSeeds === 'same' ? seed : seed + episode * SEED_STRIDE;
}
