import { ConfigError } from '../domain/errors.ts';
import { decodeMap } from '../managers/map/map-file.ts';
import { renderDot } from '../managers/map/render-dot.ts';
import { renderSvg } from '../managers/map/render-svg.ts';
import { parseDocument, roomsOf } from '../managers/memory/memory-document.ts';
import type { FiledMemory, Focus, MapData, ReportData } from './report-data.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import { readHistory } from '../records/history.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { readBytesFile } from '../storage/read-file.ts';
import { learntFile, learntFolder } from '../storage/learnt-folder.ts';
import { deletedEpisode, loadEpisode, type LoadedEpisode } from './load-episode.ts';

const PRUNE_WAY_AFTER = 3;
const LAYOUT_LIMIT_MS = 20_000;

export interface ReportRequest {
  readonly workdir: string;
  /** The newest episodes to show; null for all. */
  readonly last: number | null;
  readonly focus: Focus | null;
  readonly now: Date;
  /** Removes secrets from every text. */
  readonly redact: (text: string) => string;
}

/**
 * What a workdir tells of its newest story, or of the story of the episode in focus. Files that are missing or damaged
 * are named in the notices. Rejects with ConfigError when the episode in focus does not exist, and with StorageError
 * when a folder cannot be read.
 */
export async function loadReportData(request: ReportRequest): Promise<ReportData> {
  const { story, episodes, notices } = selectEpisodes(request);
  const data: ReportData = {
    story: story === null ? 'zorkgpt' : (story.title ?? story.ifid),
    generatedAt: request.now.toISOString(),
    episodes: episodes.map((episode) => episode.data),
    ...(story === null ? NOTHING_LEARNT : await loadLearnt(request.workdir, story.ifid)),
    focus: request.focus,
  };
  return withTexts({ ...data, notices: [...notices, ...data.notices] }, request.redact);
}

type Learnt = Pick<ReportData, 'map' | 'memories' | 'notices'>;

const NOTHING_LEARNT: Learnt = { map: null, memories: [], notices: [] };

async function loadLearnt(workdir: string, ifid: string): Promise<Learnt> {
  const folder = learntFolder(workdir, ifid);
  const memories = readMemories(folder);
  const bytes = readBytesFile(learntFile(folder, 'map'));
  if (bytes === null) return { map: null, memories, notices: [] };
  const map = decodeMap(bytes, ifid);
  return map.kind === 'map'
    ? { map: await draw(map.graph), memories, notices: [] }
    : { map: null, memories, notices: [`The map was left out: ${map.reason}`] };
}

interface Selection {
  readonly story: LoadedEpisode['story'];
  readonly episodes: readonly LoadedEpisode[];
  readonly notices: readonly string[];
}

function selectEpisodes({ workdir, last, focus }: ReportRequest): Selection {
  const all = new EpisodeDirectories(workdir).list();
  const focused = focus === null ? -1 : indexOf(all, focus.episode);
  const deleted = readHistory(workdir).filter(
    ({ episode }) => !all.some(({ number }) => number === episode),
  );
  const numbers = [...deleted.map(({ episode }) => episode), ...all.map(({ number }) => number)];
  const newest = numbers.sort((a, b) => a - b).slice(last === null ? 0 : -last);
  const wanted = all.filter(({ number }, index) => newest.includes(number) || index === focused);
  const loaded = [
    ...wanted.map((one) => loadEpisode(new EpisodeFiles(one))),
    ...deleted.filter(({ episode }) => newest.includes(episode)).map(deletedEpisode),
  ].sort((a, b) => a.data.number - b.data.number);
  const story = storyOf(loaded, focus);
  const episodes = loaded.filter((episode) => isOf(episode, story?.ifid ?? null));
  const others = loaded.length - episodes.length;
  return {
    story,
    episodes,
    notices: [
      ...(others === 0 ? [] : [`Episodes of other stories are not shown: ${others}.`]),
      ...episodes.flatMap(({ complaints }) => complaints),
    ],
  };
}

function indexOf(all: readonly { readonly number: number }[], number: number): number {
  const index = all.findIndex((episode) => episode.number === number);
  if (index === -1) {
    throw new ConfigError(`There is no episode ${number}; see zorkgpt episodes list.`);
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

async function draw(graph: MapData['graph']): Promise<MapData> {
  return { graph, picture: await renderSvg(renderDot(graph, PRUNE_WAY_AFTER), LAYOUT_LIMIT_MS) };
}

function readMemories(learnt: string): FiledMemory[] {
  const document = parseDocument(readBytesFile(learntFile(learnt, 'memories')));
  return [...roomsOf(document).values()].flatMap(({ id, name, memories }) =>
    memories.map((memory) => ({ locationId: id, locationName: name, memory })),
  );
}

/** The same data with every text passed through `change`, each once: prompts repeat themselves. Keys stay. */
function withTexts<T>(value: T, change: (text: string) => string): T {
  const changed = new Map<string, string>();
  const once = (text: string): string => {
    const known = changed.get(text) ?? change(text);
    changed.set(text, known);
    return known;
  };
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return once(part);
    if (Array.isArray(part)) return part.map(walk);
    if (part instanceof Map) return new Map([...part].map(([key, one]) => [walk(key), walk(one)]));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, walk(one)]));
  };
  return walk(value) as T;
}
