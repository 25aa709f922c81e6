import path from 'node:path';
import { type EpisodeFiles, readableEpisode } from './episode-files.ts';
import type { ManifestFacts } from './manifest.ts';
import type { EpisodeSummary } from './summary.ts';

interface Recorded {
  readonly files: EpisodeFiles;
  readonly summary: EpisodeSummary | null;
}

/** The names of the stories of some episodes, by IFID. A story without a title has the name of its file. */
export function storyNamesOfEpisodes(episodes: readonly Recorded[]): (ifid: string) => string {
  const titles = new Map<string, string>();
  for (const { files, summary } of episodes) {
    if (summary !== null && titles.has(summary.story)) continue;
    const story = readableEpisode(() => files.facts()?.story);
    if (story) titles.set(story.ifid, storyTitleOfEpisode(story));
  }
  return (ifid) => titles.get(ifid) ?? ifid;
}

/** The name of a story: its title, else the name of its file. */
export function storyTitleOfEpisode({ title, file, ifid }: ManifestFacts['story']): string {
  return title ?? path.parse(file ?? ifid).name;
}

/** The IFID of an episode's story. Null if unknown. */
export function storyOfEpisode(files: EpisodeFiles): string | null {
  return readableEpisode(() => files.facts()?.story.ifid) ?? null;
}
