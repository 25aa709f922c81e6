import { sum } from 'd3-array';
import { signed } from '../domain/text.ts';
import { markup, type Child, type Markup } from './markup.ts';
import { memoryAnchor } from './learnt-sections.ts';
import type { UntriedRoom } from '../run/untried.ts';
import type { EpisodeFacts, ReportData } from './report-data.ts';
import type { Death, Fault, Gain, ListedMemory, RunNews } from './run-news.ts';
import { tile } from './overview.ts';
import { cost, counted, endInWords, moment, points, knownSum } from './wording.ts';
import { compareScores, comparedWith } from './runs.ts';

/** More lines than this are folded away. */
const MOST_LINES = 8;
/** From here on a row of episodes that brought nothing is worth a sentence. */
const STALLED_FROM = 2;
const CAUSES: Readonly<Record<NonNullable<Death['cause']>, string>> = {
  command: 'the command was the cause: waiting instead did not kill',
  clock: 'not the command was the cause: waiting instead killed, too',
  unknown: 'the cause is unknown',
};

/** What the newest run brought, the score first; a sentence when nothing was played. */
export function sinceLastRun(
  news: RunNews | null,
  { timeZone, untried }: Pick<ReportData, 'timeZone' | 'untried'>,
): Markup {
  if (news === null) return markup`<p class="empty">Nothing was played yet.</p>`;
  return markup`<dl class="tiles">${tiles(news)}</dl>
    ${stalled(news)}
    <ul class="news">${news.run.map((episode) => ending(episode, news, timeZone))}</ul>
    ${news.gains.length === 0 ? null : list('Points', news.gains.map(gain))}
    ${news.deaths.length === 0 ? null : list('Deaths', news.deaths.map(death))}
    ${news.faults.length === 0 ? null : list('Errors', news.faults.map(fault))}
    ${news.came.length === 0 ? null : list('New memories', news.came.map(listed))}
    ${news.went === null || news.went.length === 0 ? null : list('Lost memories', news.went.map(listed))}
    ${untried.length === 0 ? null : list('Left to try', untried.map(left))}`;
}

function tiles(news: RunNews): readonly Markup[] {
  const { run, best, came, went, deaths, faults, mostRoomsBefore, before } = news;
  const rooms = Math.max(...run.map((episode) => episode.rooms));
  const spent = knownSum(run.map(({ usage }) => usage.costUsd));
  const failures = sum(faults, ({ times }) => times);
  return [
    tile('score', points(best.score, best.maxScore), compareScores(news)),
    tile('rooms', String(rooms), compareRooms(rooms, before?.rooms ?? null, mostRoomsBefore)),
    tile('memories', `+${came.length}`, went === null ? 'new' : `new, ${went.length} lost`),
    tile('deaths', String(deaths.length), `in ${counted(run.length, 'episode')}`),
    tile('cost', cost(spent, best.model), best.model),
    tile(
      'errors',
      String(failures),
      failures === 0 ? 'none' : 'model calls and lessons that failed',
    ),
  ];
}

function compareRooms(rooms: number, before: number | null, most: number | null): string {
  if (before === null || most === null) return 'entered';
  const now = `entered, ${comparedWith(rooms, before)}`;
  return rooms > most ? `${now}; the most ever` : `${now}; most ever ${most}`;
}

/** The best so far stands in the tiles. */
function stalled({ withoutProgress }: RunNews): Markup | null {
  if (withoutProgress < STALLED_FROM) return null;
  return markup`<p class="stalled">No progress for ${counted(withoutProgress, 'episode')}.</p>`;
}

/** Reasons to end that say all that there is to say. */
const PLAIN_ENDS: readonly string[] = ['death', 'max-turns', 'victory'];

/** How an episode ended; the score and the rooms of the best one stand in the tiles. */
function ending(episode: EpisodeFacts, { best, run }: RunNews, timeZone: string): Markup {
  const { number, startedAt, stopReason, stopDetail, score, maxScore, turnsPlayed } = episode;
  const began = startedAt === '' ? '' : `, begun ${moment(startedAt, timeZone)}`;
  const scored = episode === best ? 'the best of the run' : points(score, maxScore);
  const result = [...(run.length === 1 ? [] : [scored]), counted(turnsPlayed, 'turn')].join(', ');
  return markup`<li>
    <a href="#ep=${number}&amp;t=${Math.max(1, turnsPlayed)}">Episode ${number}</a>${began}:
    ${result}; it ended because ${endInWords(stopReason)}.
    ${PLAIN_ENDS.includes(stopReason) ? null : markup`<small>${stopDetail}</small>`}
  </li>`;
}

function gain({ episode, turn, change, action }: Gain): Markup {
  return markup`<li>
    <a href="#ep=${episode}&amp;t=${turn}">Episode ${episode}, turn ${turn}</a>: ${signed(change)} by <code>${action}</code>
  </li>`;
}

function death({ episode, turn, room, action, cause }: Death): Markup {
  if (turn === 0) return markup`<li>Episode ${episode}; its turns were deleted.</li>`;
  return markup`<li>
    <a href="#ep=${episode}&amp;t=${turn}">Episode ${episode}, turn ${turn}</a>: ${room},
    <code>${action}</code>${cause === null ? null : `; ${CAUSES[cause]}`}
  </li>`;
}

function fault({ episode, kind, times, first }: Fault): Markup {
  const what = `${counted(times, kind)} failed`;
  const where =
    first.turn === null ? `Episode ${episode}` : `Episode ${episode}, turn ${first.turn}`;
  return markup`<li>
    <a href="#ep=${episode}&amp;t=${first.turn ?? 1}">${where}</a>: ${what}; the first: ${first.says}
  </li>`;
}

function left({ room, untried }: UntriedRoom): Markup {
  return markup`<li>${room.name}: ${untried.join(', ')}</li>`;
}

/** A memory with a link to it; one that is in the file no more says so. */
function listed({ filed: { locationName, memory }, place }: ListedMemory): Markup {
  const title = `${locationName}: ${memory.title}`;
  if (place === null) return markup`<li>${title} <small>not in the file any more</small></li>`;
  return markup`<li><a href="#${memoryAnchor(place)}">${title}</a></li>`;
}

function list(title: string, lines: readonly Child[]): Markup {
  const rest = lines.slice(MOST_LINES);
  return markup`<h3>${title}</h3>
    <ul class="news">
      ${lines.slice(0, MOST_LINES)}
    </ul>
    ${
      rest.length === 0
        ? null
        : markup`<details>
            <summary>${counted(rest.length, 'more', 'more')}</summary>
            <ul class="news">
              ${rest}
            </ul>
          </details>`
    }`;
}
