import { NotFoundError } from '../domain/errors.ts';
import { tellsEveryExit } from '../domain/observation.ts';
import { withTexts } from '../domain/text.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import { readHistory } from '../records/history.ts';
import { untriedRooms } from '../run/choose-recipe.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { learntFile, learntFolder } from '../storage/learnt-folder.ts';
import { readBytesFile } from '../storage/read-file.ts';
import { episodeFacts } from './episode-view.ts';
import { withPackedTexts } from './episode-viewer.ts';
import { deletedEpisode, loadEpisode, type LoadedEpisode } from './load-episode.ts';
import { loadLearnt, loadMap, NO_MAP, NOTHING_LEARNT } from './load-learnt.ts';
import type { EpisodeFacts, Focus, ReportData } from './report-data.ts';
import { runsOf } from './runs.ts';

export interface ReportRequest {
  readonly workdir: string;
  /** How many of the newest episodes to show beside the one in focus; null for all. */
  readonly last: number | null;
  readonly focus: Focus | null;
  readonly now: Date;
  /** IANA name of the zone that times are told in; this machine's when absent. */
  readonly timeZone?: string;
  /** Removes secrets from every text. */
  readonly redact: (text: string) => string;
}

/**
 * What a workdir tells of its newest story, or of the story of the episode in focus. Files that are missing or damaged
 * are named in the notices. Rejects with NotFoundError when the episode in focus does not exist, and with StorageError
 * when a folder cannot be read.
 */
export async function loadReportData(
  request: ReportRequest,
  readMap: typeof loadMap = loadMap,
): Promise<ReportData> {
  const { story, shown, history, notices } = selectEpisodes(request);
  const newest = runsOf(history).at(-1)?.[0]?.number;
  const files = shown.flatMap((episode) => episode.files ?? []);
  const since = files.find(({ number }) => number === newest) ?? null;
  const folder = learntFolder(request.workdir, story?.ifid ?? '');
  const learnt = story === null ? NOTHING_LEARNT : loadLearnt(folder, { shown: files, since });
  const map = story === null ? NO_MAP : await readMap(folder, story.ifid);
  const data: ReportData = {
    story: story === null ? 'zorkgpt' : (story.title ?? story.ifid),
    generatedAt: request.now.toISOString(),
    timeZone: request.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    episodes: [],
    history,
    ...learnt,
    map: map.map,
    untried: untriedOn(map.map, folder, shown),
    notices: [...notices, ...map.notices],
    focus: request.focus,
  };
  return {
    ...withTexts(data, request.redact),
    episodes: shown.map((episode) => episode.data),
  };
}

/** What is left to try by the learnt map and things; nothing without a map. Throws StorageError. */
function untriedOn(
  map: ReportData['map'],
  folder: string,
  shown: readonly LoadedEpisode[],
): ReportData['untried'] {
  if (map === null) return [];
  const things = readBytesFile(learntFile(folder, 'things'));
  const exits = shown.at(-1)?.data.summary?.exits ?? 'probed';
  return untriedRooms(map.graph, things, tellsEveryExit(exits));
}

interface Selection {
  readonly story: LoadedEpisode['story'];
  /** The episodes that the page tells all of. */
  readonly shown: readonly LoadedEpisode[];
  readonly history: readonly EpisodeFacts[];
  readonly notices: readonly string[];
}

function selectEpisodes({ workdir, last, focus, redact }: ReportRequest): Selection {
  const all = new EpisodeDirectories(workdir).list();
  const focused = focus === null ? -1 : indexOf(all, focus.episode);
  const summaries = readHistory(workdir);
  const deleted = summaries.filter(({ episode }) => !all.some(({ number }) => number === episode));
  const numbers = [...deleted.map(({ episode }) => episode), ...all.map(({ number }) => number)];
  const newest = numbers.sort((a, b) => b - a).slice(0, last ?? undefined);
  const wanted = all.filter(({ number }, index) => newest.includes(number) || index === focused);
  const loaded = [
    ...wanted.toReversed().map(loading(redact)),
    ...deleted.filter(({ episode }) => newest.includes(episode)).map(deletedEpisode),
  ].sort((a, b) => a.data.number - b.data.number);
  const story = storyOf(loaded, focus);
  const shown = loaded.filter((episode) => isOf(episode, story?.ifid ?? null));
  const others = loaded.length - shown.length;
  const told = new Set(loaded.map(({ data }) => data.number));
  const earlier = summaries
    .filter(({ episode }) => !told.has(episode))
    .map(deletedEpisode)
    .filter((episode) => isOf(episode, story?.ifid ?? null));
  return {
    story,
    shown,
    history: [...earlier, ...shown]
      .map(({ data }) => episodeFacts(data))
      .sort((a, b) => a.number - b.number),
    notices: [
      ...(others === 0 ? [] : [`Episodes of other stories are not shown: ${others}.`]),
      ...shown.flatMap(({ complaints }) => complaints),
    ],
  };
}

/** Loads episodes, the newest first. Only the newest that was played of a story keeps its texts: the page shows them. */
function loading(redact: ReportRequest['redact']) {
  const whole = new Set<string | undefined>();
  return (stored: ConstructorParameters<typeof EpisodeFiles>[0]): LoadedEpisode => {
    const loaded = loadEpisode(new EpisodeFiles(stored));
    const data = withTexts(loaded.data, redact);
    if (data.turns.length + data.calls.length === 0) return { ...loaded, data };
    const isWhole = !whole.has(loaded.story?.ifid);
    whole.add(loaded.story?.ifid);
    return { ...loaded, data: isWhole ? data : withPackedTexts(data) };
  };
}

function indexOf(all: readonly { readonly number: number }[], number: number): number {
  const index = all.findIndex((episode) => episode.number === number);
  if (index === -1) {
    throw new NotFoundError(`There is no episode ${number}; see zorkgpt episodes list.`);
  }
  return index;
}

function storyOf(loaded: readonly LoadedEpisode[], focus: Focus | null): LoadedEpisode['story'] {
  const focused = loaded.find(({ data }) => data.number === focus?.episode)?.story;
  return focused ?? loaded.findLast(({ story }) => story !== null)?.story ?? null;
}

/** An episode without a manifest belongs to whatever is shown: it was killed before it said more. */
function isOf({ story }: LoadedEpisode, ifid: string | null): boolean {
  return story === null || story.ifid === ifid;
}
