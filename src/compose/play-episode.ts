import { createHash, randomInt } from 'node:crypto';
import path from 'node:path';
import { fanOut, type Sink } from '../events/fan-out.ts';
import { runEpisode, type EpisodeResult } from '../episode/run-episode.ts';
import { EMPTY_METER, measure, summarise, type EpisodeSummary } from '../episode/summary.ts';
import { readBytesFile } from '../storage/read-file.ts';
import type { EpisodeDirectory } from '../storage/episode-directories.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { VERSION } from '../domain/version.ts';
import { composeEpisode } from './compose-episode.ts';
import { openEpisodeRecords } from './episode-records.ts';
import type { RunServices } from './run-services.ts';

const LARGEST_SEED = 2 ** 31 - 1;
const LEARNT_FILES = ['Memories.md', 'map_state.json', 'knowledgebase.md'];

/** How the run watches and stops an episode. */
export interface EpisodeControls {
  readonly signal: AbortSignal;
  readonly stopRequested: () => boolean;
  readonly progress: Sink;
  readonly complain: (message: string) => void;
}

/** Plays one episode from a new directory to its summary. Rejects with StorageError and LockedError. */
export async function playEpisode(
  services: RunServices,
  controls: EpisodeControls,
): Promise<EpisodeSummary> {
  const startedAt = performance.now();
  const directory = await services.directories.allocate();
  const seed = services.config.seed ?? randomInt(1, LARGEST_SEED);
  writeJson(directory, 'manifest.json', manifestOf(services, directory, seed));
  const records = openEpisodeRecords(directory.path, services.redact);
  let meter = EMPTY_METER;
  const count: Sink = (event) => {
    meter = measure(meter, event);
  };
  try {
    const emit = fanOut(
      { count, ...records.sinks, progress: controls.progress },
      controls.complain,
    );
    const plan = { ...controls, episode: directory.number, seed, records, emit };
    const { deps, limits, finish } = await composeEpisode(services, plan);
    const result: EpisodeResult = await runEpisode(
      { episode: directory.number, seed },
      limits,
      deps,
    );
    await finish(result);
    const summary = summarise(result.state, result.stop, meter, {
      story: services.story.identity.ifid,
      model: services.modelName,
      directory: path.relative(services.config.workdir, directory.path),
      durationMs: Math.round(performance.now() - startedAt),
    });
    writeJson(directory, 'summary.json', summary);
    return summary;
  } finally {
    records.close();
  }
}

/** What is needed to play the episode again, and what the player was helped with. */
function manifestOf(services: RunServices, { number }: EpisodeDirectory, seed: number): object {
  const { config, story, learnt, modelName } = services;
  const startFiles = Object.fromEntries(
    LEARNT_FILES.map((name) => [name, hashOf(readBytesFile(path.join(learnt, name)))]),
  );
  return {
    schemaVersion: 1,
    episode: number,
    startedAt: new Date().toISOString(),
    story: { ...story.identity, sha256: story.sha256, file: config.story },
    seed,
    model: modelName,
    config,
    configHash: hashOf(JSON.stringify(config)),
    versions: { zorkgpt: VERSION, node: process.version },
    startFiles,
    helpedWith: {
      exitsProbed: true,
      objectTree: true,
      memory: startFiles['Memories.md'] === null ? 'fresh' : 'persistent',
    },
  };
}

function hashOf(content: string | Uint8Array | null): string | null {
  return content === null ? null : createHash('sha256').update(content).digest('hex');
}

function writeJson({ path: folder }: EpisodeDirectory, name: string, value: unknown): void {
  writeFileAtomic(path.join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
}
