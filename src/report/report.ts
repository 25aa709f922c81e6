import { changeJsonTexts } from '../domain/json.ts';
import { storyOfEpisode, storyTitleOfEpisode } from '../records/episode-story.ts';
import { readStartFile } from '../records/start-files.ts';
import { readLearntFolder, learntFile, learntFolder } from '../storage/learnt-folder.ts';
import { roomsInDocument } from '../managers/memory/memory-document.ts';
import path from 'node:path';
import type { LoadedConfig } from '../config/load.ts';
import { NotFoundError, StorageError } from '../domain/errors.ts';
import { tellsAllExits } from '../domain/observation.ts';
import { compareVersions } from '../managers/knowledge/knowledge-versions.ts';
import { parseKnowledge } from '../managers/knowledge/knowledge-document.ts';
import { decodeMap } from '../managers/map/map-file.ts';
import { renderDot, renderGraphSvg } from '../managers/map/render-graph.ts';
import { parseEvidence, proofWords, type EvidenceBook } from '../managers/memory/evidence.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import { readHistory } from '../records/history.ts';
import { openSettingsRedactor } from '../run/settings.ts';
import { untriedRooms } from '../run/choose-recipe.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { readBytesFile } from '../storage/read-file.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { episodeViewFacts } from './episode-view.ts';
import { packedForViewer } from './episode-viewer.ts';
import {
  loadDeletedEpisode,
  loadEpisode,
  type LoadedEpisode,
  type EpisodeData,
} from './load-episode.ts';
import { readPageAssets } from './page.ts';
import { VIEWER_MODULES, renderReportParts } from './render-report.ts';
import type { Focus, ReportData, FiledMemory, KnowledgeData, MapData } from './report-data.ts';
import { runsOf } from './runs.ts';

export interface ReportRequest {
  readonly workdir: string;
  /** How many of the newest episodes to show besides the one in focus. Null for all. */
  readonly last: number | null;
  readonly focus: Focus | null;
  /** IFID of the story of the shown episodes. If absent, that of the newest or the one in focus. */
  readonly ofStory?: string | null;
  readonly now: Date;
  /** IANA name of the zone for times. This machine's if absent. */
  readonly timeZone?: string;
  readonly redact: (text: string) => string;
}

/** The report data of a workdir's newest story, or of the one in focus. Notices name what is missing or damaged. */
export async function loadReportData(request: ReportRequest, readMap: typeof loadMap = loadMap) {
  const { story, shown, history, notices } = selectEpisodes(request);
  const newest = runsOf(history).at(-1)?.[0]?.number;
  const files = shown.flatMap((episode) => episode.files ?? []);
  const since = files.find(({ number }) => number === newest) ?? null;
  const folder = learntFolder(request.workdir, story?.ifid ?? '');
  const learnt = story === null ? NOTHING_LEARNT : loadLearnt(folder, files, since);
  const map = story === null ? NO_MAP : await readMap(folder, story.ifid);
  const data: ReportData = {
    story: story === null ? 'zorkgpt' : storyTitleOfEpisode(story),
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
    ...changeJsonTexts(data, request.redact),
    episodes: shown.map((episode) => episode.data),
  };
}

/** What is left to try by the learnt map and things. Empty without a map. Throws StorageError. */
function untriedOn(map: ReportData['map'], folder: string, shown: readonly LoadedEpisode[]) {
  if (map === null) return [];
  const things = readBytesFile(learntFile(folder, 'things'));
  const exits = shown.at(-1)?.data.summary?.exits ?? 'probed';
  return untriedRooms(map.graph, things, tellsAllExits(exits));
}

function selectEpisodes({ workdir, last, focus, redact, ofStory = null }: ReportRequest) {
  const all = new EpisodeDirectories(workdir)
    .list()
    .filter((one) => ofStory === null || storyOfEpisode(new EpisodeFiles(one)) === ofStory);
  if (focus !== null && !all.some(({ number }) => number === focus.episode)) {
    throw new NotFoundError(`There is no episode ${focus.episode}; see zorkgpt episodes list.`);
  }
  const summaries = readHistory(workdir).filter(({ story }) => (ofStory ?? story) === story);
  const deleted = summaries.filter(({ episode }) => !all.some(({ number }) => number === episode));
  const numbers = [...deleted.map(({ episode }) => episode), ...all.map(({ number }) => number)];
  const newest = numbers.sort((a, b) => b - a).slice(0, last ?? undefined);
  const isWanted = (number: number) => newest.includes(number) || number === focus?.episode;
  const wanted = all.filter(({ number }) => isWanted(number));
  const loaded = [
    ...wanted.toReversed().map(loading(redact)),
    ...deleted.filter(({ episode }) => newest.includes(episode)).map(loadDeletedEpisode),
  ].sort((a, b) => a.data.number - b.data.number);
  const story = storyOf(loaded, focus);
  const shown = loaded.filter((episode) => isOf(episode, story?.ifid ?? null));
  const others = loaded.length - shown.length;
  const told = new Set(loaded.map(({ data }) => data.number));
  const earlier = summaries
    .filter(({ episode }) => !told.has(episode))
    .map(loadDeletedEpisode)
    .filter((episode) => isOf(episode, story?.ifid ?? null));
  return {
    story,
    shown,
    history: [...earlier, ...shown]
      .map(({ data }) => episodeViewFacts(data))
      .sort((a, b) => a.number - b.number),
    notices: [
      ...(others === 0 ? [] : [`Episodes of other stories are not shown: ${others}.`]),
      ...shown.flatMap(({ complaints }) => complaints),
    ],
  };
}

/** Loads episodes, the newest first. Only the newest played one of a story keeps its texts, which the page shows. */
function loading(redact: ReportRequest['redact']) {
  const whole = new Set<string | undefined>();
  return (stored: ConstructorParameters<typeof EpisodeFiles>[0]): LoadedEpisode => {
    const loaded = loadEpisode(new EpisodeFiles(stored));
    const isPlayed = loaded.data.turns.length + loaded.data.calls.length > 0;
    const isPacked = isPlayed && whole.has(loaded.story?.ifid);
    if (isPlayed) whole.add(loaded.story?.ifid);
    const pack = isPacked ? packedForViewer : changeJsonTexts<EpisodeData>;
    return { ...loaded, data: pack(loaded.data, redact) };
  };
}

function storyOf(loaded: readonly LoadedEpisode[], focus: Focus | null): LoadedEpisode['story'] {
  const focused = loaded.find(({ data }) => data.number === focus?.episode)?.story;
  return focused ?? loaded.findLast(({ story }) => story !== null)?.story ?? null;
}

/** An episode without a manifest counts as one of the shown story: it was killed too early to tell. */
function isOf({ story }: LoadedEpisode, ifid: string | null): boolean {
  return story === null || story.ifid === ifid;
}

type Learnt = Pick<ReportData, 'memories' | 'memoriesBefore' | 'knowledge'>;

const NOTHING_LEARNT: Learnt = {
  memories: [],
  memoriesBefore: null,
  knowledge: { sections: [], changes: [] },
};

export const NO_MAP: Pick<ReportData, 'map' | 'notices'> = { map: null, notices: [] };

/** What was learnt of a story. `shown` gives the history, `since` is the first episode of the newest run. */
function loadLearnt(
  folder: string,
  shown: readonly EpisodeFiles[],
  since: EpisodeFiles | null,
): Learnt {
  const { memories, evidence, knowledge } = readLearntFolder(folder);
  return {
    memories: readMemories(memories, parseEvidence(evidence)),
    // An episode that found no file began without memories. One without a copy of its start tells nothing.
    memoriesBefore: since?.hasBegun() ? readMemories(readStartFile(since, 'memories')) : null,
    knowledge: readKnowledge(knowledge, shown),
  };
}

/** The learnt map of a story, or why it is left out. Rejects with StorageError. */
async function loadMap(folder: string, ifid: string): Promise<typeof NO_MAP> {
  const bytes = readBytesFile(learntFile(folder, 'map'));
  if (bytes === null) return NO_MAP;
  const map = decodeMap(bytes, ifid);
  return map.kind === 'map'
    ? { map: await drawReportMap(map.graph), notices: [] }
    : { map: null, notices: [`The map was left out: ${map.reason}`] };
}

/** The map as the report shows it: with its picture. */
export async function drawReportMap(graph: MapData['graph']): Promise<MapData> {
  return { graph, picture: await renderGraphSvg(renderDot(graph)) };
}

function readMemories(bytes: Uint8Array | null, book: EvidenceBook = new Map()): FiledMemory[] {
  return roomsInDocument(bytes).flatMap(({ id, name, memories }) =>
    memories.map((memory) => {
      const proof = proofWords(book, id, memory);
      const filed = { locationId: id, locationName: name, memory };
      return proof === '' ? filed : { ...filed, proof };
    }),
  );
}

function readKnowledge(bytes: Uint8Array | null, shown: readonly EpisodeFiles[]): KnowledgeData {
  const blocks = parseKnowledge(bytes).blocks.filter(({ items }) => items.length > 0);
  return {
    sections: blocks.map(({ title, items }) => ({ title, items: items.map(({ item }) => item) })),
    changes: shown.flatMap((files) => {
      const last = files.knowledge().at(-1);
      if (last === undefined) return [];
      // From its start to the last version that it kept.
      const start = readStartFile(files, 'knowledge');
      const items = compareVersions(start, readBytesFile(last.file));
      return items.length === 0 ? [] : [{ episode: files.number, items }];
    }),
  };
}

export function defaultReportFile(workdir: string): string {
  return path.join(workdir, 'report.html');
}

/** Writes the report of a workdir, whole or not at all. Rejects with ConfigError and StorageError. */
export async function writeReport(request: ReportRequest, file: string) {
  const data = await loadReportData(request);
  const bytes = writeFileAtomic(
    file,
    encoded(renderReportParts(data, readPageAssets(VIEWER_MODULES))),
  );
  const { episodes, notices } = data;
  return { file, bytes, episodes: episodes.length, notices };
}

function* encoded(parts: Iterable<string>): Generator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

/** Writes the page of the newest episodes. Rejects with StorageError, which says that no episode is lost. */
export async function writeReportAfterRun(loaded: LoadedConfig): Promise<void> {
  const { report, workdir } = loaded.config;
  const file = defaultReportFile(workdir);
  const redact = openSettingsRedactor(loaded);
  const request = { workdir, last: report.last, focus: null, now: new Date(), redact };
  try {
    await writeReport(request, file);
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause;
    const says = `The episodes are saved, their page is left to zorkgpt report: ${cause.message}`;
    throw new StorageError(says, { path: cause.path, cause });
  }
}
