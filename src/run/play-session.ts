import path from 'node:path';
import type { GameState } from '../domain/game-state.ts';
import { jsonFile } from '../domain/json.ts';
import { isResumable } from '../domain/stop-reason.ts';
import type { ZorkEvent } from '../events/event.ts';
import { EMPTY_METER, addToMeter } from '../events/meter.ts';
import { fanOut, fromTurn, type Sink } from '../events/sinks.ts';
import { EngineSteps } from '../interpreter/interpreter.ts';
import { HISTORY_LOWERED } from '../managers/context/context-manager.ts';
import { keptLessons } from '../managers/memory/memory-document.ts';
import type { NightChange } from '../managers/tools.ts';
import { modelConfigTerms } from '../model/model-config.ts';
import { playsByHand } from '../model/players.ts';
import { priceDay } from '../model/prices.ts';
import type { EpisodeFiles } from '../records/episode-files.ts';
import { openEpisodeRecords } from '../records/episode-records.ts';
import { summarise, type EpisodeSummary, type SummaryFacts } from '../records/summary.ts';
import { acquireRunLock } from '../storage/lock.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import type { Hand } from '../turn/turn-deps.ts';
import { type EpisodeBudgets, needsNoBudget } from './budgets.ts';
import { buildEpisode } from './build-episode.ts';
import type { Stage } from './stages.ts';
import { visitedRooms } from './choose-recipe.ts';
import type { LiveModel } from './compose-episode.ts';
import type { LearntFiles, LearntBytes } from '../storage/learnt-folder.ts';
import { verifyAfterEpisode, gateAfterEpisode } from './after-episode.ts';
import { isDeadEndKnown } from './dead-ends.ts';
import { openLearntFiles } from './open-learnt.ts';
import type { RunServices } from './run-services.ts';

/** An episode that has a manifest, with all that plays it. */
interface StartedEpisode {
  readonly services: RunServices;
  readonly seed: number;
  readonly start: LearntBytes;
  /** The settings of its first turns in its parents. Empty unless it is a fork. */
  readonly earlier: readonly Stage[];
  readonly isResumed: boolean;
}

/** Another process may hold an episode for a moment, to see whether it is in use. */
export const LOOK_MS = 5_000;

export interface EpisodeControls {
  /** When the run began, ISO 8601; its episodes share it. Absent if not needed. */
  readonly run?: string;
  readonly signal: AbortSignal;
  readonly stopRequested: () => boolean;
  readonly progress: (event: ZorkEvent, episode: number) => void;
  readonly complain: (message: string) => void;
  /** The player by hand. Absent if a model is asked. */
  readonly hand?: Hand;
}

/**
 * Plays an episode to its summary under its lock. Records must come out the same without a model; then play goes on live.
 * Null if it was stopped before that. Rejects with LockedError if somebody plays it for `waitMs`; with StorageError and
 * LockedError if something learnt could not be filed; with RecordingDiverged and ReplayDiverged.
 */
export async function playSession(
  files: EpisodeFiles,
  controls: EpisodeControls,
  start: {
    readonly waitMs: number;
    readonly begin: () => StartedEpisode | Promise<StartedEpisode>;
  },
): Promise<EpisodeSummary | null> {
  const lock = await acquireRunLock(files.directory, `pid-${process.pid}`, {
    waitMs: start.waitMs,
  });
  try {
    const begun = await start.begin();
    const { number: episode } = files;
    const sign = () => controls.progress({ type: 'engine-works', episode }, episode);
    const services = { ...begun.services, steps: new EngineSteps(sign) };
    return await play(files, { ...begun, services }, controls);
  } finally {
    controls.progress({ type: 'episode-filed', episode: files.number }, files.number);
    lock.release();
  }
}

async function play(
  files: EpisodeFiles,
  { services, isResumed, ...begun }: StartedEpisode,
  controls: EpisodeControls,
): Promise<EpisodeSummary | null> {
  const startMs = performance.now();
  const records = openEpisodeRecords(files, services.redact);
  let meter = EMPTY_METER;
  const count: Sink = (event) => void (meter = addToMeter(meter, event));
  const recorded = records.cassette.turns.length;
  const sinks = { count, ...records.sinks, ...shown(files.number, recorded, controls) };
  if (isResumed) records.inputs.append({ kind: 'resumed', turns: recorded });
  try {
    const copied = begun.earlier.at(-1)?.turns ?? 0;
    const budgets = services.budgets.forEpisode(files.number, records.cassette, copied);
    if (recorded > 0) await budgets.settle(false);
    const learnt = openLearntFiles(services.learnt, controls.complain);
    const emit = fanOut(sinks, controls.complain);
    const changes: NightChange[] = [];
    const episode = await buildEpisode(services, {
      episode: files.number,
      ...begun,
      cassette: records.cassette,
      logs: records,
      files: learnt,
      emit,
      signal: controls.signal,
      stopRequested: controls.stopRequested,
      hand: controls.hand ?? null,
      live: playSessionModel(services, budgets),
      exportState: stateExport(services.config),
      keepVersion: records.keepVersion,
      atNight: (change) => changes.push(change),
    });
    const result = await episode.play();
    if (result.stop.reason === 'interruption') records.inputs.append({ kind: 'stopped' });
    if (episode.turns() < recorded) return null;
    await episode.finish(result);
    const [{ state, stop }, { run }] = [result, controls];
    const reader = { ...controls, ask: episode.ask };
    await gateAfterEpisode(services, learnt, { episode: files.number, changes, emit, reader });
    await verifyAfterEpisode(services, learnt, { episode: files.number, stop, ...controls });
    const kept = keptLessons(learnt.memories.read(), new Set([files.number])).length;
    const facts = factsFor(files, services, { ...begun, run, startMs, state, learnt });
    const summary = summarise(state, stop, { ...meter, memoriesAdded: kept }, facts);
    return await writeSummary(files, summary, budgets);
  } finally {
    records.close();
  }
}

function factsFor(
  files: EpisodeFiles,
  { story, modelName, config, steps }: RunServices,
  played: Pick<StartedEpisode, 'start'> & {
    readonly run: string | undefined;
    readonly startMs: number;
    readonly state: Pick<GameState, 'visits'>;
    readonly learnt: LearntFiles;
  },
): SummaryFacts {
  const { ifid } = story.identity;
  // A fork begins with its parent's map.
  const known = visitedRooms(played.learnt.map.read(), ifid).filter((room) =>
    isDeadEndKnown(room, files.number),
  );
  const earlier = new Set([...visitedRooms(played.start.map, ifid), ...known].map(({ id }) => id));
  return {
    story: ifid,
    startedAt: files.facts()?.startedAt ?? null,
    run: played.run ?? null,
    parent: files.facts()?.parent,
    model: modelName,
    names: config.names,
    engineSteps: steps?.taken,
    directory: path.relative(config.workdir, files.directory),
    newRooms: [...played.state.visits.keys()].filter((id) => !earlier.has(id)).length,
    durationMs: Math.round(performance.now() - played.startMs),
  };
}

async function writeSummary(files: EpisodeFiles, summary: EpisodeSummary, budgets: EpisodeBudgets) {
  // A finished episode's spending is written down before its summary, so that no kill can lose it.
  await budgets.settle(false);
  writeFileAtomic(files.path('summary'), jsonFile(summary));
  await budgets.settle(!isResumable(summary.stopReason));
  return summary;
}

/** What a person sees and hears at once. Repeated turns are not shown again. */
function shown(episode: number, recorded: number, { progress, complain }: EpisodeControls) {
  const show: Sink = (event) =>
    progress(event.type === 'episode-start' ? { ...event, recorded } : event, episode);
  const warn: Sink = (event) => {
    if (event.type === 'warning' && event.code === HISTORY_LOWERED) complain(event.message);
  };
  return {
    progress: fromTurn(recorded, show, {
      until: (event) => event.type.startsWith('episode-') && show(event),
    }),
    warnings: fromTurn(recorded, warn),
  };
}

export function playSessionModel(
  { config, model }: RunServices,
  budgets: EpisodeBudgets,
): LiveModel {
  return {
    model,
    budgets,
    termsOf: ({ role }) =>
      needsNoBudget(config) ? null : modelConfigTerms(config.models, role, priceDay()),
  };
}

/** Dashboards show the state of runs, so play by hand does not write it. */
function stateExport({ workdir, player }: RunServices['config']): (text: () => string) => void {
  if (playsByHand(player)) return () => undefined;
  const file = path.join(workdir, 'current_state.json');
  return (text) => writeFileAtomic(file, text(), { flush: false });
}
