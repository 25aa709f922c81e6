import path from 'node:path';
import type { LoadedConfig } from '../../config/load.ts';
import { isBreakdown, isResumable } from '../../domain/stop-reason.ts';
import { EngineSteps } from '../../interpreter/interpreter.ts';
import { evidenceKey, parseEvidence } from '../../managers/memory/evidence.ts';
import { keptLessons, type KeptLesson } from '../../managers/memory/memory-document.ts';
import { PLAYERS } from '../../model/players.ts';
import { listEpisodes } from '../../records/episodes.ts';
import { deletedEpisodes } from '../../records/history.ts';
import { type EpisodeSummary, hasFailedAtStart } from '../../records/summary.ts';
import { lastNight, scoreWords } from '../../report/runs.ts';
import { counted, stepWords } from '../../report/wording.ts';
import type { RunResult } from '../../run/play-run.ts';
import type { RunServices } from '../../run/run-services.ts';
import { learntFile, learntFolder } from '../../storage/learnt-folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { calledName, commandLine } from '../command-line.ts';
import type { Call } from '../command.ts';
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
    const { describeSpent } = await import('../../model/spent.ts');
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
  const { closingLines } = await import('./end-run.ts');
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
  const { unfinishedEpisodes } = await import('../../records/standing.ts');
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

/** A longer lesson is no example. */
const MOST_CHARACTERS = 160;
/** Kinds of lessons, the best example first. */
const TELLING: readonly string[] = ['SUCCESS', 'DANGER', 'DISCOVERY', 'FAILURE', 'NOTE'];

/**
 * What a person reads when a run is over: the score beside what it was before, what was learnt with an example, where it is,
 * and what to do next, with the program by the name it was called; nothing where nothing was played. Throws StorageError.
 */
export function closingLines(
  workdir: string,
  played: readonly EpisodeSummary[],
  program: string,
): readonly string[] {
  const [first] = played;
  if (first === undefined) return [];
  const kept = listEpisodes(workdir);
  const deleted = deletedEpisodes(workdir, kept);
  const night = lastNight([...deleted, ...kept.flatMap(({ summary }) => summary ?? [])]);
  const steps = new EngineSteps();
  for (const { engineSteps } of played) if (engineSteps !== undefined) steps.add(engineSteps);
  const ends = new Map(played.map(({ stopReason, stopDetail }) => [stopReason, stopDetail]));
  return [
    ...[...ends].map(([reason, detail]) => `${reason}: ${detail}`),
    ...(night === null ? [] : [scoreWords(night)]),
    `Commands given to the engine: ${stepWords(steps.taken)}.`,
    lessonsLine(learntFolder(workdir, first.story), new Set(played.map(({ episode }) => episode))),
    `Everything is in ${placeOf(workdir)}: report.html has what happened, Memories.md what was learnt.`,
    `Next: ${nextWords(played, program)}`,
  ];
}

function nextWords(played: readonly EpisodeSummary[], program: string): string {
  if (played.slice(-1).some(hasFailedAtStart))
    return `${program} doctor says what to mend first; ${program} run plays after that.`;
  const left = played.filter(({ stopReason }) => isResumable(stopReason));
  const episodes = left.map(({ episode }) => episode).join(', ');
  const on =
    left.length === 0 ? 'plays on with what was learnt' : `goes on with episode ${episodes}`;
  return `${program} report --open shows what happened; ${program} run ${on}.`;
}

function placeOf(folder: string): string {
  const below = path.relative('', folder);
  return below.startsWith('..') ? folder : below || '.';
}

function lessonsLine(folder: string, episodes: ReadonlySet<number>): string {
  const book = parseEvidence(readBytesFile(learntFile(folder, 'evidence')));
  const kept = keptLessons(readBytesFile(learntFile(folder, 'memories')), episodes);
  const isConfirmed = ({ room, memory }: KeptLesson) =>
    book.get(evidenceKey(room.id, memory))?.verdict === 'confirmed';
  if (kept.length === 0) return 'No new lesson was kept.';
  const example =
    exampleOf(kept.filter(isConfirmed).filter(isWhole)) ?? exampleOf(kept.filter(isWhole));
  const told =
    example === null
      ? '.'
      : `${kept.length === 1 ? ':' : ', such as'} in ${example.room.name}, ${example.memory.title}: ${example.memory.text}`;
  return `${counted(kept.length, 'lesson was', 'lessons were')} kept${told}`;
}

/** Whether a memory is believed without doubt and says something in whole sentences, in one line. */
function isWhole({ memory: { text, status } }: KeptLesson): boolean {
  const isSentence = /^[^a-z].*[.!?]["')]?$/.test(text) && !/…|\.\.\./.test(text);
  return status === 'ACTIVE' && isSentence && text.length <= MOST_CHARACTERS;
}

function exampleOf(kept: readonly KeptLesson[]): KeptLesson | null {
  const rank = ({ memory: { category, scoreChange } }: KeptLesson) =>
    category === 'SUCCESS' && (scoreChange ?? 0) > 0 ? -1 : TELLING.indexOf(category);
  return [...kept].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}
