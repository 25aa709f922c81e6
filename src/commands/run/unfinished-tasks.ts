import type { LoadedConfig } from '../../config/load.ts';
import { readableEpisode } from '../../records/episode-files.ts';
import { storyTitleOfEpisode } from '../../records/episode-story.ts';
import type { Manifest } from '../../records/manifest.ts';
import {
  type StoredEpisode,
  hasNoTurn,
  nextEpisodeToResume,
  unfinishedEpisodes,
} from '../../records/episodes.ts';
import { healHistorySummaries } from '../../records/history.ts';
import { resumeOrGiveUp } from '../../run/play-episode.ts';
import type { EpisodeTask } from '../../run/play-run.ts';
import { openResumeServices } from '../../run/recorded-services.ts';
import type { RunServices } from '../../run/run-services.ts';
import type { Flags } from '../../run/settings.ts';
import type { Call } from '../command.ts';
import { commandLine } from '../command-line.ts';

/** Reports damaged and waiting episodes, with a line to paste; returns the number of those that wait. */
export function tellUnfinished({ world, tell }: Call, { config, file }: LoadedConfig): number {
  const unfinished = unfinishedEpisodes(config.workdir, tell);
  const numbers = unfinished.map(({ number }) => number);
  if (numbers.length === 0) return 0;
  const place = [...(file === null ? [] : ['--config', file]), '--workdir', config.workdir];
  const next = String(nextEpisodeToResume(unfinished)?.number);
  const line = commandLine(world, ['resume', next, ...place]);
  tell(`${namedEpisodes(numbers.slice(-5))} unfinished; this goes on with ${next}:\n  ${line}`);
  return numbers.length;
}

/** The episodes that a run goes on with: those of its story that nobody plays. Names them, and the others. */
export function unfinishedTasks(
  { world, options, tell }: Call,
  tonight: RunServices,
): readonly EpisodeTask[] {
  const { config, budgets, story } = tonight;
  const open = (manifest: Manifest) => {
    const isSame = story.sha256 === manifest.story.sha256;
    const flags: Flags = isSame && config.story !== null ? { story: config.story } : {};
    const place = { flags, config: options.config, workdir: config.workdir, budgets };
    return openResumeServices(world, manifest, place, tell);
  };
  healHistorySummaries(config.workdir, tell);
  const unfinished = unfinishedEpisodes(config.workdir, tell).filter((episode) =>
    isOfStory(episode, story.identity.ifid, tell),
  );
  tellGoingOn(tell, tonight, unfinished);
  return unfinished.map(
    (episode) => (controls) =>
      budgets.isSpent()
        ? Promise.resolve(null)
        : resumeOrGiveUp(episode, tonight, { open, controls }),
  );
}

/** Whether a run of the story goes on with an episode. One of another story with turns is told. */
function isOfStory(episode: StoredEpisode, ifid: string, tell: Call['tell']): boolean {
  const story = readableEpisode(() => episode.files.facts()?.story);
  if (!story || story.ifid === ifid || hasNoTurn(episode)) return true;
  const of = `episode ${episode.number} of ${storyTitleOfEpisode(story)}`;
  tell(`Left as it is: ${of}, which is unfinished; zorkgpt resume ${episode.number} plays it on.`);
  return false;
}

/** Names the episodes that are resumed, and their model if it differs from the settings. */
function tellGoingOn(
  tell: Call['tell'],
  { modelName }: RunServices,
  unfinished: readonly StoredEpisode[],
): void {
  const played = unfinished.filter((episode) => !hasNoTurn(episode));
  if (played.length === 0) return;
  const named = played.map(({ number, files }) => {
    const model = readableEpisode(() => files.facts()?.model) ?? modelName;
    return model === modelName ? String(number) : `${number} (with ${model})`;
  });
  const which = played.length === 1 ? 'episode' : 'episodes';
  const isOther = named.some((name) => name.endsWith(')'));
  const choice = isOther ? ` With --no-resume only ${modelName} plays.` : '';
  tell(`Going on with ${which} ${named.join(', ')}, left unfinished by an earlier run.${choice}`);
}

export function namedEpisodes(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'Episode' : 'Episodes'} ${numbers.join(', ')}`;
}
