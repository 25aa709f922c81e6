import { max, sum } from 'd3-array';
import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import type { ReportData } from './report-data.ts';
import { count, dollars, points } from './wording.ts';

/** The night in six numbers. */
export function overview(data: ReportData, episodes: readonly EpisodeView[]): Markup {
  const best = episodes.reduce<EpisodeView | null>(
    (a, b) => (b.score !== null && b.score > (a?.score ?? -Infinity) ? b : a),
    null,
  );
  const last = episodes.at(-1) ?? null;
  const costs = episodes.flatMap(({ usage }) => (usage.costUsd === null ? [] : [usage.costUsd]));
  const tokens = sum(episodes, ({ usage }) => usage.promptTokens + usage.completionTokens);
  const turns = sum(episodes, (episode) => episode.turns.length);
  const known = [...(data.map?.graph.rooms.values() ?? [])].filter(({ visits }) => visits.size > 0);
  const rooms = data.map === null ? (max(episodes, (episode) => episode.rooms) ?? 0) : known.length;
  return markup`<dl class="tiles">
    ${tile('episodes', count(episodes.length), `${count(turns)} turns`)}
    ${tile('best score', points(best?.score ?? null, best?.maxScore ?? null), best === null ? '' : `episode ${best.number}`)}
    ${tile('newest score', points(last?.score ?? null, last?.maxScore ?? null), last?.stopReason ?? '')}
    ${tile('rooms entered', count(rooms), `${count(data.map?.graph.rooms.size ?? rooms)} known`)}
    ${tile('memories', count(data.memories.length), `in ${count(new Set(data.memories.map(({ locationId }) => locationId)).size)} rooms`)}
    ${tile('tokens', count(tokens), costs.length === 0 ? 'cost unknown' : dollars(sum(costs)))}
  </dl>`;
}

function tile(name: string, value: string, detail: string): Markup {
  return markup`<div>
    <dt>${name}</dt>
    <dd>${value}<small>${detail}</small></dd>
  </div>`;
}
