import type { GameConfiguration } from '../config/schema.ts';
import { ConfigError } from '../domain/errors.ts';
import type { EngineSteps } from '../interpreter/engine-steps.ts';
import { createPromptLibrary, type PromptLibrary } from '../prompts/prompt-library.ts';
import type { BeginsBy, Manifest } from '../records/manifest.ts';
import { installedFile, readTextFolder } from '../storage/read-file.ts';
import type { StoryBytes } from './read-story.ts';

/** Inputs that all episodes of a run share. */
export interface Setting {
  readonly config: GameConfiguration;
  readonly story: StoryBytes;
  readonly prompts: PromptLibrary;
  /** How results name the model: `offline`, or the configured model of the agent. */
  readonly modelName: string;
  /** Where the episode begins; absent where nothing is said of it. */
  readonly begins?: BeginsBy | undefined;
  /** Counts what the engines of one episode are given; absent where nobody asks. */
  readonly steps?: EngineSteps | undefined;
}

/** The prompts that are installed with this code, by name. Throws StorageError. */
export function readPrompts(): ReadonlyMap<string, string> {
  return readTextFolder(installedFile('src', 'prompts'), '.md');
}

/** The same in the form that is set, ready to be asked with. Throws StorageError. */
export function loadPrompts({ prompts }: Pick<GameConfiguration, 'prompts'>): PromptLibrary {
  return createPromptLibrary(readPrompts(), prompts);
}

/** Throws ConfigError when a story file is not the one that an episode was played with. */
export function checkStory({ story, episode }: Manifest, sha256: string): void {
  if (story.sha256 === sha256) return;
  throw new ConfigError(
    `The story file is not the one that episode ${episode} was played with (${story.ifid}); name that one with --story.`,
  );
}
