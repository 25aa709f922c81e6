import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import { count, dollars, duration, moment, points } from './wording.ts';

const HEAD = [
  'episode',
  'started',
  'model',
  'memory',
  'seed',
  'turns',
  'score',
  'rooms',
  'new memories',
  'repeated failures',
  'tokens',
  'cost',
  'time',
  'stopped by',
];

/** The numbers of every episode. */
export function episodeTable(episodes: readonly EpisodeView[]): Markup {
  return markup`<div class="table-scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          ${HEAD.map((name) => markup`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${episodes.toReversed().map(row)}
      </tbody>
    </table>
  </div>`;
}

function row(episode: EpisodeView): Markup {
  const { usage, repeatedFailureRate, durationMs } = episode;
  const cells = [
    moment(episode.startedAt),
    episode.model,
    episode.memory,
    episode.seed ?? '',
    episode.turns.length,
    points(episode.score, episode.maxScore),
    episode.rooms,
    episode.memoriesAdded ?? '',
    repeatedFailureRate === null ? '' : `${(repeatedFailureRate * 100).toFixed(1)} %`,
    count(usage.promptTokens + usage.completionTokens),
    usage.costUsd === null ? 'unknown' : dollars(usage.costUsd),
    durationMs === null ? '' : duration(durationMs),
  ];
  return markup`<tr>
    <th scope="row"><a href="#ep=${episode.number}&amp;t=1">${episode.number}</a></th>
    ${cells.map((cell) => markup`<td>${cell}</td>`)}
    <td title="${episode.stopDetail}">${episode.stopReason}</td>
  </tr>`;
}
