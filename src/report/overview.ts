import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { EpisodeData } from './load-episode.ts';
import { max, sum } from 'd3-array';
import { partAlike } from '../domain/alike-columns.ts';
import { capital } from '../domain/text.ts';
import { nextEpisodeWords, episodeStandingWords, type Standing } from '../records/episodes.ts';
import { paidCalls, type EpisodeView, type EpisodeFacts } from './episode-view.ts';
import { markup, type Markup, type Child } from './page.ts';
import type { ReportData } from './report-data.ts';
import {
  priceWords,
  costWords,
  countWords,
  countedWords,
  pointsWords,
  durationWords,
  moment,
  endWords,
  forkWords,
  WITHOUT_PLAYER,
  knownSum,
} from './wording.ts';

export function overview(data: ReportData, episodes: readonly EpisodeView[]): Markup {
  const turns = sum(data.history, ({ turnsPlayed }) => turnsPlayed);
  const filedUnder = new Set(data.memories.map(({ locationId }) => locationId)).size;
  return markup`<dl class="tiles">
    ${tile('episodes', countWords(data.history.length), countedWords(turns, 'turn'))}
    ${roomsTile(data, episodes)}
    ${tile('memories', countWords(data.memories.length), `in ${countedWords(filedUnder, 'room')}`)}
    ${tokensTile(data.history)}
  </dl>`;
}

function roomsTile({ map }: ReportData, episodes: readonly EpisodeView[]): Markup {
  if (map === null)
    return tile('rooms', countWords(max(episodes, ({ rooms }) => rooms) ?? 0), 'no map');
  const rooms = [...map.graph.rooms.values()];
  const entered = rooms.filter(({ visits }) => visits.size > 0).length;
  return tile('rooms entered', countWords(entered), `${countWords(rooms.length)} known`);
}

function tokensTile(history: readonly EpisodeFacts[]): Markup {
  const tokens = sum(history, ({ usage }) => usage.promptTokens + usage.completionTokens);
  const spent = knownSum(history.map(({ usage }) => usage.costUsd));
  const model = history.at(-1)?.model ?? '';
  return tile('tokens', countWords(tokens), costWords(spent, model));
}

export function tile(name: string, value: string, detail: string): Markup {
  return markup`<div>
    <dt>${name}</dt>
    <dd>${value} <small>${detail}</small></dd>
  </div>`;
}

type Cell = (episode: EpisodeView, timeZone: string) => string | number;

const COLUMNS: Readonly<Record<string, Cell>> = {
  episode: ({ number }) => number,
  score: ({ score, maxScore }) => pointsWords(score, maxScore),
  'began at': beginning,
  found: ({ found }) => found,
  started: ({ startedAt }, timeZone) => moment(startedAt, timeZone),
  turns: ({ turnsPlayed }) => turnsPlayed,
  rooms: ({ rooms }) => rooms,
  'new memories': ({ memoriesAdded }) => memoriesAdded ?? '',
  'repeated failures': ({ repeatedFailureRate: rate }) =>
    rate === null ? '' : `${(rate * 100).toFixed(1)} %`,
  tokens: ({ usage }) => countWords(usage.promptTokens + usage.completionTokens),
  cost: ({ usage, model }) => priceWords(usage.costUsd, model),
  'engine commands': ({ engineSteps }) =>
    engineSteps === undefined ? '' : countWords(sum(Object.values(engineSteps))),
  took: ({ durationMs }) => (durationMs === null ? '' : durationWords(durationMs)),
  state: ({ stopReason }) => stopReason,
  model: ({ model }) => model,
  'began with memories': ({ memory }) => (memory === '' ? '' : memory === 'fresh' ? 'no' : 'yes'),
  seed: ({ seed }) => seed ?? '',
};

export function episodeTable(episodes: readonly EpisodeView[], timeZone: string): Markup {
  const newestFirst = episodes.toReversed();
  const columns = Object.entries(COLUMNS).map(([name, of]) => ({
    name,
    cells: newestFirst.map((episode) => String(of(episode, timeZone))),
  }));
  const { shown, told } = partAlike(columns);
  return markup`${told === null ? null : markup`<p class="note">${told}.</p>`}
  <div class="table-scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          ${shown.map(({ name }) => markup`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${newestFirst.map((episode, at) => markup`<tr>${shown.map(({ name, cells }) => cell(name, cells[at] ?? '', episode))}</tr>`)}
      </tbody>
    </table>
  </div>
  ${episodes.some(({ began }) => (began?.turns ?? 0) > 0) ? markup`<p class="note">Simulated: ${WITHOUT_PLAYER}.</p>` : null}`;
}

function cell(name: string, says: string, { number, turns, stopDetail }: EpisodeView): Markup {
  if (name === 'state') return markup`<td title="${stopDetail}">${says}</td>`;
  if (name !== 'episode') return markup`<td>${says}</td>`;
  const link = markup`<a href="#ep=${number}&amp;t=1">${says}</a>`;
  return markup`<th scope="row">${turns.length === 0 ? says : link}</th>`;
}

/** What was played before the player's turns, so that its points are not taken for the player's. */
function beginning({ began }: EpisodeView): string {
  if (began === null) return '';
  if (began.parent !== undefined) return forkWords(began.parent);
  if (began.turns === 0) return 'the start';
  const where = began.to === '' ? '' : `${began.to}, `;
  return `${where}turn ${began.turns}, ${countedWords(began.points, 'point')}, simulated`;
}

/** What a live page says beyond a report. */
export interface Live {
  readonly others: readonly number[];
  /** The standing of the episode. Null while there is none. */
  readonly standing: Standing | null;
}

/** Whether the page still changes, and why it does not. */
export function overviewLiveWords(standing: Standing | null): string {
  if (standing === null || standing.kind === 'running') return 'Live.';
  const words = episodeStandingWords(standing);
  const next = nextEpisodeWords(standing);
  return `Not being played: ${words}.${next === '' ? '' : ` ${capital(next)}.`}`;
}

/** The episode without a turn that is still in progress, unless something went wrong in it. */
export function overviewOfBegunTurns(episode: EpisodeView): EpisodeView {
  const turns = episode.turns.filter(
    ({ record, troubles }) => record !== null || troubles.length > 0,
  );
  return { ...episode, turns };
}

/** The episode, its end if it is over, and other places of play. */
export function overviewOfPlay(
  episode: EpisodeView | undefined,
  { others }: Live,
  timeZone: string,
) {
  if (episode === undefined) return 'Waiting for an episode.';
  const { number, model, startedAt, stopReason, stopDetail } = episode;
  const links = others.map((other) => markup` <a href="/?episode=${other}">episode ${other}</a>`);
  return [
    `Episode ${number}, played by ${model}, begun ${moment(startedAt, timeZone)}.`,
    stopReason === 'unfinished' ? '' : ` It ended because ${endWords(stopReason)}. ${stopDetail}`,
    ...(links.length === 0 ? [] : [' Also being played:', ...links]),
  ];
}

export function overviewTiles(
  data: EpisodeData | undefined,
  view: EpisodeView | undefined,
  standing: Standing | null,
): Child {
  if (data === undefined || view === undefined) return null;
  const { usage, model } = view;
  const last = view.turns.findLast(({ record }) => record !== null)?.record ?? null;
  const paid = paidCalls(data);
  const failed = paid.filter(({ outcome }) => outcome === 'failed').length;
  const tokens = `${countWords(usage.promptTokens + usage.completionTokens)} tokens`;
  return markup`<dl class="tiles" id="now">
    ${last === null ? null : placeTiles(last, standing)} ${tile('memories', String(data.learnt.length), 'new')}
    ${tile('model calls', countWords(paid.length), failed === 0 ? tokens : `${tokens}, ${failed} failed`)}
    ${tile('cost', priceWords(usage.costUsd, model), '')}
  </dl>`;
}

function placeTiles({ turn, after }: RecordedTurn, standing: Standing | null): readonly Markup[] {
  const { score, maxScore, moves, location } = after;
  const most = standing?.kind === 'running' ? standing.maxTurns : null;
  const limit = most === null ? [] : [`of ${most}`];
  const counted = moves === null ? [] : [`${moves} moves`];
  return [
    tile('score', pointsWords(score, maxScore), ''),
    tile('place', location.name, `location ${location.id}`),
    tile('turn', String(turn), [...limit, ...counted].join(', ')),
  ];
}

/** The lessons of the episode, the newest first, also those that hold for this episode only. */
export function overviewOfLearnt(data: EpisodeData | undefined): Markup {
  const items = (data?.learnt ?? []).toReversed().map(({ locationName, memory }) => {
    const facts = `${memory.category.toLowerCase()}, ${locationName}`;
    return markup`<li><b>${memory.title}</b> ${memory.text} <small>${facts}</small></li>`;
  });
  return markup`<section id="learnt">
    <h2>Memories of this episode</h2>
    ${items.length === 0 ? markup`<p class="empty">Nothing was learnt yet.</p>` : markup`<ul class="news">${items}</ul>`}
  </section>`;
}
