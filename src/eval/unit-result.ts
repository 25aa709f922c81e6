import * as z from 'zod';
import { MODEL_ERROR_KINDS } from '../domain/errors.ts';
import { SCHEMA_VERSION } from '../domain/version.ts';
import type { EpisodeMetrics, StoreHistory } from './episode-metrics.ts';
import type { RolePrefix } from './prompt-cache.ts';

const resultSchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  arm: z.string(),
  seed: z.int(),
  episode: z.int().min(1),
  /** Folder of the episode's records, relative to the experiment's. */
  directory: z.string(),
  metrics: z.custom<EpisodeMetrics>(
    (value) => typeof value === 'object' && value !== null && 'course' in value,
  ),
  /** Why it says nothing of its arm; null for a measurement. */
  spoiltBy: z.string().nullable(),
  /** Whether it was cut short, so that it is played on when the experiment is gone on with. */
  isCutShort: z.boolean(),
  /** What went wrong with the model, where that ended it. */
  modelError: z.enum(MODEL_ERROR_KINDS).optional(),
  prefixes: z.array(z.custom<RolePrefix>((value) => typeof value === 'object' && value !== null)),
  /** What the episodes of the store have shown by its end: what the next unit is measured against. */
  history: z.object({ failures: z.array(z.string()), visited: z.array(z.int()) }),
});

/** What a unit came to. It holds no time and no absolute path: wherever and whenever it is played, it is the same. */
export type UnitResult = Readonly<z.infer<typeof resultSchema>>;

/** Null for what is no result of a unit. */
export function parseUnitResult(text: string): UnitResult | null {
  try {
    return resultSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function printUnitResult(result: UnitResult): string {
  return `${JSON.stringify(result)}\n`;
}

export function historyOf({ history }: UnitResult): StoreHistory {
  return { failures: new Set(history.failures), visited: new Set(history.visited) };
}
