import { Option, type Command } from 'commander';
import type { StoredEpisode } from '../../records/episodes.ts';
import { acting, answer, settingsFor, wholeNumber, type CommonOptions } from '../command.ts';
import type { World } from '../world.ts';
import { print } from '../output.ts';
import { moment } from '../../report/wording.ts';
import { EPISODE_COLUMNS, factsOf, type Row } from './episode-columns.ts';
import { renderFacts, renderRows, type Columns, type Fact } from '../render-table.ts';

interface ShowOptions extends CommonOptions {
  readonly transcript?: true;
  readonly log?: true;
}

/** `zorkgpt episodes list|show|export|prune`: what was played. */
export function registerEpisodes(program: Command, world: World): void {
  const episodes = program
    .command('episodes')
    .description('look at the episodes played')
    .addHelpText('after', EXAMPLES);
  episodes
    .command('list', { isDefault: true })
    .description('one line per episode')
    .option('--json', 'as JSON')
    .action(acting(world, () => list, 'learnt'));
  episodes
    .command('show <episode>')
    .description('one episode: a number, or "latest"')
    .option('--transcript', 'the game as it was played')
    .option('--log', 'what happened while it was played, line by line')
    .option('--json', 'as JSON')
    .action(acting(world, () => show, 'named'));
  episodes
    .command('diff <episode> <other>')
    .description('where two episodes part, such as a fork and its parent, and what came of it')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./diff-episodes.ts')).diff));
  addEpisodeFiles(episodes, world);
}

function addEpisodeFiles(episodes: Command, world: World): void {
  episodes
    .command('export <episode>')
    .description('one episode in a form for other programs')
    .addOption(
      new Option('--format <format>', 'which form').choices(EXPORT_FORMATS).default('transcript'),
    )
    .option('--out <file>', 'write there instead of printing')
    .option('--otlp <url>', 'send it as a trace to a collector (OTLP over HTTP, JSON)')
    .option('--json', 'the same as --format json')
    .addHelpText('after', FORMATS)
    .action(acting(world, async () => (await import('./export-episode.ts')).exportTo, 'records'));
  episodes
    .command('prune')
    .description('delete older finished episodes; what was learnt stays')
    .option('--keep <n>', 'how many of the newest stay (episodes.keep)', wholeNumber(1))
    .option('--yes', 'without asking')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./prune-episodes.ts')).prune));
}

const EXPORT_FORMATS = [
  'transcript',
  'commands',
  'csv',
  'json',
  'jsonl',
  'tales',
  'textquests',
  'atif',
  'otel',
  'inspect',
];

const FORMATS = `
Formats: transcript and commands as they were written; csv and jsonl, a row per turn; json, all turns as recorded; tales,
a rollout of TALES; textquests, steps of TextQuests; atif, a trajectory in the Agent Trajectory Interchange Format; otel, a
trace in the OpenTelemetry conventions for generative AI (OTLP/JSON); inspect, an evaluation log for Inspect's viewer.
--otlp sends the trace; OTEL_EXPORTER_OTLP_HEADERS holds what the collector wants in headers.

Examples:
  zorkgpt episodes export 7 --format atif --out trajectory.json
  zorkgpt episodes export latest --format inspect --out log.json
  zorkgpt episodes export 7 --otlp http://127.0.0.1:4318`;

const EXAMPLES = `
Examples:
  zorkgpt episodes
  zorkgpt episodes show latest --transcript
  zorkgpt episodes export 7 --format tales --out rollout.jsonl
  zorkgpt episodes prune --keep 50 --yes`;

async function list(world: World, options: CommonOptions): Promise<void> {
  const { listEpisodes } = await import('../../records/episodes.ts');
  const { isPlayedByHand } = await import('../../records/played-by-hand.ts');
  const { readHistory } = await import('../../records/history.ts');
  const { workdir } = (await settingsFor(world, options)).config;
  const kept = listEpisodes(workdir);
  const numbers = new Set(kept.map(({ number }) => number));
  const deleted = readHistory(workdir).filter(({ episode }) => !numbers.has(episode));
  const rows: readonly Listed[] = [
    ...deleted.map((summary) => ({
      number: summary.episode,
      summary,
      startedAt: summary.startedAt,
    })),
    ...kept.map((episode) => ({
      ...episode,
      startedAt: startOf(episode),
      isOpen: episode.summary === null && isPlayedByHand(episode),
    })),
  ].sort((a, b) => a.number - b.number);
  answer(world, options, rows.map(jsonOf), (width) => renderRows(COLUMNS, rows, width));
}

async function show(
  world: World,
  options: ShowOptions,
  [name = '']: readonly string[],
): Promise<void> {
  const { findEpisode } = await import('../../records/episodes.ts');
  const { config } = await settingsFor(world, options);
  const episode = findEpisode(config.workdir, name);
  if (options.transcript) print(world, episode.files.transcript() ?? '');
  else if (options.log) {
    const { logEntries, renderLog } = await import('./show-log.ts');
    const entries = logEntries(episode);
    answer(world, options, entries, () => renderLog(entries));
  } else {
    const listed = { ...episode, startedAt: startOf(episode) };
    answer(world, options, jsonOf(listed), (width) => renderFacts(factsOfShown(episode), width));
  }
}

/** An episode in the list; one without a directory was deleted and is known from the history. */
interface Listed extends Row {
  readonly directory?: string;
  readonly damage?: string;
  /** Whether somebody plays it by hand, or did until a kill: it never counts as unfinished. */
  readonly isOpen?: boolean;
}

/** When it began, as its manifest tells where its summary does not. */
function startOf({ summary, files }: StoredEpisode): string | null {
  try {
    return summary?.startedAt ?? files.facts()?.startedAt ?? null;
  } catch {
    // A damaged manifest is told of where it matters.
    return null;
  }
}

const COLUMNS: Columns<Listed> = {
  ...EPISODE_COLUMNS,
  model: ({ summary }) => summary?.model ?? '',
  story: ({ summary }) => summary?.story ?? '',
  'stop reason': ({ summary, damage, isOpen }) =>
    summary?.stopReason ??
    (damage === undefined ? (isOpen === true ? 'open' : 'unfinished') : 'damaged'),
};

function jsonOf({ number, directory, summary, startedAt, damage, isOpen }: Listed): object {
  if (damage !== undefined) return { episode: number, startedAt, directory, damage };
  if (summary === null) {
    const state = isOpen === true ? { open: true } : { unfinished: true };
    return { episode: number, startedAt, directory, ...state };
  }
  return { ...summary, startedAt, ...(directory === undefined && { deleted: true }) };
}

function factsOfShown(episode: StoredEpisode): readonly Fact[] {
  const { number, directory, summary } = episode;
  if (summary !== null) return factsOf(summary, titleOf(episode));
  const startedAt = startOf(episode);
  return [
    ['episode', `${number} (unfinished)`],
    ['started', startedAt === null ? null : moment(startedAt)],
    ['directory', directory],
  ];
}

/** The name of the story; null where the manifest does not say it. */
function titleOf({ files }: StoredEpisode): string | null {
  try {
    return files.facts()?.story.title ?? null;
  } catch {
    // A damaged manifest is told of where it matters.
    return null;
  }
}
