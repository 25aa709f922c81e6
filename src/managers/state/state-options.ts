import { z } from 'zod';
import { ConfigError } from '../../domain/errors.ts';

const DEFAULT_WARN_FROM = 20;

const schema = z
  .strictObject({
    /** Turns without progress after which an episode stops. */
    maxTurnsStuck: z.int().min(1).max(1000).default(40),
    /** Whether it stops at all. */
    stopWhenStuck: z.boolean().default(true),
    /** Whether the agent is warned before that. */
    warnings: z.boolean().default(true),
    /** Turns without progress from which the agent is warned; by default 20, or half the limit when that is less. */
    warnFrom: z.int().min(5).max(100).optional(),
    /** Actions that a new one is compared with. */
    noveltyWindow: z.int().min(5).max(50).default(15),
    /** Arrivals in which a room counts as visited again. */
    revisitWindow: z.int().min(2).max(20).default(5),
    /** Added to a confidence for each of them. */
    revisitPenalty: z.number().min(-1).max(0).default(-0.2),
    /** Tokens of an agent prompt, as its provider counted them, above which the game so far is summarised. */
    contextTokens: z.int().positive().default(40_000),
  })
  .refine(({ warnFrom, maxTurnsStuck }) => warnFrom === undefined || warnFrom < maxTurnsStuck, {
    error: 'must be less than maxTurnsStuck',
    path: ['warnFrom'],
  });

export type StateOptions = Omit<z.output<typeof schema>, 'warnFrom'> & {
  readonly warnFrom: number;
};

/** Options with their defaults. Throws ConfigError for a value out of its range. */
export function stateOptions(given: z.input<typeof schema> = {}): StateOptions {
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(
      `Set "${issue?.path.join('.') ?? ''}" to an allowed value: ${issue?.message ?? 'it is invalid'}.`,
    );
  }
  const { maxTurnsStuck, warnFrom } = parsed.data;
  const half = Math.ceil(maxTurnsStuck / 2);
  return { ...parsed.data, warnFrom: warnFrom ?? Math.min(DEFAULT_WARN_FROM, half) };
}
