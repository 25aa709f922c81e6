import { createHash } from 'node:crypto';
import { episodeTable } from './episode-table.ts';
import { costBars, roomBars, scoreBars, tokenBars } from './episode-charts.ts';
import { episodeView, type EpisodeView } from './episode-view.ts';
import { errorStrip } from './error-strip.ts';
import { markup, ownSource, type Child, type Markup } from './markup.ts';
import { mapPicture } from './map-picture.ts';
import { memoryChart } from './memory-chart.ts';
import { memoryRooms } from './memory-rooms.ts';
import { overview } from './overview.ts';
import type { Focus, ReportData } from './report-data.ts';
import { scoreChart } from './score-chart.ts';
import { transcriptText } from './transcript-text.ts';
import { viewerMarkup } from './viewer-markup.ts';
import { moment } from './wording.ts';

/** The page's own style sheet and script, as text. */
export interface ReportAssets {
  /** `report.css`. */
  readonly style: string;
  /** The files of `VIEWER_MODULES`, joined. */
  readonly script: string;
}

/** The files that make the page's script, in the order in which they are joined. */
export const VIEWER_MODULES = [
  'viewer-dom.js',
  'viewer-turn.js',
  'viewer-map.js',
  'viewer.js',
] as const;

/**
 * The report as one HTML document that opens from disk and asks nothing of any server. Pure: equal data gives equal
 * bytes. Texts of the data are shown, never interpreted, and the policy of the page allows only its own style sheet and
 * script, by their hashes.
 */
export function renderReport(data: ReportData, assets: ReportAssets): string {
  const episodes = data.episodes.map(episodeView);
  const title = `${data.story}: ${episodes.length} episodes`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${ownSource(assets.style)}</style>
</head>
<body>
${header(data)}
<main>${sections(data, episodes)}</main>
<script type="module">${ownSource(assets.script)}</script>
</body>
</html>
`.toString();
}

function policy({ style, script }: ReportAssets): string {
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function header({ story, generatedAt, episodes, notices }: ReportData): Markup {
  const [first, last] = [episodes[0]?.number, episodes.at(-1)?.number];
  const range = first === undefined ? 'no episode yet' : `episodes ${first} to ${last ?? first}`;
  return markup`<header>
    <h1>${story}</h1>
    <p class="note">${range} · written ${moment(generatedAt)}</p>
    ${
      notices.length === 0
        ? null
        : markup`<ul class="notices">
            ${notices.map((notice) => markup`<li>${notice}</li>`)}
          </ul>`
    }
    <nav>
      <a href="#score">Score</a><a href="#world">Map</a><a href="#memory">Memory</a
      ><a href="#tokens">Tokens</a><a href="#turns-strip">Errors</a><a href="#read">Transcript</a>
    </nav>
  </header>`;
}

function sections(data: ReportData, episodes: readonly EpisodeView[]): Child {
  const played = episodes.filter(({ turns }) => turns.length > 0);
  const start = startOf(data.focus, played);
  const chosen = played.find(({ number }) => number === start?.episode) ?? null;
  const last = played.at(-1) ?? null;
  const remembered = new Set(data.memories.map(({ locationId }) => locationId));
  return [
    overview(data, episodes),
    section('score', 'Score over turns', scoreChart(episodes)),
    markup`<div class="pair">
      ${section('scores', 'Score per episode', scoreBars(episodes))}
      ${section('tokens', 'Tokens per episode', tokenBars(episodes))}
      ${section('rooms', 'Rooms per episode', roomBars(episodes))}
      ${section('cost', 'Cost per episode', costBars(episodes))}
    </div>`,
    section('episodes', 'Episodes', episodeTable(episodes)),
    section(
      'world',
      'Map',
      data.map === null
        ? markup`<p class="empty">No map yet.</p>`
        : mapPicture(data.map, episodes, chosen, remembered),
    ),
    section('memory', 'Memory', [
      memoryChart(data.memories, last?.number ?? 0),
      memoryRooms(data.memories),
    ]),
    section('turns-strip', 'How the turns went', errorStrip(played)),
    section('read', 'Transcript', [
      viewerMarkup(played, start),
      last === null ? markup`<p class="empty">Nothing was played yet.</p>` : transcriptText(last),
    ]),
  ];
}

/** The turn to open at: the one asked for, else the first of the newest episode that has any. */
function startOf(focus: Focus | null, played: readonly EpisodeView[]): Focus | null {
  if (focus !== null && played.some(({ number }) => number === focus.episode)) return focus;
  const last = played.at(-1);
  return last === undefined ? null : { episode: last.number, turn: last.turns[0]?.turn ?? 1 };
}

function section(id: string, title: string, body: Child): Markup {
  return markup`<section id="${id}">
    <h2>${title}</h2>
    ${body}
  </section>`;
}
