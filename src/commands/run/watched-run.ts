import path from 'node:path';
import { sum } from 'd3-array';
import { StorageError, LockedError, unlessBroken } from '../../domain/errors.ts';
import { isPaintedStream } from '../../domain/painted.ts';
import { visibleText } from '../../domain/text.ts';
import {
  liveProgress,
  plainProgress,
  transcriptProgress,
  type ProgressSink,
} from '../../events/progress.ts';
import { hostOf, openConnections, systemReason } from '../../model/outgoing.ts';
import type { EpisodeSummary } from '../../records/summary.ts';
import {
  priceWords,
  costWords,
  durationWords,
  pointsWords,
  countedWords,
  endWords,
} from '../../report/wording.ts';
import { playRun, type EpisodeTask, type RunPlan } from '../../run/play-run.ts';
import type { RunServices } from '../../run/run-services.ts';
import { openErrorRedactor, type Settings } from '../../run/settings.ts';
import { SHIPPED_STORY } from '../../run/story-file.ts';
import { appendLimited } from '../../storage/append-log.ts';
import { storyOfLearntFolder } from '../../storage/learnt-folder.ts';
import type { Call } from '../command.ts';
import { describeError, CommandExit, EXIT, exitCodeFor } from '../errors.ts';
import { fitText, noteWidth } from '../layout.ts';
import { printJson } from '../print.ts';
import { type World } from '../world.ts';
import { endRun, printRunEnd } from './end-run.ts';

/** Does the work of a run, logs it in the workdir, and reports its end to the address in `notify`. Rejects as the work. */
export async function watchRun(
  call: Call<PlayOptions>,
  today: Settings,
  work: (run: WatchedRun) => Promise<void>,
): Promise<void> {
  const { config, file } = today;
  const redact = openErrorRedactor(call.world, file ?? undefined);
  const log = openWatchedRunLog(config.workdir, redact);
  const startedAt = performance.now();
  const summaries: EpisodeSummary[] = [];
  log.say(`begins${file === null ? '' : `, by ${file}`}`);
  const watched: WatchedRun = {
    today,
    call: call.with({}, { onNote: (text) => log.say(`says: ${text}`) }),
    onSummary(summary) {
      summaries.push(summary);
      log.say(describe(summary));
    },
  };
  const end = async (exitCode: number, error: string | null) => {
    const durationMs = Math.round(performance.now() - startedAt);
    if (error !== null) log.say(error);
    log.say(`ends with ${exitCode} after ${durationWords(durationMs)}`);
    const isSkipped = exitCode === EXIT.done && summaries.length === 0 && error === null;
    if (config.notify === null || isSkipped) return;
    const why = error && redact(error);
    const text = textOf(summaries, why);
    const episodes = summaries.map(
      ({ episode, story, model, turns, score, maxScore, stopReason, costUsd }) => {
        return { episode, story, model, turns, score, maxScore, stopReason, costUsd };
      },
    );
    const message = { title: 'zorkgpt', text, exitCode, error: why, durationMs, episodes };
    await notify(watched.call, config.notify, message, redact);
  };
  try {
    await work(watched);
  } catch (error) {
    const told = error instanceof CommandExit ? null : describeError(error, false);
    await end(exitCodeFor(error), told);
    throw error;
  }
  await end(EXIT.done, null);
}

function describe({ episode, score, maxScore, ...summary }: EpisodeSummary): string {
  const { turns, stopReason, costUsd, model, durationMs } = summary;
  return `episode ${episode}: ${pointsWords(score, maxScore)} in ${turns} turns, ${stopReason}, ${durationWords(durationMs)}, ${costWords(costUsd, model)}`;
}

/** Names the default player and story in one line. */
export function tellAssumptions({ call, today: { assumed, config } }: WatchedRun): void {
  const player = assumed.offlinePlayer ? 'the offline player' : null;
  const isShipped = config.story === SHIPPED_STORY;
  const isNews = assumed.shippedStory || (assumed.offlinePlayer && isShipped);
  const story = isNews ? `the shipped story ${config.story}` : null;
  const both = [player, story].filter((one) => one !== null).join(' plays ');
  if (both !== '')
    call.tell(`Nothing else is named: ${both}; zorkgpt init writes a configuration.`);
}

const NAME = 'runs.log';
const MOST_BYTES = 1024 * 1024;

/** Opens `runs.log`. A line that cannot be written waits for the next: a log never stops a run. Throws StorageError. */
export function openWatchedRunLog(workdir: string, redact: (text: string) => string) {
  storyOfLearntFolder(workdir);
  const file = path.join(workdir, NAME);
  let waiting = '';
  return {
    say(words: string): void {
      const line = redact(visibleText(words.trim().replaceAll('\n', ' ')));
      waiting += `${new Date().toISOString()} [${process.pid}] ${line}\n`;
      // A folder that cannot be written stops the run by itself, with a sentence.
      const isWritten = unlessBroken(() => appendLimited(file, waiting, MOST_BYTES), StorageError);
      if (isWritten === true) waiting = '';
    },
  };
}

const TIMEOUT_MS = 10_000;

/** Posts the result of a run as one small JSON. A failure names only the host, because the address is a secret. */
async function notify(
  { world, tell }: Pick<Call, 'world' | 'tell'>,
  url: string,
  message: object,
  redact: (text: string) => string,
): Promise<void> {
  try {
    const send = await openConnections(world.environment);
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: redact(JSON.stringify(message)),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  } catch (error) {
    tell(`${hostOf(url)} was not told how the run ended: ${redact(systemReason(error))}.`);
  }
}

/** `error` is the reason why a run broke off, in a sentence. Null if it ran to its end. */
function textOf(summaries: readonly EpisodeSummary[], error: string | null): string {
  const best = summaries.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))[0];
  const last = summaries.at(-1);
  if (best === undefined || last === undefined) return `zorkgpt: ${error ?? 'nothing was played.'}`;
  const spent = sum(summaries, ({ costUsd }) => costUsd);
  const played = `${countedWords(summaries.length, 'episode')} played, best ${pointsWords(best.score, best.maxScore)}`;
  const price = spent > 0 ? `, ${priceWords(spent, best.model)}` : '';
  const why = error ?? `The last ended because ${endWords(last.stopReason)}.`;
  return `zorkgpt: ${played}${price}. ${why}`;
}

const LONGEST_NIGHT_MS = 24 * 60 * 60_000;

export interface PlayOptions {
  readonly display: 'auto' | 'live' | 'plain' | 'transcript' | 'none';
  readonly ifLocked: 'fail' | 'skip' | 'wait' | 'share';
}

/** The episodes to play: those that `begin` finds unfinished, then so many new ones. */
interface Work {
  readonly services: RunServices;
  /** Called as soon as this run holds the workdir. */
  readonly begin: () => readonly EpisodeTask[];
  readonly episodes?: number;
  readonly parallel?: number;
}

export interface WatchedRun {
  /** Messages through it also go to the workdir's log. */
  readonly call: Call<PlayOptions>;
  readonly today: Settings;
  readonly onSummary: (summary: EpisodeSummary) => void;
}

/** Plays, reports, and ends the run. Rejects with the error that ended it and with its exit code. */
export async function playWatchedRun(
  { call, today, onSummary }: WatchedRun,
  { services, begin, episodes = 0, parallel = 1 }: Work,
): Promise<void> {
  const { world, options, tell } = call;
  const plan: RunPlan = {
    episodes,
    parallel,
    lockWaitMs: options.ifLocked === 'wait' ? Infinity : 0,
    shareWorkdir: options.ifLocked === 'share',
    progress: progressOf(world, options, services.config.episode.maxTurns),
    complain: tell,
    onSummary(summary) {
      onSummary(summary);
      if (options.json) printJson(world, summary);
    },
    onSignal: world.onSignal,
  };
  const result = await playRun(services, plan, begin).catch((error: unknown) => {
    throw isBusy(error) && options.ifLocked === 'skip' ? new CommandExit(EXIT.done) : error;
  });
  printRunEnd(call, result.summaries);
  await endRun(call, services, today, result);
}

/** Whether a workdir is busy for less than a day. A run that holds it longer does not end by itself. */
function isBusy(error: unknown): boolean {
  const since = error instanceof LockedError ? error.since : null;
  return since !== null && Date.now() - Date.parse(since) <= LONGEST_NIGHT_MS;
}

/** How progress is shown: as requested, else drawn on a terminal. Never drawn without room. */
export function displayMode(
  { stderr, environment, isQuiet }: World,
  asked: PlayOptions['display'],
) {
  if (isQuiet === true) return 'none';
  const { TERM, CI } = environment;
  const isLive = stderr.isTTY === true && TERM !== 'dumb' && (CI ?? '') === '';
  const display = asked === 'auto' ? (isLive ? 'live' : 'none') : asked;
  // A terminal without a size reports no columns.
  return display === 'live' && stderr.isTTY === true && stderr.columns === 0 ? 'plain' : display;
}

function progressOf(world: World, { display }: PlayOptions, maxTurns: number): ProgressSink {
  const kind = displayMode(world, display);
  const write = (text: string) => world.stderr.write(text);
  if (kind === 'live') {
    const isPainted = isPaintedStream(world.stderr, world.environment);
    return liveProgress(world.stderr, { maxTurns, isPainted });
  }
  if (kind === 'plain') return plainProgress(write, maxTurns);
  if (kind === 'transcript') {
    return transcriptProgress((text) => write(fitText(text, noteWidth(world))));
  }
  return () => undefined;
}
