import {
  costBars,
  roomBarChart,
  scoreBarChart,
  tokenBars,
  bestChart,
  scoreChart,
} from './episode-charts.ts';
import { episodeView, type EpisodeView } from './episode-view.ts';
import { dataBlocks, viewerMarkup } from './episode-viewer.ts';
import {
  learntMemoryChart,
  memoryRooms,
  knowledgeSection,
  objectivesSection,
} from './learnt-sections.ts';
import { mapPicture } from './map-picture.ts';
import { markup, type Child, type Markup, pageParts, type PageAssets } from './page.ts';
import {
  episodeTable,
  overview,
  overviewOfBegunTurns,
  overviewOfLearnt,
  overviewLiveWords,
  overviewTiles,
  overviewOfPlay,
  type Live,
} from './overview.ts';
import type { Focus, ReportData } from './report-data.ts';
import { runNews, type RunNews, sinceLastRun } from './since-last-run.ts';
import { turnStripSection, transcriptSection } from './turn-sections.ts';
import { countedWords, dayWords, moment } from './wording.ts';

/** The files of the page's script, in the order of joining. */
export const VIEWER_MODULES = [
  'viewer-dom.js',
  'viewer-turn.js',
  'viewer-map.js',
  'viewer.js',
] as const;

export const LIVE_MODULES = [...VIEWER_MODULES, 'live.js'] as const;

/** What a live page may do beyond a report: ask its own server. */
export const LIVE_ALLOWED = ["connect-src 'self'"] as const;

export function renderReport(...report: Parameters<typeof renderReportParts>): string {
  return [...renderReportParts(...report)].join('');
}

/**
 * The report as one HTML document that opens from disk without a server. Pure. Texts are shown, never interpreted. A live
 * page is the report of one episode and asks its server for more. In parts, because the whole may be too large for memory.
 */
export function renderReportParts(data: ReportData, assets: PageAssets, live: Live | null = null) {
  const views = data.episodes.map(episodeView);
  const episodes = live === null ? views : views.map(overviewOfBegunTurns);
  const title = `${data.story}: ${countedWords(episodes.length, 'episode')}`;
  return pageParts(
    { title, assets, allowed: live === null ? [] : LIVE_ALLOWED },
    markup`<a class="skip" href="#main">Skip to what happened</a>
${header(data, live === null ? range(data) : overviewOfPlay(episodes[0], live, data.timeZone))}
<main id="main" tabindex="-1" data-episode="${episodes[0]?.number ?? 0}">${main(data, episodes, live)}</main>`,
    dataBlocks(episodes),
  );
}

function range({ generatedAt, timeZone, episodes }: ReportData): string {
  const [first, last] = [episodes[0]?.number, episodes.at(-1)?.number];
  const several = last === first ? `episode ${first}` : `episodes ${first} to ${last}`;
  const shown = first === undefined ? 'no episode yet' : several;
  return `${shown} · written ${moment(generatedAt, timeZone)}`;
}

function header({ story, notices }: ReportData, says: Child): Markup {
  return markup`<header id="head">
    <h1>${story}</h1>
    <p class="note">${says}</p>
    ${
      notices.length === 0
        ? null
        : markup`<ul class="notices">
            ${notices.map((notice) => markup`<li>${notice}</li>`)}
          </ul>`
    }
  </header>`;
}

/** A part of the page. One without a body is left out. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Child;
  /** Its name in the list of links. Absent if it has none. */
  readonly link?: string;
  /** Whether it shares its row with the next one if there is room. */
  readonly isHalf?: true;
}

function main(data: ReportData, episodes: readonly EpisodeView[], live: Live | null): Child {
  const news = runNews(data, episodes);
  const first: Section = {
    id: 'news',
    title: 'Since the last run',
    body: sinceLastRun(news, data),
  };
  const played = episodes.filter(({ turns }) => turns.length > 0);
  const all = [
    ...pictures(data, episodes),
    ...world(data, played, startOf(data.focus, played)),
    ...learnt(data, news),
    ...turns(played, startOf(data.focus, played), live),
  ].filter(({ body }) => body !== null);
  const above = all.filter(({ id }) => live !== null && id === 'read');
  const rest = [
    section(first),
    markup`<nav aria-label="parts of the page">
      ${all.flatMap(({ id, link }) => (link === undefined ? [] : [markup`<a href="#${id}">${link}</a>`]))}
    </nav>`,
    overview(data, episodes),
    inRows(all.filter((one) => !above.includes(one))),
  ];
  if (live === null) return rest;
  return [
    markup`<p class="note" id="live" role="status">${overviewLiveWords(live.standing)}</p>`,
    overviewTiles(data.episodes[0], episodes[0], live.standing),
    above.map(section),
    markup`<div id="rest">${[overviewOfLearnt(data.episodes[0]), rest]}</div>`,
  ];
}

function pictures(data: ReportData, episodes: readonly EpisodeView[]): readonly Section[] {
  const table = episodes.length === 0 ? null : episodeTable(episodes, data.timeZone);
  return [
    { id: 'score', title: 'Score over turns', link: 'Score', body: scoreChart(episodes) },
    {
      id: 'best',
      title: 'Best score so far, over all episodes',
      body: bestChart(data.history),
    },
    { id: 'scores', title: 'Score per episode', body: scoreBarChart(episodes), isHalf: true },
    { id: 'rooms', title: 'Rooms per episode', body: roomBarChart(episodes), isHalf: true },
    {
      id: 'tokens',
      title: 'Tokens per episode',
      link: 'Tokens',
      body: tokenBars(episodes),
      isHalf: true,
    },
    { id: 'cost', title: 'Cost per episode', body: costBars(episodes), isHalf: true },
    { id: 'episodes', title: 'Episodes', link: 'Episodes', body: table },
  ];
}

function world({ map, memories }: ReportData, played: readonly EpisodeView[], start: Focus | null) {
  const chosen = played.find(({ number }) => number === start?.episode) ?? null;
  const remembered = new Set(memories.map(({ locationId }) => locationId));
  const body = map === null ? null : mapPicture(map, played, chosen, remembered);
  return [{ id: 'world', title: 'Map', link: 'Map', body }];
}

function learnt(data: ReportData, news: RunNews | null): readonly Section[] {
  const { memories, history, timeZone, knowledge } = data;
  const times = {
    nights: new Map(
      history.flatMap(({ number, startedAt }) =>
        startedAt === '' ? [] : [[number, dayWords(startedAt, timeZone)] as const],
      ),
    ),
    isNew: new Set(news?.came.flatMap(({ place }) => place ?? [])),
  };
  const run = new Set(news?.run.map(({ number }) => number));
  const last = data.episodes.at(-1)?.number ?? 0;
  return [
    {
      id: 'memory',
      title: 'Memory',
      link: 'Memory',
      body:
        memories.length === 0
          ? markup`<p class="empty">Nothing is remembered yet.</p>`
          : [learntMemoryChart(memories, last), memoryRooms(memories, times)],
    },
    {
      id: 'objectives',
      title: 'Objectives',
      link: 'Objectives',
      body: objectivesSection(data.episodes),
    },
    {
      id: 'knowledge',
      title: 'Knowledge',
      link: 'Knowledge',
      body: knowledgeSection(knowledge, run),
    },
  ];
}

function turns(played: readonly EpisodeView[], start: Focus | null, live: Live | null) {
  const last = played.at(-1) ?? null;
  const follow =
    live === null
      ? null
      : markup`<label class="note"><input type="checkbox" id="follow" checked> follow the newest turn</label>`;
  const body =
    last === null ? null : [follow, viewerMarkup(played, start), transcriptSection(last)];
  return [
    {
      id: 'turns-strip',
      title: 'How the turns went',
      link: 'Errors',
      body: played.length === 0 ? null : turnStripSection(played),
    },
    { id: 'read', title: 'Transcript', link: 'Transcript', body },
  ];
}

/** The turn to open at: the requested one, else the last one of the newest episode with turns. */
function startOf(focus: Focus | null, played: readonly EpisodeView[]): Focus | null {
  if (focus !== null && played.some(({ number }) => number === focus.episode)) return focus;
  const last = played.at(-1);
  return last === undefined ? null : { episode: last.number, turn: last.turns.at(-1)?.turn ?? 1 };
}

function inRows(sections: readonly Section[]): readonly Markup[] {
  const halves = sections.filter(({ isHalf }) => isHalf === true);
  return sections.flatMap((one) => {
    if (one.isHalf !== true) return [section(one)];
    return one === halves[0] ? [markup`<div class="pair">${halves.map(section)}</div>`] : [];
  });
}

function section({ id, title, body }: Section): Markup {
  return markup`<section id="${id}">
    <h2>${title}</h2>
    ${body}
  </section>`;
}
