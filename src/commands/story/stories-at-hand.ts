import path from 'node:path';
import type { Interpreter } from '../../interpreter/interpreter.ts';
import { openStory } from '../../interpreter/open-story.ts';
import { readStoryFile } from '../../interpreter/story-header.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { SHIPPED_STORY, storiesFolder, MOST_STORY_BYTES, readStory } from '../../run/story-file.ts';
import type { Call } from '../call.ts';
import { CATALOGUE } from './fetch-story.ts';

/** The story that was named, or the configured one, started. Rejects with ConfigError, StoryError, StorageError. */
export async function openConfiguredStory(call: Call, seed: number): Promise<Interpreter> {
  const { config } = await call.settings();
  return openStory(readStory(config.story), { seed });
}

/** The shipped story, the configured one, and those that were fetched into the workdir. */
export async function storiesAtHand(call: Call) {
  const { config } = await call.settings();
  const fetched = CATALOGUE.flatMap(({ name }) =>
    [3, 4, 5, 8].map((version) => path.join(storiesFolder(config.workdir), `${name}.z${version}`)),
  );
  const files = [SHIPPED_STORY, ...(config.story === null ? [] : [config.story]), ...fetched];
  return [...new Set(files)].flatMap((file) => {
    const bytes = readBytesFile(file, MOST_STORY_BYTES);
    if (bytes === null) return [];
    const { ifid, title } = readStoryFile(bytes).identity;
    return [{ file, ifid, title }];
  });
}
