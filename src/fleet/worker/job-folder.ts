import { parsedJson } from '../../domain/json.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import path from 'node:path';
import * as z from 'zod';
import { configSchema, type GameConfiguration } from '../../config/schema.ts';
import { StorageError } from '../../domain/errors.ts';
import { EpisodeFiles } from '../../records/episode-files.ts';
import { readTextFile } from '../../storage/read-file.ts';
import type { Claim } from '../claim.ts';

/** Where the parts of an episode lie that a worker plays: a workdir of its own, with what came with the work. */
export function partsOf(folder: string) {
  return {
    job: path.join(folder, 'job.json'),
    story: path.join(folder, 'story'),
    prompts: path.join(folder, 'prompts.json'),
    workdir: path.join(folder, 'work'),
  };
}

const claimSchema = z.object({
  episode: z.int(),
  run: z.int(),
  kind: z.enum(['run', 'eval']),
  begun: z.string().nullable(),
  place: z.string(),
  number: z.int(),
  seed: z.int(),
  setting: z.string(),
  token: z.string(),
});

const jobSchema = z.object({
  claim: claimSchema,
  /** As it was asked for; the records say so. */
  config: configSchema.omit({ $schema: true }),
  /** What is left of the budget of its run for this episode. */
  budget: configSchema.shape.budget,
  /** See BeginsBy; absent where nothing depends on them. */
  deadEnds: z.array(z.int()).readonly().optional(),
});

/** What a worker was given. */
export interface JobFile {
  readonly claim: Claim;
  readonly config: GameConfiguration;
  readonly budget: GameConfiguration['budget'];
  readonly deadEnds?: readonly number[] | undefined;
}

/** The work in a folder; null when there is none, or it was not written to its end. */
export function readJob(folder: string): JobFile | null {
  try {
    const text = readTextFile(partsOf(folder).job) ?? '';
    return jobSchema.safeParse(parsedJson(text)).data ?? null;
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}

/** The directory of the episode in its folder. */
export function episodeIn(folder: string, { number }: Pick<Claim, 'number'>): EpisodeFiles {
  const directories = new EpisodeDirectories(partsOf(folder).workdir);
  return new EpisodeFiles({ number, path: directories.pathOf(number) });
}
