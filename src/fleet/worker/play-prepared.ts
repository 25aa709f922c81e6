import type { LoadedConfig } from '../../config/load.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import { StorageError } from '../../domain/errors.ts';
import type { EpisodeSummary } from '../../records/summary.ts';
import { playEpisode } from '../../run/play-episode.ts';
import { openRunServices } from '../../run/run-services.ts';
import { readTextFile } from '../../storage/read-file.ts';
import { partsOf, readJob } from './job-folder.ts';

/** Plays the episode in a prepared folder, with the keys of this machine. Rejects as `playEpisode` and `openRunServices`. */
export async function playPrepared(
  folder: string,
  own: LoadedConfig,
  complain: (message: string) => void,
): Promise<EpisodeSummary> {
  const parts = partsOf(folder);
  const job = readJob(folder);
  const prompts = readTextFile(parts.prompts);
  if (job === null || prompts === null) {
    throw new StorageError(`${folder} holds no work; remove it.`, { path: folder });
  }
  const { claim, budget, deadEnds } = job;
  const config = {
    ...withOwnHeaders(job.config, own.config),
    budget,
    workdir: parts.workdir,
    story: parts.story,
  };
  const services = await openRunServices({ ...own, config }, complain, {
    prompts: new Map(Object.entries(JSON.parse(prompts) as object)),
    asking: own.config.workdir,
  });
  const begins = deadEnds === undefined ? {} : { begins: { deadEnds } };
  const played = { ...services, ...begins, config: { ...services.config, seed: claim.seed } };
  return playEpisode(played, {
    ...(claim.begun !== null && { run: claim.begun }),
    signal: new AbortController().signal,
    stopRequested: () => false,
    progress: () => undefined,
    complain,
  });
}

/** Headers may hold secrets, which stay on their machine. */
function withOwnHeaders(config: GameConfiguration, own: GameConfiguration): GameConfiguration {
  const endpoints = Object.fromEntries(
    Object.entries(config.models.endpoints).map(([name, endpoint]) => {
      const headers = own.models.endpoints[name]?.headers;
      return [name, headers === undefined ? endpoint : { ...endpoint, headers }];
    }),
  );
  return { ...config, models: { ...config.models, endpoints } };
}
