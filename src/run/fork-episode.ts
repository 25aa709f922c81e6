import { EpisodeFiles } from '../records/episode-files.ts';
import { manifestOf } from '../records/manifest.ts';
import type { Started } from '../records/standing.ts';
import { copyStart } from '../records/start-files.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { writeCassette } from '../records/cassette.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { LOOK_MS, playSession, type EpisodeControls } from './play-session.ts';
import type { CutEpisode } from './cut-episode.ts';
import type { RunServices } from './run-services.ts';
import { jsonFile } from '../domain/json.ts';

/** A recorded moment, cut out of its episode. */
export interface ForkPoint {
  readonly parent: Started;
  readonly turn: number;
  readonly cut: CutEpisode;
}

/**
 * Plays a new episode that begins at a recorded moment: its records are the parent's up to there, and play goes on with
 * the services' model and settings. It knows the learnt files as the parent found them, and what it learns itself; that
 * is merged into the workdir's. The parent is only read. Null when it was stopped before that. Rejects as playEpisode does.
 */
export async function forkEpisode(
  services: RunServices,
  { parent, turn, cut }: ForkPoint,
  controls: EpisodeControls,
): Promise<EpisodeSummary | null> {
  const files = new EpisodeFiles(await services.directories.allocate());
  const { start, cassette, earlier } = cut;
  const { manifest } = parent;
  const { seed } = manifest;
  const begin = () => {
    writeCassette(files, cassette);
    const hashes = copyStart(files, start);
    const begun = { number: files.number, seed, run: controls.run ?? null };
    const hasMemories = start.memories !== null;
    const own = {
      ...manifestOf(services, begun, { hashes, hasMemories, recipe: manifest.recipe ?? null }),
      parent: { episode: manifest.episode, turn },
      earlier,
    };
    writeFileAtomic(files.path('manifest'), jsonFile(own));
    return { services, seed, start, earlier, isResumed: false };
  };
  return playSession(files, controls, { waitMs: LOOK_MS, begin });
}
