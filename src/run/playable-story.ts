import { openStory } from '../interpreter/open-story.ts';
import { openStoryFile, type StoryBytes } from './story-file.ts';

/**
 * The story in a file, started once, so that one that does not start is refused at once. Throws as openStoryFile does. Apart
 * from the rest of story files, because commands that only read start no interpreter.
 */
export function openPlayableStory(file: string | null): StoryBytes {
  const story = openStoryFile(file);
  openStory(story.bytes, { seed: 0 });
  return story;
}
