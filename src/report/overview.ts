import { max, sum } from 'd3-array';
import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import type { EpisodeFacts, ReportData } from './report-data.ts';
import { cost, count, counted, points, duration, moment, stepWords } from './wording.ts';

/** All episodes of the story in a few numbers. */
export function overview(data: ReportData, episodes: readonly EpisodeView[]): Markup {
  const turns = sum(data.history, ({ turnsPlayed }) => turnsPlayed);
  const filedUnder = new Set(data.memories.map(({ locationId }) => locationId)).size;
  return markup`<dl class="tiles">
    ${tile('episodes', count(data.history.length), counted(turns, 'turn'))}
    ${roomsTile(data, episodes)}
    ${tile('memories', count(data.memories.length), `in ${counted(filedUnder, 'room')}`)}
    ${tokensTile(data.history)}
  </dl>`;
}

function roomsTile({ map }: ReportData, episodes: readonly EpisodeView[]): Markup {
  if (map === null) return tile('rooms', count(max(episodes, ({ rooms }) => rooms) ?? 0), 'no map');
  const rooms = [...map.graph.rooms.values()];
  const entered = rooms.filter(({ visits }) => visits.size > 0).length;
  return tile('rooms entered', count(entered), `${count(rooms.length)} known`);
}

function tokensTile(history: readonly EpisodeFacts[]): Markup {
  const tokens = sum(history, ({ usage }) => usage.promptTokens + usage.completionTokens);
  const costs = history.flatMap(({ usage }) => (usage.costUsd === null ? [] : [usage.costUsd]));
  const model = history.at(-1)?.model ?? '';
  return tile(
    'tokens',
    count(tokens),
    `cost ${cost(costs.length === 0 ? null : sum(costs), model)}`,
  );
}

/** One number of a row of numbers, with what it is of. */
export function tile(name: string, value: string, detail: string): Markup {
  return markup`<div>
    <dt>${name}</dt>
    <dd>${value} <small>${detail}</small></dd>
  </div>`;
}

const HEAD = [
  'episode',
  'score',
  'began at',
  'found',
  'started',
  'turns',
  'rooms',
  'new memories',
  'repeated failures',
  'tokens',
  'cost',
  'engine steps',
  'time',
  'stopped by',
  'model',
  'memory',
  'seed',
];

/** The numbers of every episode. */
export function episodeTable(episodes: readonly EpisodeView[], timeZone: string): Markup {
  return markup`<div class="table-scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          ${HEAD.map((name) => markup`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${episodes.toReversed().map((episode) => row(episode, timeZone))}
      </tbody>
    </table>
  </div>`;
}

function row(episode: EpisodeView, timeZone: string): Markup {
  const { usage, engineSteps, repeatedFailureRate, durationMs } = episode;
  const cells = [
    points(episode.score, episode.maxScore),
    beginning(episode),
    episode.found,
    moment(episode.startedAt, timeZone),
    episode.turnsPlayed,
    episode.rooms,
    episode.memoriesAdded ?? '',
    repeatedFailureRate === null ? '' : `${(repeatedFailureRate * 100).toFixed(1)} %`,
    count(usage.promptTokens + usage.completionTokens),
    cost(usage.costUsd, episode.model),
    engineSteps === undefined ? '' : stepWords(engineSteps),
    durationMs === null ? '' : duration(durationMs),
  ];
  return markup`<tr>
    <th scope="row">${
      episode.turns.length === 0
        ? episode.number
        : markup`<a href="#ep=${episode.number}&amp;t=1">${episode.number}</a>`
    }</th>
    ${cells.map((cell) => markup`<td>${cell}</td>`)}
    <td title="${episode.stopDetail}">${episode.stopReason}</td>
    ${[episode.model, episode.memory, episode.seed ?? ''].map((cell) => markup`<td>${cell}</td>`)}
  </tr>`;
}

/** What was played before the player, so that nobody takes its points for the player's. */
function beginning({ began }: EpisodeView): string {
  if (began === null) return '';
  if (began.turns === 0) return 'the start';
  const where = began.to === '' ? '' : `${began.to}, `;
  return `${where}turn ${began.turns}, ${began.points} points (simulated way)`;
}
