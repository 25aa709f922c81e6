import { openStory } from '../interpreter/open-story.ts';
import { openStoryFile, type StoryBytes } from './story-file.ts';

/** Opens and starts a story, so that a broken one is refused at once. Apart, because readers load no interpreter. */
export function openPlayableStory(file: string | null): StoryBytes {
  const story = openStoryFile(file);
  openStory(story.bytes, { seed: 0 });
  return story;
}
