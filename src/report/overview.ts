import { greatest, max, sum } from 'd3-array';
import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import type { EpisodeFacts, ReportData } from './report-data.ts';
import { cost, count, counted, points } from './wording.ts';

/** All episodes of the story in a few numbers. */
export function overview(data: ReportData, episodes: readonly EpisodeView[]): Markup {
  const turns = sum(data.history, ({ turnsPlayed }) => turnsPlayed);
  const filedUnder = new Set(data.memories.map(({ locationId }) => locationId)).size;
  return markup`<dl class="tiles">
    ${bestTile(data.history)} ${tile('episodes', count(data.history.length), counted(turns, 'turn'))}
    ${roomsTile(data, episodes)}
    ${tile('memories', count(data.memories.length), `in ${counted(filedUnder, 'room')}`)}
    ${tokensTile(data.history)}
  </dl>`;
}

function bestTile(episodes: readonly EpisodeFacts[]): Markup {
  const scored = episodes.filter(({ score }) => score !== null);
  const best = greatest(scored, ({ score }) => score ?? -Infinity);
  if (best === undefined) return tile('best score', 'unknown', '');
  return tile('best score', points(best.score, best.maxScore), `episode ${best.number}`);
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
