import { createHash } from 'node:crypto';
import { ConfigError } from '../domain/errors.ts';
import { readStoryFile } from '../interpreter/story-header.ts';
import type { Setting } from './open-managers.ts';
import type { Manifest } from '../records/manifest.ts';
import { loadPrompts } from './load-prompts.ts';
import { readStory } from './read-story.ts';
import type { RunServices } from './run-services.ts';

/** What a recorded episode was played with: its settings and its story, and today's prompts. Throws ConfigError. */
export function recordedSetting(
  manifest: Manifest,
  storyFile: string | null,
): Setting & Pick<RunServices, 'story'> {
  const bytes = readStory(storyFile ?? manifest.story.file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const identity = readStoryFile(bytes).identity;
  checkStory(manifest, sha256);
  return {
    config: manifest.config,
    story: { bytes, sha256, identity },
    prompts: loadPrompts(),
    modelName: manifest.model,
  };
}

/** Throws ConfigError when a story file is not the one that an episode was played with. */
export function checkStory({ story, episode }: Manifest, sha256: string): void {
  if (story.sha256 === sha256) return;
  throw new ConfigError(
    `The story file is not the one that episode ${episode} was played with (${story.ifid}); name that one with --story.`,
  );
}
