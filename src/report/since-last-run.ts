import { isDeath } from '../domain/turn-effect.ts';
import type { EpisodeData } from './load-episode.ts';
import { max, sort, sum } from 'd3-array';
import { isBelieved, isLasting, memoryTellingRank } from '../domain/memory.ts';
import { signed } from '../domain/text.ts';
import { type Cause } from '../domain/turn-record.ts';
import type { EpisodeView, EpisodeFacts } from './episode-view.ts';
import { memoryAnchor } from './learnt-sections.ts';
import { markup, type Child, type Markup } from './page.ts';
import { tile } from './overview.ts';
import type { FiledMemory, ReportData } from './report-data.ts';
import { compareRunScores, comparedWithRun, episodesWithoutProgress, newestRun } from './runs.ts';
import { priceWords, countedWords, endWords, moment, pointsWords, knownSum } from './wording.ts';

/** A memory by its place in the page's list. Null if the file no longer has it. */
interface ListedMemory {
  readonly filed: FiledMemory;
  readonly place: number | null;
}

export type RunNews = NonNullable<ReturnType<typeof runNews>>;

/** Null if nothing was played. */
export function runNews(data: ReportData, views: readonly EpisodeView[]) {
  const newest = newestRun(data.history);
  if (newest === null) return null;
  const { run, earlier } = newest;
  const isOfRun = ({ number }: { readonly number: number }) =>
    run.some((episode) => episode.number === number);
  return {
    ...newest,
    withoutProgress: episodesWithoutProgress(data.history),
    mostRoomsBefore: max(earlier, ({ rooms }) => rooms) ?? null,
    ...memoryNews(data, run),
    gains: views.filter(isOfRun).flatMap(gainsIn),
    deaths: views.filter(isOfRun).flatMap(deathsIn),
    faults: data.episodes.filter(isOfRun).flatMap(faultsIn),
    refused: data.episodes
      .filter(isOfRun)
      .flatMap(({ number: episode, refused }) => refused.map((one) => ({ ...one, episode }))),
  };
}

/** What its episodes taught. `lost` is what the run found and no longer believes, null if it was not kept. */
function memoryNews({ memories, memoriesBefore }: ReportData, run: readonly EpisodeFacts[]) {
  const now = memories.map((filed, place): ListedMemory => ({ filed, place }));
  const own = new Set(run.map(({ number }) => number));
  const came = now.filter(({ filed: { memory } }) => own.has(memory.episode) && isLasting(memory));
  if (memoriesBefore === null) return { came, went: null };
  const believed = new Set(
    now.filter(({ filed }) => isBelieved(filed.memory)).map(({ filed }) => keyOf(filed)),
  );
  const placeOf = (filed: FiledMemory) =>
    now.find((one) => keyOf(one.filed) === keyOf(filed)) ?? { filed, place: null };
  const was = memoriesBefore.filter(({ memory }) => isBelieved(memory));
  return { came, went: was.filter((filed) => !believed.has(keyOf(filed))).map(placeOf) };
}

function keyOf({ locationId, memory: { title, text } }: FiledMemory): string {
  return JSON.stringify([locationId, title, text]);
}

function gainsIn({ number: episode, marks }: EpisodeView) {
  return marks
    .filter(({ change }) => change > 0)
    .map(({ turn, change, action }) => ({ episode, turn, change, action }));
}

/** The cause is known if waiting was tried, too. */
function deathsIn({ number, turns, stopReason }: EpisodeView) {
  const deaths = turns.flatMap(({ record }) => {
    if (record === null || !isDeath(record)) return [];
    const { turn, before, decision, cause = null } = record;
    const { name: room } = before.location;
    return [{ episode: number, turn, room, action: decision.action, cause }];
  });
  // Of an episode whose turns are gone, only its end is known.
  const isTold = deaths.length > 0 || turns.length > 0 || stopReason !== 'death';
  return isTold ? deaths : [{ episode: number, turn: 0, room: '', action: '', cause: null }];
}

/** How often a call and a lesson failed, the first time if known, and the message. */
function faultsIn({ number: episode, calls, failedLessons }: EpisodeData) {
  const failed = calls.flatMap((call) =>
    call.outcome === 'failed'
      ? [{ turn: call.turn ?? null, says: `the ${call.role} (${call.kind}): ${call.message}` }]
      : [],
  );
  const lessons = failedLessons.map(({ turn, lesson, reason }) => {
    return { turn, says: `${lesson}: ${reason}` };
  });
  return [
    { episode, kind: 'model call' as const, times: failed.length, first: failed[0] },
    { episode, kind: 'lesson' as const, times: lessons.length, first: lessons[0] },
  ].flatMap(({ first, ...fault }) => (first === undefined ? [] : [{ ...fault, first }]));
}

const FAILED = 'model calls and lessons that failed';
const MOST_LINES = 8;
/** A row of so many episodes without a gain is worth a sentence. */
const STALLED_FROM = 2;
const CAUSES: Readonly<Record<Cause, string>> = {
  command: 'the command was the cause: waiting instead did not kill',
  clock: 'the command was not the cause: waiting instead killed, too',
  unknown: 'the cause is unknown',
};

/** What the newest run brought, the score first. A sentence if nothing was played. */
export function sinceLastRun(
  news: RunNews | null,
  { timeZone, untried }: Pick<ReportData, 'timeZone' | 'untried'>,
): Markup {
  if (news === null) return markup`<p class="empty">Nothing was played yet.</p>`;
  return markup`<dl class="tiles">${tiles(news)}</dl>
    ${stalled(news)}
    <ul class="news">${news.run.map((episode) => ending(episode, news, timeZone))}</ul>
    ${list('Points', news.gains.map(gain))}
    ${list('Deaths', news.deaths.map(death))}
    ${list('Errors', news.faults.map(fault))}
    ${list('Changes refused', news.refused.map(refusal))}
    ${list('New memories', sort(news.came, rank).map(listed))}
    ${list('Lost memories', (news.went ?? []).map(listed))}
    ${list(
      'Left to try',
      untried.map((left) => markup`<li>${left.room.name}: ${left.untried.join(', ')}</li>`),
    )}`;
}

function tiles(news: RunNews): readonly Markup[] {
  const { run, best, came, went, deaths, faults, mostRoomsBefore, before } = news;
  const rooms = Math.max(...run.map((episode) => episode.rooms));
  const spent = knownSum(run.map(({ usage }) => usage.costUsd));
  const failures = sum(faults, ({ times }) => times);
  return [
    tile('score', pointsWords(best.score, best.maxScore), compareRunScores(news)),
    tile('rooms', String(rooms), compareRooms(rooms, before, mostRoomsBefore)),
    tile('memories', `+${came.length}`, went === null ? 'new' : `new, ${went.length} lost`),
    tile('deaths', String(deaths.length), `in ${countedWords(run.length, 'episode')}`),
    tile('cost', priceWords(spent, best.model), best.model),
    tile('errors', String(failures), failures === 0 ? 'none' : FAILED),
  ];
}

function compareRooms(rooms: number, before: RunNews['before'], most: number | null): string {
  if (most === null) return 'entered';
  const like = before === null ? '' : `, ${comparedWithRun(rooms, before.rooms, before)}`;
  const now = `entered${like}`;
  return rooms > most ? `${now}; more than ever before` : `${now}; the most so far are ${most}`;
}

/** The tiles have the best so far. */
function stalled({ withoutProgress }: RunNews): Markup | null {
  if (withoutProgress < STALLED_FROM) return null;
  return markup`<p class="stalled">No progress for ${countedWords(withoutProgress, 'episode')}.</p>`;
}

/** Stop reasons that need no more words. */
const PLAIN_ENDS: readonly string[] = ['death', 'max-turns', 'victory'];

/** How an episode ended. The tiles have score and rooms of the best one. */
function ending(episode: EpisodeFacts, { best, run }: RunNews, timeZone: string): Markup {
  const { number, startedAt, stopReason, stopDetail, score, maxScore, turnsPlayed } = episode;
  const began = startedAt === '' ? '' : `, begun ${moment(startedAt, timeZone)}`;
  const scored = episode === best ? 'the best of the run' : pointsWords(score, maxScore);
  const result = [...(run.length === 1 ? [] : [scored]), countedWords(turnsPlayed, 'turn')].join(
    ', ',
  );
  return markup`<li>
    <a href="#ep=${number}&amp;t=${Math.max(1, turnsPlayed)}">Episode ${number}</a>${began}:
    ${result}; it ended because ${endWords(stopReason)}.
    ${PLAIN_ENDS.includes(stopReason) ? null : markup`<small>${stopDetail}</small>`}
  </li>`;
}

function gain({ episode, turn, change, action }: RunNews['gains'][number]): Markup {
  return markup`<li>
    <a href="#ep=${episode}&amp;t=${turn}">Episode ${episode}, turn ${turn}</a>: ${signed(change)} by <code>${action}</code>
  </li>`;
}

function death({ episode, turn, room, action, cause }: RunNews['deaths'][number]): Markup {
  if (turn === 0) return markup`<li>Episode ${episode}; its turns were deleted.</li>`;
  return markup`<li>
    <a href="#ep=${episode}&amp;t=${turn}">Episode ${episode}, turn ${turn}</a>: ${room},
    <code>${action}</code>${cause === null ? null : `; ${CAUSES[cause]}`}
  </li>`;
}

function fault({ episode, kind, times, first }: RunNews['faults'][number]): Markup {
  const what = `${countedWords(times, kind)} failed`;
  const where =
    first.turn === null ? `Episode ${episode}` : `Episode ${episode}, turn ${first.turn}`;
  return markup`<li>
    <a href="#ep=${episode}&amp;t=${first.turn ?? 1}">${where}</a>: ${what}; the first: ${first.says}
  </li>`;
}

function refusal({ episode, what, questions, why, words }: RunNews['refused'][number]): Markup {
  const file = what === 'knowledge' ? 'the knowledge base' : 'the memories';
  return markup`<li>
    Episode ${episode} wanted to change ${file}, which then answers questions about recorded play
    worse (${why}, of ${countedWords(questions, 'question')}). It was not done: ${words}
  </li>`;
}

function rank({ filed: { memory } }: ListedMemory): number {
  return memoryTellingRank(memory);
}

/** A memory with a link to it, or the note that the file no longer has it. */
function listed({ filed: { locationName, memory }, place }: ListedMemory): Markup {
  const { title, category, scoreChange } = memory;
  const name = `${locationName}: ${title}`;
  if (place === null) return markup`<li>${name} <small>not in the file any more</small></li>`;
  const change = (scoreChange ?? 0) === 0 ? '' : ` ${signed(scoreChange ?? 0)}`;
  return markup`<li><a href="#${memoryAnchor(place)}">${name}</a>: ${category.toLowerCase()}${change}</li>`;
}

function list(title: string, lines: readonly Child[]): Markup | null {
  if (lines.length === 0) return null;
  const rest = lines.slice(MOST_LINES);
  return markup`<h3>${title}</h3>
    <ul class="news">
      ${lines.slice(0, MOST_LINES)}
    </ul>
    ${
      rest.length === 0
        ? null
        : markup`<details>
            <summary>${countedWords(rest.length, 'more', 'more')}</summary>
            <ul class="news">
              ${rest}
            </ul>
          </details>`
    }`;
}
