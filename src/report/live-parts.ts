import { paidCalls, type EpisodeView } from './episode-view.ts';
import { markup, type Child, type Markup } from './markup.ts';
import { tile } from './overview.ts';
import type { EpisodeData } from './report-data.ts';
import { standingWords, type Standing } from '../records/standing.ts';
import { cost, count, endInWords, moment, points } from './wording.ts';

/** What a live page says beyond a report. */
export interface Live {
  /** Other episodes that are being played. */
  readonly others: readonly number[];
  /** How the episode stands; null while there is none. */
  readonly standing: Standing | null;
}

/** Whether the page still changes, and why it does not. */
export function liveWords(standing: Standing | null): string {
  if (standing === null || standing.kind === 'running') return 'Live.';
  const words = standingWords(standing);
  const next = standing.kind === 'stopped' ? ' The next zorkgpt run goes on with it.' : '';
  return `Not being played: ${words}.${next}`;
}

/** The episode without a turn that is just being thought about, unless something went wrong in it. */
export function begunTurns(episode: EpisodeView): EpisodeView {
  const turns = episode.turns.filter(
    ({ record, troubles }) => record !== null || troubles.length > 0,
  );
  return { ...episode, turns };
}

/** Which episode it is, how it ended, if it did, and where else is played. */
export function playing(
  episode: EpisodeView | undefined,
  { others }: Live,
  timeZone: string,
): Child {
  if (episode === undefined) return 'Waiting for an episode.';
  const { number, model, startedAt, stopReason, stopDetail } = episode;
  const links = others.map((other) => markup` <a href="/?episode=${other}">episode ${other}</a>`);
  return [
    `Episode ${number}, played by ${model}, begun ${moment(startedAt, timeZone)}.`,
    stopReason === 'unfinished' ? '' : ` It ended because ${endInWords(stopReason)}. ${stopDetail}`,
    ...(links.length === 0 ? [] : [' Also being played:', ...links]),
  ];
}

/** Where the episode stands, in a few numbers. */
export function nowTiles(data: EpisodeData | undefined, view: EpisodeView | undefined): Child {
  if (data === undefined || view === undefined) return null;
  const { usage, model } = view;
  const last = view.turns.findLast(({ record }) => record !== null)?.record ?? null;
  const paid = paidCalls(data);
  const failed = paid.filter(({ outcome }) => outcome === 'failed').length;
  const tokens = `${count(usage.promptTokens + usage.completionTokens)} tokens`;
  return markup`<dl class="tiles" id="now">
    ${last === null ? null : placeTiles(last)} ${tile('memories', String(data.learnt.length), 'new')}
    ${tile('model calls', count(paid.length), failed === 0 ? tokens : `${tokens}, ${failed} failed`)}
    ${tile('cost', cost(usage.costUsd, model), '')}
  </dl>`;
}

function placeTiles({ turn, after }: EpisodeData['turns'][number]): readonly Markup[] {
  const { score, maxScore, moves, location } = after;
  return [
    tile('score', points(score, maxScore), ''),
    tile('place', location.name, `location ${location.id}`),
    tile('turn', String(turn), moves === null ? '' : `${moves} moves`),
  ];
}

/** What was learnt in the episode, the newest first, also what holds for this episode only. */
export function learntList(data: EpisodeData | undefined): Markup {
  const items = (data?.learnt ?? []).toReversed().map(({ locationName, memory }) => {
    const facts = `${memory.category.toLowerCase()}, ${locationName}`;
    return markup`<li><b>${memory.title}</b> ${memory.text} <small>${facts}</small></li>`;
  });
  return markup`<section id="learnt">
    <h2>Memories of this episode</h2>
    ${items.length === 0 ? markup`<p class="empty">Nothing was learnt yet.</p>` : markup`<ul class="news">${items}</ul>`}
  </section>`;
}
