import { changeJsonTexts } from '../domain/json.ts';
import { readStartFile } from '../records/start-files.ts';
import { locationId } from '../domain/ids.ts';
import { addVisit } from '../managers/map/grow-graph.ts';
import { learnWay } from '../managers/map/learn-ways.ts';
import { graphInMapFile } from '../managers/map/map-file.ts';
import type { MapGraph } from '../managers/map/map-graph.ts';
import { renderDot } from '../managers/map/render-graph.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import { storedIn, kindOf, standingOf } from '../records/episodes.ts';
import type { RecordedTurn, Sight } from '../records/recorded-turn.ts';
import { sha256 } from '../storage/bytes.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { modifiedAt, readFolderStamp } from '../storage/read-file.ts';
import { NO_MAP, drawReportMap, loadReportData, type ReportRequest } from './report.ts';
import type { PageAssets } from './page.ts';
import { renderReport } from './render-report.ts';
import type { MapData } from './report-data.ts';

/** Older episodes are not read again and again. */
const MOST_AT_ONCE = 100;
/** So many pages are kept for the next request. */
const MOST_PAGES = 8;

export interface ShownEpisode {
  /** The episode to stay with. Null to follow a run from one to the next. */
  readonly episode: number | null;
  /** The episode that is followed until it is over. Null to begin with the newest. */
  readonly shown: number | null;
}

export interface LivePage {
  /** Another one as soon as a record file grew. */
  readonly etag: string;
  /** The same bytes for every request. */
  readonly html: Buffer;
}

interface Drawn {
  readonly etag: string;
  readonly page: Promise<LivePage>;
  readonly map: LiveMap;
  isReady: boolean;
}

/** The reports of episodes in play, each drawn once for all requests. Nothing is locked or written. */
export class LiveReports {
  readonly #request: Pick<ReportRequest, 'workdir' | 'redact'>;
  readonly #assets: PageAssets;
  readonly #drawn = new Map<number, Drawn>();

  constructor(request: Pick<ReportRequest, 'workdir' | 'redact'>, assets: PageAssets) {
    this.#request = request;
    this.#assets = assets;
  }

  async look(asked: ShownEpisode): Promise<LivePage> {
    const { workdir } = this.#request;
    const all = new EpisodeDirectories(workdir).list().map((one) => new EpisodeFiles(one));
    const files = choose(all, asked);
    const others = files === null ? [] : playedBeside(files, all);
    const number = files?.number ?? 0;
    const known = this.#drawn.get(number);
    const map = known?.map ?? new LiveMap();
    const folders = [workdir, ...(files === null ? [] : [files.directory])];
    const kind = files === null ? null : kindOf(storedIn(files));
    const state = [number, others, kind, map.drawn, folders.map(readFolderStamp)];
    const etag = `"${sha256(JSON.stringify(state))}"`;
    // This drawing is soon out of date; the next request is told.
    if (known?.etag === etag || known?.isReady === false) return known.page;
    const page = this.#draw(files, others, map).then((html) => ({
      etag,
      html: Buffer.from(html),
    }));
    const drawn: Drawn = { etag, page, map, isReady: false };
    this.#keep(number, drawn);
    try {
      return await page;
    } finally {
      drawn.isReady = true;
    }
  }

  async #draw(files: EpisodeFiles | null, others: readonly number[], map: LiveMap) {
    const { redact } = this.#request;
    const focus = files === null ? null : { episode: files.number, turn: 1 };
    const request = { ...this.#request, last: 0, focus, now: new Date() };
    const data = await loadReportData(request, () => Promise.resolve(NO_MAP));
    const [episode] = data.episodes;
    const ifid = episode?.manifest?.story.ifid ?? '';
    const graph =
      files === null || episode === undefined ? null : walkedMap(files, ifid, episode.turns);
    const drawn = graph === null ? null : map.look(changeJsonTexts(graph, redact));
    const standing = files === null ? null : standingOf(storedIn(files));
    return renderReport({ ...data, focus: null, map: drawn }, this.#assets, { others, standing });
  }

  #keep(number: number, drawn: Drawn): void {
    this.#drawn.delete(number);
    this.#drawn.set(number, drawn);
    const [oldest = number] = this.#drawn.keys();
    if (this.#drawn.size > MOST_PAGES) this.#drawn.delete(oldest);
  }
}

function choose(all: readonly EpisodeFiles[], { episode, shown }: ShownEpisode) {
  if (episode !== null) return all.find(({ number }) => number === episode) ?? null;
  const current = all.find(({ number }) => number === shown);
  const begun = all.slice(-MOST_AT_ONCE).filter((files) => files.hasBegun());
  if (current === undefined) return newestOf(begun);
  if (isPlayed(current)) return current;
  const since = writtenAt(current);
  const later = begun.filter((files) => writtenAt(files) > since);
  return newestOf(later.filter((files) => kindOf(storedIn(files)) !== 'finished')) ?? current;
}

/** Other episodes that are played now. */
function playedBeside(shown: EpisodeFiles, all: readonly EpisodeFiles[]): readonly number[] {
  return all
    .slice(-MOST_AT_ONCE)
    .filter((files) => files.number !== shown.number && files.hasBegun() && isPlayed(files))
    .map(({ number }) => number);
}

function isPlayed(files: EpisodeFiles): boolean {
  return kindOf(storedIn(files)) === 'running';
}

function newestOf(all: readonly EpisodeFiles[]): EpisodeFiles | null {
  return all.reduce<EpisodeFiles | null>(
    (newest, files) => (newest === null || writtenAt(files) >= writtenAt(newest) ? files : newest),
    null,
  );
}

function writtenAt(files: EpisodeFiles): number {
  const times = (['turns', 'log', 'manifest'] as const).map((what) => modifiedAt(files.path(what)));
  return Math.max(...times.map((time) => time ?? 0));
}

/** The map at the start of an episode, with the walks of its turns. Throws StorageError. */
function walkedMap(files: EpisodeFiles, ifid: string, turns: readonly RecordedTurn[]): MapGraph {
  const start = graphInMapFile(readStartFile(files, 'map'), ifid);
  const [first] = turns;
  if (first === undefined) return start;
  return turns.reduce(
    (graph, { before, decision, after }) => {
      const step = { before: placed(before), decision, after: placed(after) };
      const walked = learnWay(graph, step, files.number);
      const isEntered = before.location.id !== after.location.id && after.ended === null;
      return isEntered ? addVisit(walked, step.after.location, files.number) : walked;
    },
    addVisit(start, placed(first.before).location, files.number),
  );
}

function placed({ location: { id, name }, ended, died }: Sight) {
  return { location: { id: locationId(id), name }, ended, died };
}

/** The newest picture of a growing map. A layout can take seconds; until then, the last picture is shown. */
class LiveMap {
  #picture: MapData['picture'] = { kind: 'failed', reason: 'It is being drawn.' };
  #dot = '';
  #isBusy = false;
  drawn = 0;

  /** The map with its newest picture. If it needs another one, that is begun. */
  look(graph: MapGraph): MapData {
    const dot = renderDot(graph);
    if (dot !== this.#dot && !this.#isBusy) void this.#draw(graph, dot);
    return { graph, picture: this.#picture };
  }

  async #draw(graph: MapGraph, dot: string): Promise<void> {
    this.#isBusy = true;
    const { picture } = await drawReportMap(graph);
    [this.#picture, this.#dot, this.#isBusy] = [picture, dot, false];
    this.drawn += 1;
  }
}
