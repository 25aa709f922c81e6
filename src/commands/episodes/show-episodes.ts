import { isJsonObject, parsedJson } from '../../domain/json.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { findEpisode, listEpisodes, type StoredEpisode } from '../../records/episodes.ts';
import { deletedEpisodes } from '../../records/history.ts';
import { standingOf, standingWords, type Standing } from '../../records/standing.ts';
import { moment } from '../../report/wording.ts';
import type { Call } from '../call.ts';
import { print } from '../output.ts';
import { renderFacts, renderRows, type Columns, type Fact } from '../render-table.ts';
import { EPISODE_COLUMNS, summaryFacts, type EpisodeRow } from './episode-columns.ts';

/** One line per episode, those that were deleted too. */
export async function list(call: Call): Promise<void> {
  const { workdir } = (await call.settings()).config;
  const kept = listEpisodes(workdir);
  const rows: readonly Listed[] = [
    ...deletedEpisodes(workdir, kept).map((summary) => ({
      number: summary.episode,
      summary,
      startedAt: summary.startedAt,
    })),
    ...kept.map((episode) => ({
      ...episode,
      startedAt: startOf(episode),
      standing: standingOf(episode),
    })),
  ].sort((a, b) => a.number - b.number);
  call.answer(rows.map(jsonOf), (width) => renderRows(COLUMNS, rows, width));
}

/** One episode: its facts, its transcript or its log. */
export async function show(call: Call<Shown>): Promise<void> {
  const { transcript, log } = call.options;
  const { config } = await call.settings();
  const episode = findEpisode(config.workdir, call.word);
  if (transcript) print(call.world, episode.files.text('transcript') ?? '');
  else if (log) {
    const entries = logEntries(episode);
    call.answer(entries, () => renderLog(entries));
  } else {
    const listed = { ...episode, startedAt: startOf(episode), standing: standingOf(episode) };
    call.answer(jsonOf(listed), (width) => renderFacts(factsOfShown(episode), width));
  }
}

interface Shown {
  readonly transcript?: true;
  readonly log?: true;
}

/** An episode in the list; one without a directory was deleted and is known from the history. */
interface Listed extends EpisodeRow {
  readonly directory?: string;
  readonly damage?: string;
  readonly standing?: Standing;
}

/** When it began, as its manifest tells where its summary does not. */
function startOf(episode: StoredEpisode): string | null {
  return episode.summary?.startedAt ?? factsOf(episode)?.startedAt ?? null;
}

/** What the manifest tells; null where there is none, and for a damaged one, which is told of where it matters. */
function factsOf({ files }: StoredEpisode) {
  try {
    return files.facts();
  } catch {
    return null;
  }
}

const COLUMNS: Columns<Listed> = {
  ...EPISODE_COLUMNS,
  model: ({ summary }) => summary?.model ?? '',
  story: ({ summary }) => summary?.story ?? '',
  state: ({ summary, standing }) =>
    standing === undefined ? (summary?.stopReason ?? '') : standingWords(standing),
};

function jsonOf({ number, directory, summary, startedAt, damage, standing }: Listed): object {
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
  if (summary !== null) return summaryFacts(summary, factsOf(episode)?.story.title ?? null);
  const startedAt = startOf(episode);
  return [
    ['episode', number],
    ['state', standingWords(standingOf(episode))],
    ['started', startedAt === null ? null : moment(startedAt)],
    ['directory', directory],
  ];
}

/** Fields that every line begins with. */
const SHOWN_FIRST = new Set(['level', 'time', 'msg']);

/** What a person reads of an episode's log, line by line. Throws NotFoundError when it has none, and StorageError. */
function renderLog(entries: readonly object[]): string {
  return entries.map(lineOf).join('\n');
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

function lineOf(entry: object): string {
  const { time, msg } = entry as { readonly time?: unknown; readonly msg?: unknown };
  const rest = Object.entries(entry)
    .filter(([name, value]) => !SHOWN_FIRST.has(name) && value !== null)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const words = (value: unknown) => (typeof value === 'string' ? [value] : []);
  return [...words(time), ...words(msg), ...rest].join(' ');
}
