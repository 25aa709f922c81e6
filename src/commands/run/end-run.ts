import { sum } from 'd3-array';
import type { LoadedConfig } from '../../config/load.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import { isBreakdown, isResumable } from '../../domain/stop-reason.ts';
import { PLAYERS } from '../../model/players.ts';
import { describeSpent } from '../../model/budget.ts';
import { tidyIntoHistory } from '../../records/history.ts';
import type { EpisodeSummary } from '../../records/summary.ts';
import { countedWords } from '../../report/wording.ts';
import type { RunResult } from '../../run/play-run.ts';
import type { RunServices } from '../../run/run-services.ts';
import type { Flags } from '../../run/settings.ts';
import { commandLineName, quotedInCommandLine } from '../command-line.ts';
import type { Call } from '../command.ts';
import { pruneEpisodesAsConfigured } from '../episodes/prune-episodes.ts';
import { print, printPainted } from '../print.ts';
import { closingLines } from './closing-lines.ts';
import {
  EPISODE_COLUMNS,
  episodeLegend,
  type EpisodeRow,
  episodeRow,
} from '../episodes/show-episodes.ts';
import { codeForModel, exitCodeForObstacle, CommandExit, EXIT, exitIfStopped } from '../errors.ts';
import { type Columns, renderRows, answerWidth, wrapWords } from '../layout.ts';
import { namedEpisodes, tellUnfinished } from './unfinished-tasks.ts';

interface Played extends Pick<RunServices, 'config'> {
  readonly budgets: Pick<RunServices['budgets'], 'spent'>;
}

/** The work after playing: troubles, spending, tidying, report and exit code. Rejects with the error that ended the run. */
export async function endRun(call: Call, services: Played, today: LoadedConfig, result: RunResult) {
  const { failure } = result;
  if (failure === undefined) {
    await wrapUp(call, services, today, result);
    exitFor(result);
    return;
  }
  try {
    tellUnfinished(call, today);
    await wrapUp(call, services, today, result);
  } catch {
    // The error that broke the run comes first; later ones may follow from it.
  }
  throw failure;
}

async function wrapUp(call: Call, services: Played, today: LoadedConfig, result: RunResult) {
  const { config } = today;
  const { summaries } = result;
  tellTroubles(call, summaries);
  const { player } = services.config;
  const { spent } = services.budgets;
  // A successful run from cron says nothing.
  const isNews = call.world.stderr.isTTY === true || !wentWell(result) || spent.estimatedCalls > 0;
  if (player !== null && !PLAYERS[player].isFree && isNews) {
    call.tell(`Spent: ${describeSpent(spent)}.`);
  }
  await tidyIntoHistory(config.workdir);
  await pruneEpisodesAsConfigured(call, config);
  if (config.report.atEndOfRun && summaries.length > 0) {
    const { writeReportAfterRun } = await import('../../report/report.ts');
    await writeReportAfterRun(today);
  }
  tellClosing(call, services.config, summaries);
}

function tellTroubles({ tell }: Call, summaries: readonly EpisodeSummary[]): void {
  for (const { episode, stopReason, stopDetail } of summaries) {
    if (isBreakdown(stopReason)) tell(`Episode ${episode} failed: ${stopDetail}`);
  }
  const stopped = summaries.filter(({ stopReason }) => stopReason === 'budget');
  const last = stopped.at(-1);
  if (last !== undefined) {
    const which = namedEpisodes(stopped.map(({ episode }) => episode));
    tell(`${which} stopped for the budget: ${last.stopDetail}`);
  }
  // An episode that goes on asks for its last lesson again.
  const over = summaries.filter(({ stopReason }) => !isResumable(stopReason));
  const lost = sum(over, ({ lessonsLost }) => lessonsLost);
  if (lost > 0)
    tell(`${countedWords(lost, 'lesson')} lost: no usable answer, however it was asked for.`);
  const refused = sum(summaries, ({ changesRefused }) => changesRefused);
  if (refused === 0) return;
  const why = 'questions about recorded play were answered worse with it; the report says which.';
  tell(`${countedWords(refused, 'change')} refused: ${why}`);
}

/** The last text for a person: on a terminal beside the answer, else below it. */
function tellClosing(
  { world, options, flags, tell }: Call,
  { workdir, player, models }: GameConfiguration,
  summaries: readonly EpisodeSummary[],
): void {
  if (options.json || world.isQuiet === true) return;
  const asked = {
    flags: typed({
      '--story': flags['story'],
      '--player': flags['player'],
      '--model': flags['models.model'],
      '--base-url': flags['models.baseUrl'],
    }),
    address: player === null ? null : (PLAYERS[player].addresses(models)[0] ?? null),
  };
  const place = typed({ '--config': options.config, '--workdir': options.workdir });
  const lines = closingLines(workdir, summaries, `${commandLineName(world)}${place}`, asked);
  if (lines.length === 0) return;
  const [first, ...rest] = lines;
  if (world.stderr.isTTY === true) [`\n${first}`, ...rest].forEach(tell);
  else print(world, `\n${wrapWords(lines.join('\n'), answerWidth(world))}`);
}

function typed(options: Readonly<Record<string, Flags[string] | undefined>>): string {
  return Object.entries(options)
    .flatMap(([name, value]) =>
      value === undefined ? [] : ` ${name} ${quotedInCommandLine(String(value))}`,
    )
    .join('');
}

/** Whether only a person kept an episode from its end. */
function wentWell({ summaries, failure }: RunResult): boolean {
  const isFine = ({ stopReason }: EpisodeSummary) =>
    stopReason === 'interruption' || !(isBreakdown(stopReason) || isResumable(stopReason));
  return failure === undefined && summaries.every(isFine);
}

/** Throws CommandExit if an episode failed, with the code of the reason why no model can be asked, if that is why. */
function exitFor({ summaries, stoppedBy }: RunResult): void {
  exitIfStopped(stoppedBy);
  const failed = summaries.filter(({ stopReason }) => isBreakdown(stopReason));
  if (failed.length === 0) return;
  const kinds = summaries.flatMap(({ modelError }) => modelError ?? []);
  const code = kinds.map(exitCodeForObstacle).find((one) => one !== null);
  if (code !== undefined) throw new CommandExit(code);
  const isAll = failed.length === summaries.length;
  const isPassing = isAll && kinds.some((kind) => codeForModel(kind) === EXIT.tryLater);
  throw new CommandExit(isPassing ? EXIT.tryLater : EXIT.someEpisodesFailed);
}

export function printRunEnd({ world, options }: Call, summaries: readonly EpisodeSummary[]) {
  if (options.json || summaries.length === 0) return;
  // Only episodes after a played way began elsewhere.
  const isPlain = summaries.every(({ recipeTurns }) => recipeTurns === 0);
  // The run is over, and a row has to fit.
  const hidden = ['started', ...(isPlain ? ['began at'] : [])];
  const shown = Object.entries(EPISODE_COLUMNS).filter(([name]) => !hidden.includes(name));
  const columns: Columns<EpisodeRow> = {
    ...Object.fromEntries(shown),
    state: ({ summary }) => summary?.stopReason ?? '',
  };
  const [rows, width] = [summaries.map(episodeRow), answerWidth(world)];
  const legend = width === Infinity ? '' : wrapWords(episodeLegend(rows), width);
  printPainted(world, `${renderRows(columns, rows, width)}${legend}`);
}
