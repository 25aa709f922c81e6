import { greatest, max, sum } from 'd3-array';
import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import type { ReportData } from './report-data.ts';
import { count, dollars, points } from './wording.ts';

/** The night in six numbers. */
export function overview(data: ReportData, episodes: readonly EpisodeView[]): Markup {
  const turns = sum(episodes, (episode) => episode.turns.length);
  const filedUnder = new Set(data.memories.map(({ locationId }) => locationId)).size;
  return markup`<dl class="tiles">
    ${tile('episodes', count(episodes.length), `${count(turns)} turns`)}
    ${bestTile(episodes)} ${newestTile(episodes.at(-1))} ${roomsTile(data, episodes)}
    ${tile('memories', count(data.memories.length), `in ${count(filedUnder)} rooms`)}
    ${tokensTile(episodes)}
  </dl>`;
}

function bestTile(episodes: readonly EpisodeView[]): Markup {
  const scored = episodes.filter(({ score }) => score !== null);
  const best = greatest(scored, ({ score }) => score ?? -Infinity);
  if (best === undefined) return tile('best score', 'unknown', '');
  return tile('best score', points(best.score, best.maxScore), `episode ${best.number}`);
}

function newestTile(newest: EpisodeView | undefined): Markup {
  if (newest === undefined) return tile('newest score', 'unknown', '');
  return tile('newest score', points(newest.score, newest.maxScore), newest.stopReason);
}

function roomsTile({ map }: ReportData, episodes: readonly EpisodeView[]): Markup {
  if (map === null) return tile('rooms', count(max(episodes, ({ rooms }) => rooms) ?? 0), 'no map');
  const rooms = [...map.graph.rooms.values()];
  const entered = rooms.filter(({ visits }) => visits.size > 0).length;
  return tile('rooms entered', count(entered), `${count(rooms.length)} known`);
}

function tokensTile(episodes: readonly EpisodeView[]): Markup {
  const tokens = sum(episodes, ({ usage }) => usage.promptTokens + usage.completionTokens);
  const costs = episodes.flatMap(({ usage }) => (usage.costUsd === null ? [] : [usage.costUsd]));
  return tile('tokens', count(tokens), costs.length === 0 ? 'cost unknown' : dollars(sum(costs)));
}

function tile(name: string, value: string, detail: string): Markup {
  return markup`<div>
    <dt>${name}</dt>
    <dd>${value}<small>${detail}</small></dd>
  </div>`;
}
