import path from 'node:path';
import * as z from 'zod';
import { configSchema } from '../../config/schema.ts';
import { StorageError } from '../../domain/errors.ts';
import { parsedJson, jsonFile } from '../../domain/json.ts';
import { spoiltBy } from '../../eval/metric.ts';
import { EpisodeFiles, readableEpisode } from '../../records/episode-files.ts';
import { startFileHash } from '../../records/start-files.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import { readFolder } from '../../storage/folder.ts';
import { mapLearnt } from '../../storage/learnt-folder.ts';
import { readTextFile, readBytesFile } from '../../storage/read-file.ts';
import { claimSchema, type Claim } from '../episode-claims.ts';
import { AFTER, type EpisodeToStore } from '../store-episode.ts';

/** The folder of an episode in a worker: a workdir of its own, with the files of the work. */
export function partsOf(folder: string) {
  return {
    job: path.join(folder, 'job.json'),
    story: path.join(folder, 'story'),
    prompts: path.join(folder, 'prompts.json'),
    workdir: path.join(folder, 'work'),
  };
}

const jobSchema = z.object({
  claim: claimSchema,
  /** As it was requested; the records have it so. */
  config: configSchema.omit({ $schema: true }),
  /** The rest of its run's budget for this episode. */
  budget: configSchema.shape.budget,
  /** See BeginsBy. Absent if nothing depends on them. */
  deadEnds: z.array(z.int()).readonly().optional(),
});

export type JobFile = Readonly<z.infer<typeof jobSchema>>;

/** The work in a folder. Null if there is none, or it was not written to its end. */
export function readJob(folder: string): JobFile | null {
  const text = readableEpisode(() => readTextFile(partsOf(folder).job)) ?? '';
  return jobSchema.safeParse(parsedJson(text)).data ?? null;
}

function episodeIn(folder: string, { number }: Pick<Claim, 'number'>): EpisodeFiles {
  const directories = new EpisodeDirectories(partsOf(folder).workdir);
  return new EpisodeFiles({ number, path: directories.pathOf(number) });
}

/** The finished episode in a folder. Throws StorageError and ConfigError. */
export function collectPlayed(folder: string, job: JobFile): EpisodeToStore {
  const files = episodeIn(folder, job.claim);
  const summary = files.summary();
  const { workdir } = partsOf(folder);
  if (summary === null) {
    throw new StorageError(`${folder} holds no finished episode.`, { path: folder });
  }
  const learnt = Object.values(
    mapLearnt((name) => ({
      name,
      base: readBytesFile(path.join(files.path('start'), name)),
      mine: readBytesFile(path.join(workdir, name)),
    })),
  );
  const records = new Map(readFolder(files.directory));
  const manifest = asAskedFor(records.get(files.name('manifest')), job);
  records.set(files.name('manifest'), Buffer.from(jsonFile(manifest)));
  if (job.claim.kind === 'eval') {
    for (const { name, mine } of learnt) if (mine !== null) records.set(`${AFTER}${name}`, mine);
  }
  const endsChain = job.claim.kind === 'eval' && spoiltBy(summary.stopReason) !== null;
  return { summary, manifest, records, learnt, endsChain };
}

/** The manifest with the requested settings: paths of the worker mean nothing elsewhere. */
function asAskedFor(bytes: Uint8Array | undefined, { claim, config: asked }: JobFile): object {
  // An experiment gives each episode its seed, apart from the player's taste.
  const config = claim.kind === 'eval' ? { ...asked, seed: claim.seed } : asked;
  const manifest = JSON.parse(Buffer.from(bytes ?? '{}').toString()) as { readonly story: object };
  const story = { ...manifest.story, file: config.story };
  return { ...manifest, story, config, configHash: startFileHash(JSON.stringify(config)) };
}
