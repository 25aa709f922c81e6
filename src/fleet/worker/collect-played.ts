import { jsonFile } from '../../domain/json.ts';
import path from 'node:path';
import { StorageError } from '../../domain/errors.ts';
import { spoiltBy } from '../../eval/experiment.ts';
import { hashOf } from '../../records/manifest.ts';
import { readFolder } from '../../storage/folder.ts';
import { mapLearnt } from '../../storage/learnt-folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { AFTER, type EpisodeToStore } from '../store-episode.ts';
import { episodeIn, partsOf, type JobFile } from './job-folder.ts';

/** What was played in a folder, to its end. Throws StorageError and ConfigError. */
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

/** The manifest with the settings as they were asked for: paths of the worker mean nothing elsewhere. */
function asAskedFor(bytes: Uint8Array | undefined, { claim, config: asked }: JobFile): object {
  // An experiment gives each episode its seed, whatever the player's taste comes from.
  const config = claim.kind === 'eval' ? { ...asked, seed: claim.seed } : asked;
  const manifest = JSON.parse(Buffer.from(bytes ?? '{}').toString()) as { readonly story: object };
  const story = { ...manifest.story, file: config.story };
  return { ...manifest, story, config, configHash: hashOf(JSON.stringify(config)) };
}
