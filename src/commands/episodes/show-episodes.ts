import path from 'node:path';
import { NotFoundError } from '../../domain/errors.ts';
import { group } from 'd3-array';
import { isJsonObject, parsedJson } from '../../domain/json.ts';
import { PLAYERS } from '../../model/players.ts';
import { readableEpisode } from '../../records/episode-files.ts';
import { storyNamesOfEpisodes, storyTitleOfEpisode } from '../../records/episode-story.ts';
import {
  type Standing,
  type StoredEpisode,
  findEpisode,
  listEpisodes,
  standingOf,
  episodeStandingWords,
} from '../../records/episodes.ts';
import { deletedEpisodes } from '../../records/history.ts';
import type { ManifestFacts } from '../../records/manifest.ts';
import type { EpisodeSummary } from '../../records/summary.ts';
import {
  priceWords,
  countWords,
  countedWords,
  durationWords,
  forkWords,
  foundWords,
  minuteHere,
  moment,
  pointsWords,
  stepWords,
  wayWords,
  WITHOUT_PLAYER,
} from '../../report/wording.ts';
import type { Call } from '../command.ts';
import { askedStory } from '../learnt-place.ts';
import { type Columns, type Fact, renderFacts, renderRows } from '../layout.ts';
import { printWrapped } from '../print.ts';

/** An episode of a table. One without a summary is in play, was killed, or is damaged. */
export interface EpisodeRow {
  readonly number: number;
  readonly summary: EpisodeSummary | null;
  readonly facts?: ManifestFacts | null;
}

export function episodeRow(summary: EpisodeSummary): EpisodeRow {
  return { number: summary.episode, summary };
}

/** An episode in the list. One without a directory was deleted and is known from the history. */
interface Listed extends EpisodeRow {
  readonly directory?: string;
  readonly damage?: string;
  readonly standing?: Standing;
}

function startOf({ summary, facts }: EpisodeRow): string | null {
  return summary?.startedAt ?? facts?.startedAt ?? null;
}

function fromSummary(say: (summary: EpisodeSummary) => string | number | null) {
  return ({ summary }: EpisodeRow) => (summary === null ? '' : (say(summary) ?? ''));
}

export const EPISODE_COLUMNS: Columns<EpisodeRow> = {
  episode: ({ number }) => number,
  started: (row) => moment(startOf(row) ?? ''),
  took: fromSummary(({ durationMs }) => durationWords(durationMs)),
  turns: fromSummary(({ turns }) => turns),
  score: fromSummary(({ score, maxScore }) => pointsWords(score, maxScore)),
  'began at': fromSummary((summary) => forkWords(summary.parent) || wayWords(summary)),
  rooms: fromSummary(({ locationsVisited }) => locationsVisited),
  'new memories': fromSummary(({ memoriesAdded }) => memoriesAdded),
  cost: fromSummary(({ costUsd, model }) => priceWords(costUsd, model)),
};

/** Explains a mark in these rows. Empty if none has it. */
export function episodeLegend(rows: readonly EpisodeRow[]): string {
  const isMarked = rows.some(({ summary }) => (summary?.recipeTurns ?? 0) > 0);
  return isMarked ? `\n\nSimulated: ${WITHOUT_PLAYER}.` : '';
}

/** The columns of the list. A person at a terminal reads local times without the name of the zone. */
function columnsOf(storyOf: ((row: Listed) => string) | null, width: number): Columns<Listed> {
  const isRead = width !== Infinity;
  return {
    ...EPISODE_COLUMNS,
    ...(isRead && { started: (row) => minuteHere(startOf(row) ?? '') }),
    model: ({ summary, facts }) => summary?.model ?? facts?.model ?? '',
    ...(storyOf !== null && { story: storyOf }),
    state: ({ summary, standing }) =>
      standing === undefined
        ? `${summary?.stopReason ?? ''}, deleted`
        : episodeStandingWords(standing),
  };
}

export async function showEpisodeList(call: Call): Promise<void> {
  const loaded = await call.settings();
  const { workdir } = loaded.config;
  const asked = askedStory(call, loaded);
  const kept = listEpisodes(workdir);
  const ifidOf = ({ summary, facts }: Listed) => summary?.story ?? facts?.story.ifid ?? '';
  const rows = [...deletedEpisodes(workdir, kept).map(episodeRow), ...kept.map(listed)]
    .filter((row: Listed) => asked === null || ifidOf(row) === asked.ifid)
    .sort((a, b) => a.number - b.number);
  const nameOf = storyNamesOfEpisodes(kept);
  const storyOf = (row: Listed) => nameOf(ifidOf(row));
  const stories = group(rows, storyOf);
  call.answer(rows.map(jsonOf), (width) => {
    if (asked !== null && rows.length === 0) return asked;
    // A program reads one table. For people, the names of several stories make it too wide.
    if (width === Infinity) return renderRows(columnsOf(storyOf, width), rows, width);
    const legend = episodeLegend(rows);
    if (stories.size < 2) return `${renderRows(columnsOf(storyOf, width), rows, width)}${legend}`;
    const tables = [...stories].map(
      ([story, own]) => `${story}\n${renderRows(columnsOf(null, width), own, width)}`,
    );
    return `${tables.join('\n\n')}${legend}`;
  });
}

export async function showEpisode(call: Call<{ readonly transcript?: true; readonly log?: true }>) {
  const { transcript, log } = call.options;
  const { config } = await call.settings();
  const episode = findEpisode(config.workdir, call.word);
  if (transcript) printWrapped(call.world, episode.files.text('transcript') ?? '');
  else if (log) {
    const entries = logEntries(episode);
    call.answer(entries, () => entries.map(logLine).join('\n'));
  } else {
    call.answer(jsonOf(listed(episode)), (width) => renderFacts(factsOfShown(episode), width));
  }
}

function listed(episode: StoredEpisode): Listed {
  const facts = episode.summary === null ? factsOf(episode) : null;
  return { ...episode, facts, standing: standingOf(episode) };
}

/** The facts in the manifest. Null if there is none, or a damaged one, which is reported where it matters. */
function factsOf({ files }: StoredEpisode) {
  return readableEpisode(() => files.facts());
}

function jsonOf(listed: Listed): object {
  const { number, summary, damage, standing } = listed;
  // As a summary says it, from the workdir on.
  const directory = listed.directory?.split(path.sep).slice(-2).join('/');
  const startedAt = startOf(listed);
  if (damage !== undefined) return { episode: number, startedAt, directory, damage, standing };
  if (summary === null) return { episode: number, startedAt, directory, standing };
  const isOver = standing === undefined || standing.kind === 'finished';
  return {
    ...summary,
    startedAt,
    ...(!isOver && { standing }),
    ...(directory === undefined && { deleted: true }),
  };
}

function factsOfShown(episode: StoredEpisode): readonly Fact[] {
  const { number, directory, summary } = episode;
  const facts = factsOf(episode);
  if (summary !== null)
    return summaryFacts(summary, facts === null ? null : storyTitleOfEpisode(facts.story));
  return [
    ['episode', number],
    ['state', episodeStandingWords(standingOf(episode))],
    ['started', facts && moment(facts.startedAt)],
    ['directory', directory],
  ];
}

function summaryFacts(summary: EpisodeSummary, title: string | null): readonly Fact[] {
  const { stopReason, stopDetail, startedAt, turns, moves, score, maxScore } = summary;
  const { overrides, inventionsRefused, lessonsLost, changesRefused, engineSteps } = summary;
  const ofMoves = moves === null ? '' : `, ${countWords(moves)} moves as the game counts`;
  const overridden = overrides === 0 ? '' : `, ${overrides} played all the same`;
  const invented = inventionsRefused === 0 ? '' : `, ${inventionsRefused} refused as invented`;
  const lost = lessonsLost === 0 ? '' : `, ${countedWords(lessonsLost, 'lesson')} lost`;
  const refused = changesRefused === 0 ? '' : `, ${countedWords(changesRefused, 'change')} refused`;
  const found = foundWords(summary);
  return [
    ['episode', summary.episode],
    ['story', title === null ? summary.story : `${title} (${summary.story})`],
    ['started', startedAt && moment(startedAt)],
    ['took', durationWords(summary.durationMs)],
    ['ended', stopDetail === '' ? stopReason : `${stopReason}: ${stopDetail}`],
    ['score', pointsWords(score, maxScore)],
    ...(summary.recipeTurns === 0
      ? []
      : [['began', `${wayWords(summary)}: ${WITHOUT_PLAYER}`] as const]),
    ...(found === '' ? [] : [['found', found] as const]),
    ['turns', `${countWords(turns)}${ofMoves}`],
    ['rooms', `${summary.locationsVisited} entered`],
    ['memories', `${summary.memoriesAdded} new${invented}${lost}${refused}`],
    ['rejected', `${countedWords(summary.rejections, 'proposal')}${overridden}`],
    ['repeated failures', `${Number((summary.repeatedFailureRate * 100).toFixed(1))} % of turns`],
    ['model', `${summary.model}, asked ${countedWords(summary.modelCalls, 'question')}`],
    ['tokens', tokenWords(summary)],
    ['cost', priceWords(summary.costUsd, summary.model)],
    ...(engineSteps === undefined ? [] : [['engine commands', stepWords(engineSteps)] as const]),
    ['seed', summary.seed],
    ['ways out told', summary.exits],
    ['directory', summary.directory],
  ];
}

function tokenWords(summary: EpisodeSummary): string {
  const { model, promptTokens, completionTokens, cachedTokens } = summary;
  if (model === PLAYERS.offline.modelName()) return 'none';
  const cached = cachedTokens === 0 ? '' : ` (${countWords(cachedTokens)} of them cached)`;
  return `${countWords(promptTokens)} asked${cached}, ${countWords(completionTokens)} answered`;
}

/** The lines of an episode's log, without a torn one. Throws NotFoundError if there are none, and StorageError. */
function logEntries({ number, files }: StoredEpisode): readonly object[] {
  const text = files.text('log');
  if (text === null) throw new NotFoundError(`Episode ${number} has no log; nothing was played.`);
  return text.split('\n').flatMap((line) => {
    const entry = parsedJson(line);
    return isJsonObject(entry) ? [entry] : [];
  });
}

function logLine(entry: object): string {
  const { level: _, time, msg, ...others } = entry as Readonly<Record<string, unknown>>;
  const first = [time, msg].filter((value) => typeof value === 'string');
  const rest = Object.entries(others)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [...first, ...rest].join(' ');
}
