import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import { cost, count, duration, moment, points } from './wording.ts';

const HEAD = [
  'episode',
  'score',
  'started',
  'turns',
  'rooms',
  'new memories',
  'repeated failures',
  'tokens',
  'cost',
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
  const { usage, repeatedFailureRate, durationMs } = episode;
  const cells = [
    points(episode.score, episode.maxScore),
    moment(episode.startedAt, timeZone),
    episode.turnsPlayed,
    episode.rooms,
    episode.memoriesAdded ?? '',
    repeatedFailureRate === null ? '' : `${(repeatedFailureRate * 100).toFixed(1)} %`,
    count(usage.promptTokens + usage.completionTokens),
    cost(usage.costUsd, episode.model),
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
