import type { LoadedConfig } from '../../config/load.ts';
import { isBreakdown, isResumable } from '../../domain/stop-reason.ts';
import { PLAYERS } from '../../model/players.ts';
import { type EpisodeSummary, hasFailedAtStart } from '../../records/summary.ts';
import { counted } from '../../report/wording.ts';
import type { RunResult } from '../../run/play-run.ts';
import type { RunServices } from '../../run/run-services.ts';
import type { Call } from '../call.ts';
import { calledName, commandLine } from '../command-line.ts';
import { EPISODE_COLUMNS, type EpisodeRow } from '../episodes/answer-episodes.ts';
import { codeForModel, codeForObstacle, CommandExit, EXIT, exitCodeForSignal } from '../errors.ts';
import { renderRows, type Columns } from '../render-table.ts';
import { columnsOf, print, printPainted, widthOf } from '../world.ts';
import { fitText } from '../wrap-text.ts';

interface AfterRun {
  readonly today: LoadedConfig;
  readonly result: RunResult;
}

type Played = Pick<RunServices, 'config'> & {
  readonly budgets: Pick<RunServices['budgets'], 'spent'>;
};

/**
 * What comes after playing: tells why episodes failed and what models cost (the offline player costs nothing), deletes
 * older episodes and writes the report when today's configuration says so, and sets the exit code. Rejects with what
 * ended the run.
 */
export async function endRun(call: Call, services: Played, after: AfterRun): Promise<void> {
  const { failure } = after.result;
  if (failure === undefined) {
    await wrapUp(call, services, after);
    exitFor(after.result);
    return;
  }
  try {
    await tellUnfinished(call, after.today);
    await wrapUp(call, services, after);
  } catch {
    // What broke the run breaks this too, or comes of it: the first error is the one to tell.
  }
  throw failure;
}

async function wrapUp(call: Call, services: Played, { today, result }: AfterRun): Promise<void> {
  const { world, tell } = call;
  const { config } = today;
  for (const { episode, stopDetail } of result.summaries.filter(hasFailed)) {
    tell(`Episode ${episode} failed: ${stopDetail}`);
  }
  const stopped = result.summaries.filter(({ stopReason }) => stopReason === 'budget');
  const last = stopped.at(-1);
  if (last !== undefined) {
    const which = stopped.length === 1 ? 'Episode' : 'Episodes';
    const numbers = stopped.map(({ episode }) => episode).join(', ');
    tell(`${which} ${numbers} stopped for the budget: ${last.stopDetail}`);
  }
  // Why nobody answered at the start of an episode is told with its failure.
  const begun = result.summaries.filter((summary) => !hasFailedAtStart(summary));
  const lost = begun.reduce((sum, { lessonsLost }) => sum + lessonsLost, 0);
  if (lost > 0)
    tell(`${counted(lost, 'lesson')} lost: no usable answer, however it was asked for.`);
  const refused = result.summaries.reduce((sum, { changesRefused }) => sum + changesRefused, 0);
  if (refused > 0)
    tell(
      `${counted(refused, 'change')} refused: questions about recorded play were answered worse with it; the report says which.`,
    );
  // A run from cron that went well says nothing.
  const isWatched = world.stderr.isTTY === true;
  const { player } = services.config;
  const { spent } = services.budgets;
  const isNews = isWatched || !wentWell(result) || spent.estimatedCalls > 0;
  if (player !== null && !PLAYERS[player].isFree && isNews) {
    const { describeSpent } = await import('../../model/budget.ts');
    tell(`Spent: ${describeSpent(spent)}.`);
  }
  const { tidyEpisodes } = await import('../../records/history.ts');
  await tidyEpisodes(config.workdir);
  if (config.episodes.keep !== null) {
    const { pruneAsConfigured } = await import('../episodes/answer-episodes.ts');
    await pruneAsConfigured(call, config);
  }
  if (config.report.atEndOfRun && result.summaries.length > 0) {
    const { writeReportAfterRun } = await import('../../report/write-report.ts');
    await writeReportAfterRun(today);
  }
  await tellClosing(call, config.workdir, result.summaries);
}

/** What a person reads last: at a terminal beside the answer, else below it. */
async function tellClosing(
  { world, options, tell }: Call,
  workdir: string,
  summaries: readonly EpisodeSummary[],
): Promise<void> {
  if (options.json || world.isQuiet === true) return;
  const { closingLines } = await import('./closing-lines.ts');
  const lines = closingLines(workdir, summaries, calledName(world));
  if (lines.length === 0) return;
  if (world.stderr.isTTY === true) {
    const width = columnsOf({ ...world, stdout: world.stderr });
    for (const line of lines) tell(fitText(line, width));
    return;
  }
  print(world, `\n${lines.map((line) => fitText(line, widthOf(world))).join('\n')}`);
}

/** Whether nothing kept an episode from its end but a person. */
function wentWell({ summaries, failure }: RunResult): boolean {
  const isFine = (summary: EpisodeSummary) =>
    summary.stopReason === 'interruption' ||
    (!hasFailed(summary) && !isResumable(summary.stopReason));
  return failure === undefined && summaries.every(isFine);
}

const hasFailed = ({ stopReason }: EpisodeSummary) => isBreakdown(stopReason);

/**
 * Throws CommandExit unless everything was played that should be: with its own code when no model can be asked any more, else
 * when no episode went well, as the models failed.
 */
function exitFor({ summaries, stoppedBy }: RunResult): void {
  if (stoppedBy !== null) throw new CommandExit(exitCodeForSignal(stoppedBy));
  if (!summaries.some(hasFailed)) return;
  const kinds = summaries.flatMap(({ modelError }) => modelError ?? []);
  const code = kinds.map(codeForObstacle).find((one) => one !== null);
  if (code !== undefined) throw new CommandExit(code);
  const isPassing =
    summaries.every(hasFailed) && kinds.some((kind) => codeForModel(kind) === EXIT.tryLater);
  throw new CommandExit(isPassing ? EXIT.tryLater : EXIT.someEpisodesFailed);
}

/**
 * Says which episodes of a workdir are damaged and which wait to be resumed, with a line that can be pasted anywhere, and
 * returns how many wait.
 */
export async function tellUnfinished(
  { world, tell }: Call,
  { config, file }: LoadedConfig,
): Promise<number> {
  const { unfinishedEpisodes } = await import('../../records/episodes.ts');
  const unfinished = unfinishedEpisodes(config.workdir, tell);
  const numbers = unfinished.map(({ number }) => number);
  if (numbers.length === 0) return 0;
  const which = numbers.length === 1 ? 'Episode' : 'Episodes';
  const place = [...(file === null ? [] : ['--config', file]), '--workdir', config.workdir];
  const line = commandLine(world, ['resume', String(numbers.at(-1)), ...place]);
  tell(`${which} ${numbers.slice(-5).join(', ')} unfinished: ${line} goes on with it.`);
  return numbers.length;
}

const COLUMNS: Columns<EpisodeRow> = {
  ...EPISODE_COLUMNS,
  'stop reason': ({ summary }) => summary?.stopReason ?? '',
};

/** Tells a person what each episode that was played came to; nobody where it was told as JSON. */
export function printSummaries(
  { world, options }: Call,
  summaries: readonly EpisodeSummary[],
): void {
  if (options.json || summaries.length === 0) return;
  const rows = summaries.map((summary) => ({
    number: summary.episode,
    startedAt: summary.startedAt,
    summary,
  }));
  // Only episodes whose way was played for the player began elsewhere.
  const isPlain = summaries.every(({ recipeTurns }) => recipeTurns === 0);
  const shown = Object.entries(COLUMNS).filter(([name]) => !isPlain || name !== 'began at');
  printPainted(world, renderRows(Object.fromEntries(shown), rows, widthOf(world)));
}
