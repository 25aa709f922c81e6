import { group } from 'd3-array';
import type { GameConfiguration } from '../../config/schema.ts';
import { LockedError, NotFoundError } from '../../domain/errors.ts';
import { isJsonObject, parsedJson } from '../../domain/json.ts';
import { PLAYERS } from '../../model/players.ts';
import {
  findEpisode,
  listEpisodes,
  readable,
  type StoredEpisode,
  standingOf,
  standingWords,
  storyNames,
  type Standing,
} from '../../records/episodes.ts';
import { deletedEpisodes, episodesToPrune, pruneEpisodes } from '../../records/history.ts';
import type { ManifestFacts } from '../../records/manifest.ts';
import type { EpisodeSummary } from '../../records/summary.ts';
import {
  cost,
  count,
  counted,
  duration,
  foundWords,
  moment,
  points,
  stepWords,
  wayWords,
} from '../../report/wording.ts';
import type { Call } from '../command.ts';
import { renderFacts, renderRows, type Columns, type Fact } from '../layout.ts';
import { printWrapped, widthOf } from '../world.ts';

/** An episode of a table; one without a summary is being played, was killed, or is damaged. */
export interface EpisodeRow {
  readonly number: number;
  readonly summary: EpisodeSummary | null;
  readonly facts?: ManifestFacts | null;
}

export function episodeRow(summary: EpisodeSummary): EpisodeRow {
  return { number: summary.episode, summary };
}

/** An episode in the list; one without a directory was deleted and is known from the history. */
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
  took: fromSummary(({ durationMs }) => duration(durationMs)),
  turns: fromSummary(({ turns }) => turns),
  score: fromSummary(({ score, maxScore }) => points(score, maxScore)),
  'began at': fromSummary(wayWords),
  rooms: fromSummary(({ locationsVisited }) => locationsVisited),
  'new memories': fromSummary(({ memoriesAdded }) => memoriesAdded),
  cost: fromSummary(({ costUsd, model }) => cost(costUsd, model)),
};

function columnsOf(storyOf: ((row: Listed) => string) | null): Columns<Listed> {
  return {
    ...EPISODE_COLUMNS,
    model: ({ summary, facts }) => summary?.model ?? facts?.model ?? '',
    ...(storyOf !== null && { story: storyOf }),
    state: ({ summary, standing }) =>
      standing === undefined ? (summary?.stopReason ?? '') : standingWords(standing),
  };
}

export async function listAllEpisodes(call: Call): Promise<void> {
  const { workdir } = (await call.settings()).config;
  const kept = listEpisodes(workdir);
  const rows: readonly Listed[] = [
    ...deletedEpisodes(workdir, kept).map(episodeRow),
    ...kept.map(listed),
  ].sort((a, b) => a.number - b.number);
  const nameOf = storyNames(kept);
  const storyOf = ({ summary, facts }: Listed) => nameOf(summary?.story ?? facts?.story.ifid ?? '');
  const stories = group(rows, storyOf);
  call.answer(rows.map(jsonOf), (width) => {
    // A program reads one table; for people the names of several stories make it too wide.
    if (width === Infinity || stories.size < 2) return renderRows(columnsOf(storyOf), rows, width);
    const tables = [...stories].map(
      ([story, own]) => `${story}\n${renderRows(columnsOf(null), own, width)}`,
    );
    return tables.join('\n\n');
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

export async function pruneOldEpisodes(call: Call<{ readonly keep?: number }>): Promise<void> {
  const { workdir, episodes } = (await call.settings()).config;
  const keep = call.options.keep ?? episodes.keep ?? Infinity;
  if (keep === Infinity && episodesToPrune(workdir, 1).length > 0) {
    call.refuse("required option '--keep <n>' not specified, and episodes.keep is not set");
  }
  const doomed = episodesToPrune(workdir, keep);
  if (doomed.length > 0) {
    const which = `${counted(doomed.length, 'episode')} (${doomed[0]} to ${doomed.at(-1)})`;
    const rows = listEpisodes(workdir).filter(({ number }) => doomed.includes(number));
    if (call.options.yes !== true)
      call.tell(renderRows(EPISODE_COLUMNS, rows, widthOf(call.world)));
    await call.confirm(`Delete ${which} of ${workdir}?`);
  }
  const deleted = doomed.length > 0 ? await pruneEpisodes(workdir, keep) : [];
  const kept = keep === Infinity ? '' : `: the newest ${keep} are kept`;
  call.answer({ workdir, deleted }, () =>
    deleted.length === 0
      ? `There is nothing to delete${kept}.`
      : `Deleted ${counted(deleted.length, 'episode')}.`,
  );
}

/** What a run does at its end when `episodes.keep` is set; while another run goes on it is left to that one. */
export async function pruneEpisodesAsConfigured(
  { world, tell }: Call,
  { workdir, episodes: { keep } }: GameConfiguration,
): Promise<void> {
  if (keep === null) return;
  try {
    const deleted = await pruneEpisodes(workdir, keep);
    // A run from cron that went well says nothing.
    if (deleted.length === 0 || world.stderr.isTTY !== true) return;
    tell(`Deleted ${counted(deleted.length, 'older episode')} (episodes.keep).`);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
}

function listed(episode: StoredEpisode): Listed {
  const facts = episode.summary === null ? factsOf(episode) : null;
  return { ...episode, facts, standing: standingOf(episode) };
}

/** What the manifest tells; null where there is none, and for a damaged one, which is told of where it matters. */
function factsOf({ files }: StoredEpisode) {
  return readable(() => files.facts());
}

function jsonOf(listed: Listed): object {
  const { number, directory, summary, damage, standing } = listed;
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
  if (summary !== null) return summaryFacts(summary, facts?.story.title ?? null);
  return [
    ['episode', number],
    ['state', standingWords(standingOf(episode))],
    ['started', facts && moment(facts.startedAt)],
    ['directory', directory],
  ];
}

function summaryFacts(summary: EpisodeSummary, title: string | null): readonly Fact[] {
  const { stopReason, stopDetail, startedAt, turns, moves, score, maxScore } = summary;
  const { overrides, inventionsRefused, lessonsLost, changesRefused, engineSteps } = summary;
  const ofMoves = moves === null ? '' : `, ${count(moves)} moves as the game counts`;
  const overridden = overrides === 0 ? '' : `, ${overrides} played all the same`;
  const invented = inventionsRefused === 0 ? '' : `, ${inventionsRefused} refused as invented`;
  const lost = lessonsLost === 0 ? '' : `, ${counted(lessonsLost, 'lesson')} lost`;
  const refused = changesRefused === 0 ? '' : `, ${counted(changesRefused, 'change')} refused`;
  const found = foundWords(summary);
  return [
    ['episode', summary.episode],
    ['story', title === null ? summary.story : `${title} (${summary.story})`],
    ['started', startedAt && moment(startedAt)],
    ['took', duration(summary.durationMs)],
    ['ended', stopDetail === '' ? stopReason : `${stopReason}: ${stopDetail}`],
    ['score', points(score, maxScore)],
    ...(summary.recipeTurns === 0 ? [] : [['began', wayWords(summary)] as const]),
    ...(found === '' ? [] : [['found', found] as const]),
    ['turns', `${count(turns)}${ofMoves}`],
    ['rooms', `${summary.locationsVisited} entered`],
    ['memories', `${summary.memoriesAdded} new${invented}${lost}${refused}`],
    ['rejected', `${counted(summary.rejections, 'proposal')}${overridden}`],
    ['repeated failures', `${Number((summary.repeatedFailureRate * 100).toFixed(1))} % of turns`],
    ['model', `${summary.model}, asked ${counted(summary.modelCalls, 'question')}`],
    ['tokens', tokenWords(summary)],
    ['cost', cost(summary.costUsd, summary.model)],
    ...(engineSteps === undefined ? [] : [['engine commands', stepWords(engineSteps)] as const]),
    ['seed', summary.seed],
    ['ways out told', summary.exits],
    ['directory', summary.directory],
  ];
}

function tokenWords(summary: EpisodeSummary): string {
  const { model, promptTokens, completionTokens, cachedTokens } = summary;
  if (model === PLAYERS.offline.modelName()) return 'none';
  const cached = cachedTokens === 0 ? '' : ` (${count(cachedTokens)} of them cached)`;
  return `${count(promptTokens)} asked${cached}, ${count(completionTokens)} answered`;
}

/** The lines of an episode's log; one that a kill tore is left out. Throws NotFoundError when it has none, StorageError. */
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
