import path from 'node:path';
import * as z from 'zod';
import { MODEL_ERROR_KINDS, UsageError } from '../domain/errors.ts';
import { parsedJson } from '../domain/json.ts';
import { SCHEMA_VERSION } from '../domain/version.ts';
import type { EpisodeMetrics } from './episode-metrics.ts';
import type { ExperimentPlan } from './plan.ts';
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
  /** Why it does not count. Null for a measurement. */
  spoiltBy: z.string().nullable(),
  isCutShort: z.boolean(),
  modelError: z.enum(MODEL_ERROR_KINDS).optional(),
  prefixes: z.array(z.custom<RolePrefix>((value) => typeof value === 'object' && value !== null)),
  /** What the episodes of the store have shown by its end. The next unit is measured against it. */
  history: z.object({ failures: z.array(z.string()), visited: z.array(z.int()) }),
});

/** The result of a unit, without times and absolute paths: it is the same wherever and whenever it is played. */
export type UnitResult = Readonly<z.infer<typeof resultSchema>>;

export function parseUnitResult(text: string): UnitResult | null {
  return resultSchema.safeParse(parsedJson(text)).data ?? null;
}

export function isUnitDue(result: UnitResult | null): boolean {
  return result === null || result.isCutShort;
}

export function printUnitResult(result: UnitResult): string {
  return `${JSON.stringify(result)}\n`;
}

/** One episode of one arm and seed. Its result depends on the plan and on the unit before it in its chain. */
export type Unit = Pick<UnitResult, 'arm' | 'seed' | 'episode'>;

/** The units of one store, in the order of play: each starts with the lessons of the one before. */
export type Chain = readonly [Unit, ...Unit[]];

type Shape = Pick<ExperimentPlan, 'arms' | 'protocol'>;

/** All chains, every arm of a seed before the next seed: even an unfinished experiment compares like with like. */
export function unitChains({ arms, protocol }: Shape): readonly Chain[] {
  const { seeds, episodes, store } = protocol;
  return seeds.flatMap((seed) =>
    arms.flatMap(({ name: arm }): readonly Chain[] => {
      const unit = (episode: number): Unit => ({ arm, seed, episode });
      const later = Array.from({ length: episodes - 1 }, (_, index) => unit(index + 2));
      const chain: Chain = [unit(1), ...later];
      return store === 'fresh' ? chain.map((one) => [one]) : [chain];
    }),
  );
}

export function unitsOf(plan: Shape): readonly Unit[] {
  return unitChains(plan).flat();
}

/** The unit before a unit in its chain. Null for one that starts with nothing learnt. Pure. */
export function unitBefore({ protocol }: Pick<Shape, 'protocol'>, unit: Unit): Unit | null {
  if (protocol.store === 'fresh' || unit.episode === 1) return null;
  return { ...unit, episode: unit.episode - 1 };
}

/** The name of a unit in files and messages: `memory/seed-0003/0002`. Pure. */
export function unitName({ arm, seed, episode }: Unit): string {
  return path.posix.join(arm, seedFolder(seed), String(episode).padStart(4, '0'));
}

/** The folder of a unit's arm and seed, relative to the experiment's. */
export function unitRunFolder({ arm, seed }: Pick<Unit, 'arm' | 'seed'>): string {
  return path.join(arm, seedFolder(seed));
}

/** The workdir of a unit, relative to the experiment's folder. Units of a chain share theirs. Pure. */
export function unitWorkdir({ protocol }: Pick<Shape, 'protocol'>, unit: Unit): string {
  const folder = unitRunFolder(unit);
  return protocol.store === 'fresh' ? path.join(folder, `episode-${unit.episode}`) : folder;
}

/** The number of a unit's episode in its workdir: each begins one of its own, or all go on in one. */
export function episodeNumber({ protocol }: Pick<Shape, 'protocol'>, { episode }: Unit): number {
  return protocol.store === 'fresh' ? 1 : episode;
}

/** One of several parts of an experiment: the `index`-th, from 1, of `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

const MOST_SHARDS = 10_000;

/** `1/3`. Throws UsageError. */
export function parseUnitShard(text: string): Shard {
  const [, index, of] = /^\s*(\d{1,5})\/(\d{1,5})\s*$/.exec(text)?.map(Number) ?? [];
  const isPart = index !== undefined && of !== undefined && index >= 1 && index <= of;
  if (isPart && of <= MOST_SHARDS) return { index, of };
  throw new UsageError(`"${text}" is no part of an experiment; write --shard 1/3, 2/3 or 3/3.`);
}

/** The chains of a part. Each is in exactly one, the parts differ by at most one chain, and seeds stay together. Pure. */
export function unitChainsInShard(
  chains: readonly Chain[],
  { index, of }: Shard,
): readonly Chain[] {
  const edge = (part: number) => Math.floor((chains.length * part) / of);
  return chains.slice(edge(index - 1), edge(index));
}

function seedFolder(seed: number): string {
  return `seed-${String(seed).padStart(4, '0')}`;
}
