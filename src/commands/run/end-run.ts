import path from 'node:path';
import { least, sum } from 'd3-array';
import type { LoadedConfig } from '../../config/load.ts';
import { isBreakdown, isResumable } from '../../domain/stop-reason.ts';
import { EngineSteps } from '../../interpreter/interpreter.ts';
import { evidenceKey, parseEvidence } from '../../managers/memory/evidence.ts';
import { keptLessons, type KeptLesson } from '../../managers/memory/memory-document.ts';
import { PLAYERS } from '../../model/players.ts';
import { describeSpent } from '../../model/spent.ts';
import { tidyEpisodes } from '../../records/history.ts';
import { unfinishedEpisodes } from '../../records/standing.ts';
import { type EpisodeSummary, hasFailedAtStart } from '../../records/summary.ts';
import { lastNight, scoreWords } from '../../report/runs.ts';
import { counted, stepWords } from '../../report/wording.ts';
import type { RunResult } from '../../run/play-run.ts';
import type { RunServices } from '../../run/run-services.ts';
import { learntFile, learntFolder } from '../../storage/learnt-folder.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { calledName, commandLine } from '../command-line.ts';
import type { Call } from '../command.ts';
import {
  EPISODE_COLUMNS,
  type EpisodeRow,
  pruneAsConfigured,
  rowOf,
} from '../episodes/answer-episodes.ts';
import { codeForModel, codeForObstacle, CommandExit, EXIT, exitIfStopped } from '../errors.ts';
import { renderRows, type Columns, fitText } from '../layout.ts';
import { noteWidth, print, printPainted, widthOf } from '../world.ts';

interface Played extends Pick<RunServices, 'config'> {
  readonly budgets: Pick<RunServices['budgets'], 'spent'>;
}

/** What comes after playing: troubles, spending, tidying, report and exit code. Rejects with what ended the run. */
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
    // What broke the run breaks this too, or comes of it: the first error is the one to tell.
  }
  throw failure;
}

async function wrapUp(call: Call, services: Played, today: LoadedConfig, result: RunResult) {
  const { config } = today;
  const { summaries } = result;
  tellTroubles(call, summaries);
  const { player } = services.config;
  const { spent } = services.budgets;
  // A run from cron that went well says nothing.
  const isNews = call.world.stderr.isTTY === true || !wentWell(result) || spent.estimatedCalls > 0;
  if (player !== null && !PLAYERS[player].isFree && isNews) {
    call.tell(`Spent: ${describeSpent(spent)}.`);
  }
  await tidyEpisodes(config.workdir);
  await pruneAsConfigured(call, config);
  if (config.report.atEndOfRun && summaries.length > 0) {
    const { writeReportAfterRun } = await import('../../report/report.ts');
    await writeReportAfterRun(today);
  }
  tellClosing(call, config.workdir, summaries);
}

function tellTroubles({ tell }: Call, summaries: readonly EpisodeSummary[]): void {
  for (const { episode, stopDetail } of summaries.filter(hasFailed)) {
    tell(`Episode ${episode} failed: ${stopDetail}`);
  }
  const stopped = summaries.filter(({ stopReason }) => stopReason === 'budget');
  const last = stopped.at(-1);
  if (last !== undefined) {
    const which = named(stopped.map(({ episode }) => episode));
    tell(`${which} stopped for the budget: ${last.stopDetail}`);
  }
  // Why nobody answered at the start of an episode is told with its failure.
  const begun = summaries.filter((summary) => !hasFailedAtStart(summary));
  const lost = sum(begun, ({ lessonsLost }) => lessonsLost);
  if (lost > 0)
    tell(`${counted(lost, 'lesson')} lost: no usable answer, however it was asked for.`);
  const refused = sum(summaries, ({ changesRefused }) => changesRefused);
  if (refused === 0) return;
  const why = 'questions about recorded play were answered worse with it; the report says which.';
  tell(`${counted(refused, 'change')} refused: ${why}`);
}

/** What a person reads last: at a terminal beside the answer, else below it. */
function tellClosing(
  { world, options, tell }: Call,
  workdir: string,
  summaries: readonly EpisodeSummary[],
): void {
  if (options.json || world.isQuiet === true) return;
  const lines = closingLines(workdir, summaries, calledName(world));
  if (lines.length === 0) return;
  if (world.stderr.isTTY === true) {
    for (const line of lines) tell(fitText(line, noteWidth(world)));
    return;
  }
  print(world, `\n${lines.map((line) => fitText(line, widthOf(world))).join('\n')}`);
}

/** Whether nothing kept an episode from its end but a person. */
function wentWell({ summaries, failure }: RunResult): boolean {
  const isFine = ({ stopReason }: EpisodeSummary) =>
    stopReason === 'interruption' || !(isBreakdown(stopReason) || isResumable(stopReason));
  return failure === undefined && summaries.every(isFine);
}

const hasFailed = ({ stopReason }: EpisodeSummary) => isBreakdown(stopReason);

/**
 * Throws CommandExit unless everything was played that should be: with its own code when no model can be asked any more, else
 * when no episode went well, as the models failed.
 */
function exitFor({ summaries, stoppedBy }: RunResult): void {
  exitIfStopped(stoppedBy);
  if (!summaries.some(hasFailed)) return;
  const kinds = summaries.flatMap(({ modelError }) => modelError ?? []);
  const code = kinds.map(codeForObstacle).find((one) => one !== null);
  if (code !== undefined) throw new CommandExit(code);
  const isPassing =
    summaries.every(hasFailed) && kinds.some((kind) => codeForModel(kind) === EXIT.tryLater);
  throw new CommandExit(isPassing ? EXIT.tryLater : EXIT.someEpisodesFailed);
}

/** Says which episodes are damaged and which wait, with a line that can be pasted anywhere; returns how many wait. */
export function tellUnfinished({ world, tell }: Call, { config, file }: LoadedConfig): number {
  const unfinished = unfinishedEpisodes(config.workdir, tell);
  const numbers = unfinished.map(({ number }) => number);
  if (numbers.length === 0) return 0;
  const place = [...(file === null ? [] : ['--config', file]), '--workdir', config.workdir];
  const line = commandLine(world, ['resume', String(numbers.at(-1)), ...place]);
  tell(`${named(numbers.slice(-5))} unfinished: ${line} goes on with it.`);
  return numbers.length;
}

function named(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'Episode' : 'Episodes'} ${numbers.join(', ')}`;
}

export function printSummaries({ world, options }: Call, summaries: readonly EpisodeSummary[]) {
  if (options.json || summaries.length === 0) return;
  // Only episodes whose way was played for the player began elsewhere.
  const isPlain = summaries.every(({ recipeTurns }) => recipeTurns === 0);
  const shown = Object.entries(EPISODE_COLUMNS).filter(([name]) => !isPlain || name !== 'began at');
  const columns: Columns<EpisodeRow> = {
    ...Object.fromEntries(shown),
    'stop reason': ({ summary }) => summary?.stopReason ?? '',
  };
  printPainted(world, renderRows(columns, summaries.map(rowOf), widthOf(world)));
}

/** What a person reads when a run is over, with the program by the name it was called. Throws StorageError. */
export function closingLines(workdir: string, played: readonly EpisodeSummary[], program: string) {
  const [first] = played;
  if (first === undefined) return [];
  const night = lastNight(workdir);
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
  const left = played.flatMap((one) => (isResumable(one.stopReason) ? [one.episode] : []));
  const on =
    left.length === 0 ? 'plays on with what was learnt' : `goes on with episode ${left.join(', ')}`;
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
  const whole = kept.filter(isWhole);
  const example = exampleOf(whole.filter(isConfirmed)) ?? exampleOf(whole);
  const told =
    example === null
      ? '.'
      : `${kept.length === 1 ? ':' : ', such as'} in ${example.room.name}, ${example.memory.title}: ${example.memory.text}`;
  return `${counted(kept.length, 'lesson was', 'lessons were')} kept${told}`;
}

/** A longer lesson is no example. */
const MOST_CHARACTERS = 160;
/** Kinds of lessons, the best example first. */
const TELLING: readonly string[] = ['SUCCESS', 'DANGER', 'DISCOVERY', 'FAILURE', 'NOTE'];

/** Whether a memory is believed without doubt and says something in whole sentences, in one line. */
function isWhole({ memory: { text, status } }: KeptLesson): boolean {
  const isSentence = /^[^a-z].*[.!?]["')]?$/.test(text) && !/…|\.\.\./.test(text);
  return status === 'ACTIVE' && isSentence && text.length <= MOST_CHARACTERS;
}

function exampleOf(kept: readonly KeptLesson[]): KeptLesson | null {
  const rank = ({ memory: { category, scoreChange } }: KeptLesson) =>
    category === 'SUCCESS' && (scoreChange ?? 0) > 0 ? -1 : TELLING.indexOf(category);
  return least(kept, rank) ?? null;
}
