import path from 'node:path';
import { EpisodeInputs } from '../episode/episode-inputs.ts';
import { FailStop } from '../episode/fail-stop.ts';
import { runEpisode } from '../episode/run-episode.ts';
import { EMPTY_METER, measure, summarise, type EpisodeSummary } from '../records/summary.ts';
import { createVerifiedJournal } from '../episode/verified-journal.ts';
import { isResumable } from '../domain/stop-reason.ts';
import { fanOut } from '../events/fan-out.ts';
import type { Emit } from '../events/event.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { composeEpisode } from './compose-episode.ts';
import type { EpisodeControls } from './episode-controls.ts';
import { openEpisodeModel, rememberExcess } from './episode-model.ts';
import { openEpisodeRecords, type EpisodeRecords } from '../records/episode-records.ts';
import { fromTurn } from '../events/from-turn.ts';
import { openLearntFiles, watchLearnt } from '../storage/learnt-files.ts';
import type { EpisodeFiles } from '../records/episode-files.ts';
import type { StartFiles } from '../records/start-files.ts';
import { createCallLog } from '../records/call-log.ts';
import type { RunServices } from './run-services.ts';

/** An episode that has a manifest. */
export interface StartedEpisode {
  readonly files: EpisodeFiles;
  readonly seed: number;
  readonly start: StartFiles;
}

/**
 * Plays an episode from its start to its summary. What its directory has recorded is repeated with the recorded replies,
 * without a model and without changing any file, and must come out the same; then play goes on where the records end.
 * Rejects with StorageError and LockedError, also when something it learnt could not be filed: then it has no summary, and
 * resuming it files that. Rejects with RecordingDiverged and ReplayDiverged when the records cannot be repeated.
 */
export async function conductEpisode(
  services: RunServices,
  episode: StartedEpisode,
  controls: EpisodeControls,
): Promise<EpisodeSummary> {
  const { files } = episode;
  const startedAt = performance.now();
  const records = openEpisodeRecords(episode.files, services.redact);
  try {
    let meter = EMPTY_METER;
    const emit = fanOut(
      {
        count: (event) => {
          meter = measure(meter, event);
        },
        ...records.sinks,
        progress: fromTurn(records.cassette.turns.length, controls.progress, {
          until: (event) => event.type === 'episode-start' && controls.progress(event),
        }),
      },
      controls.complain,
    );
    const { failStop, calls, inputs, composed } = await prepare(
      { services, episode, controls },
      records,
      emit,
    );
    const { deps, limits, finish } = composed;
    const result = await runEpisode({ episode: files.number, seed: episode.seed }, limits, deps);
    failStop.check();
    inputs.endPlay(isResumable(result.stop.reason));
    if (result.stop.reason === 'model-failed') {
      records.inputs.append({ kind: 'set-aside', calls: calls.suspects() });
    }
    await finish(result);
    failStop.check();
    inputs.checkWritten();
    const summary = summarise(result.state, result.stop, meter, {
      story: services.story.identity.ifid,
      model: services.modelName,
      directory: path.relative(services.config.workdir, files.directory),
      durationMs: Math.round(performance.now() - startedAt),
    });
    writeFileAtomic(files.path('summary'), `${JSON.stringify(summary, null, 2)}\n`);
    await services.budgets.settle();
    return summary;
  } finally {
    records.close();
  }
}

/** What the episode takes in from outside: recorded as it happens, fed back where it was recorded. */
function openInputs(
  { cassette, inputs }: EpisodeRecords,
  failStop: FailStop,
  emit: Emit,
): EpisodeInputs {
  const { turns, calls, inputs: recorded } = cassette;
  const isNew = turns.length === 0 && calls.length === 0 && recorded.length === 0;
  const firstLook = isNew ? 1 : turns.length + 2;
  return new EpisodeInputs({ recorded, log: inputs, failStop, emit, firstLook });
}

interface StartedPlay {
  readonly services: RunServices;
  readonly episode: StartedEpisode;
  readonly controls: EpisodeControls;
}

/** Everything that an episode is played with, up to where play begins. */
async function prepare(play: StartedPlay, records: EpisodeRecords, emit: Emit) {
  const { services, episode } = play;
  const { turns } = records.cassette;
  const failStop = new FailStop();
  const inputs = openInputs(records, failStop, emit);
  const calls = createCallLog(records.calls, records.cassette.calls);
  const verified = createVerifiedJournal(turns, records.turns, failStop);
  const budgets = services.budgets.forEpisode();
  const excess = rememberExcess(budgets.all);
  const composed = await composeEpisode(services, {
    ...pacing(play, records, { verified, inputs, budgets, failStop, excess }),
    emit,
    openModel: openEpisodeModel({
      live: services.model,
      cassette: records.cassette,
      calls,
      failStop,
      turns: () => verified.turns,
      budgets: { all: excess.budget, own: budgets.own },
      // A lesson of the turn before the last may still have been in flight when that was recorded.
      mayGoLive: () => verified.turns >= turns.length - 1,
    }),
    files: watchLearnt(openLearntFiles(services.learnt), (what, file, name) =>
      inputs.watch(name, file, episode.start[what]),
    ),
    journal: {
      append(turn) {
        verified.append(turn);
        calls.turnRecorded();
      },
    },
  });
  return { failStop, calls, inputs, composed };
}

/** What decides turn by turn whether play goes on, and what is shown of it: recorded turns are only repeated. */
function pacing(
  { services, episode, controls }: StartedPlay,
  records: EpisodeRecords,
  parts: {
    readonly verified: { readonly turns: number };
    readonly inputs: EpisodeInputs;
    readonly budgets: ReturnType<RunServices['budgets']['forEpisode']>;
    readonly failStop: FailStop;
    readonly excess: { check(): void };
  },
) {
  const { verified, inputs, budgets, failStop, excess } = parts;
  const committed = records.cassette.turns.length;
  return {
    episode: episode.files.number,
    seed: episode.seed,
    signal: controls.signal,
    stopRequested: () => verified.turns >= committed && controls.stopRequested(),
    async beforeTurn(turn: number) {
      inputs.beforeTurn(turn);
      if (turn > committed) await budgets.beforeTurn();
      else budgets.own.countTurn();
    },
    check() {
      failStop.check();
      excess.check();
    },
    exportState(text: () => string) {
      if (verified.turns < committed) return;
      writeFileAtomic(path.join(services.config.workdir, 'current_state.json'), text(), {
        flush: false,
      });
    },
    keepVersion: records.keepVersion,
  };
}
