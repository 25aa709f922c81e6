import type { Started } from '../records/standing.ts';
import { readStart } from '../records/start-files.ts';
import { scratchFiles } from '../storage/learnt-folder.ts';
import type { EpisodeStage } from './build-episode.ts';
import { openStoryFile } from './read-story.ts';
import { checkStory, loadPrompts, type Setting } from './setting.ts';

/** A recorded episode on a stage where nobody is asked and nothing is written. */
interface Repetition {
  readonly setting: Setting;
  readonly stage: EpisodeStage;
}

const NOWHERE = { append: () => undefined };

/** Sets a recorded episode up to be played again in memory, with today's prompts. Throws ConfigError and StorageError. */
export function repetitionOf(
  { episode: { number, files }, manifest }: Started,
  storyFile: string | null,
): Repetition {
  const start = readStart(files, manifest);
  const story = openStoryFile(storyFile ?? manifest.story.file);
  checkStory(manifest, story.sha256);
  const { config, model: modelName, seed, earlier = [] } = manifest;
  return {
    setting: { config, story, prompts: loadPrompts(config), modelName, begins: manifest.recipe },
    stage: {
      episode: number,
      seed,
      earlier,
      start,
      cassette: files.cassette(),
      files: scratchFiles(start),
      logs: { turns: NOWHERE, calls: NOWHERE, inputs: NOWHERE },
      emit: () => undefined,
      signal: new AbortController().signal,
      stopRequested: () => false,
      hand: null,
      live: null,
      exportState: () => undefined,
      keepVersion: () => undefined,
    },
  };
}
