import { openStory } from '../interpreter/open-story.ts';
import { openStoryFile, type StoryBytes } from './story-file.ts';

/**
 * Opens a story and starts it once, so that a broken one is refused at once. Throws as openStoryFile does. It has its own
 * file, because commands that only read load no interpreter.
 */
export function openPlayableStory(file: string | null): StoryBytes {
  const story = openStoryFile(file);
  openStory(story.bytes, { seed: 0 });
  return story;
}
