import * as z from 'zod';
import { plural, signed } from '../../domain/text.ts';

const pair = z.object({
  /** The recorded moment at which both plays begin: before this turn of this episode. */
  episode: z.int(),
  turn: z.int(),
  /** The seed of the player in both plays. */
  seed: z.int(),
  /** How many more points, and so on, the play with the memory had. */
  points: z.number(),
  rooms: z.int(),
  wasted: z.int(),
  deaths: z.int(),
});

/** Two plays from one recorded moment, with a memory and without it, and the difference between them. */
export type ForkPair = Readonly<z.infer<typeof pair>>;

export const worthSchema = z.object({
  /** The turns of each play, and the player. */
  turns: z.int().min(1),
  player: z.string(),
  pairs: z.array(pair).readonly(),
  /** The mean worth of the pairs, with its 95 % interval. No interval for fewer than two pairs. */
  mean: z.number(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** How often chance alone brings a mean as far from zero: a sign-flip test of the pairs. */
  p: z.number(),
});

/** The worth of a memory, measured by playing recorded moments with it and without it. */
export type Worth = Readonly<z.infer<typeof worthSchema>>;

/** The worth in points of one more room, one more useless command, one more death. */
export const WEIGHTS = { rooms: 1, wasted: -0.1, deaths: -10 } as const;

/** Fewer pairs cannot show a difference. */
export const FEWEST_PAIRS = 6;

/** With few pairs the interval is too narrow, so chance has to be this unlikely, too. */
const MOST_CHANCE = 0.05;

export function pairWorth({ points, rooms, wasted, deaths }: Omit<ForkPair, 'seed'>): number {
  return points + rooms * WEIGHTS.rooms + wasted * WEIGHTS.wasted + deaths * WEIGHTS.deaths;
}

/** Whether showing a memory does harm: its worth is below zero with its interval. */
export function isHarmful(worth: Worth | undefined): boolean {
  return sureWorth(worth) < 0;
}

/** The worth of a memory if its interval excludes zero and chance is unlikely. Else 0. */
export function sureWorth(worth: Worth | undefined): number {
  if (worth === undefined || worth.pairs.length < FEWEST_PAIRS || worth.p > MOST_CHANCE) return 0;
  const { low = 0, high = 0 } = worth.interval ?? {};
  return low > 0 || high < 0 ? worth.mean : 0;
}

/** `worth -2.5 points (-4 to -1) in 8 pairs of plays, simulated: below zero, so it is not shown`. Empty if it was not measured. */
export function worthWords(worth: Worth | undefined, isHidden: boolean): string {
  if (worth === undefined) return '';
  const { mean, interval, pairs } = worth;
  const spread = interval === null ? '' : ` (${tenths(interval.low)} to ${tenths(interval.high)})`;
  const fate = isHidden ? ': below zero, so it is not shown' : '';
  return `worth ${tenths(mean)} points${spread} in ${plural(pairs.length, 'pair')} of plays, simulated${fate}`;
}

function tenths(points: number): string {
  return signed(Math.round(points * 10) / 10);
}
