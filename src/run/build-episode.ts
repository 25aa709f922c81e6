import { isResumable } from '../domain/stop-reason.ts';
import type { Emit } from '../events/event.ts';
import { EpisodeInputs } from '../episode/episode-inputs.ts';
import { FailStop } from '../episode/fail-stop.ts';
import { runEpisode, type EpisodeResult } from '../episode/run-episode.ts';
import { createVerifiedJournal } from '../episode/verified-journal.ts';
import type { LanguageModel } from '../model/model.ts';
import { createCallLog } from '../records/call-log.ts';
import type { Cassette } from '../records/cassette.ts';
import type { StartFiles } from '../records/start-files.ts';
import { watchLearnt, type LearntFiles } from '../storage/learnt-files.ts';
import type { EpisodeBudgets } from './budgets.ts';
import { composeEpisode, type EpisodePlan } from './compose-episode.ts';
import { openEpisodeModel, rememberExcess } from './episode-model.ts';
import type { Setting } from './setting.ts';

interface Log {
  append(record: object): void;
}

/** What an episode is played with and where it leaves what it does. */
export interface Stage extends Pick<
  EpisodePlan,
  'episode' | 'seed' | 'signal' | 'exportState' | 'keepVersion'
> {
  /** What it recorded before; play goes on where that ends. */
  readonly cassette: Cassette;
  /** The learnt files as it found them. */
  readonly start: StartFiles;
  readonly files: LearntFiles;
  readonly logs: { readonly turns: Log; readonly calls: Log; readonly inputs: Log };
  readonly emit: Emit;
  /** Asked once all that was recorded is repeated. */
  readonly stopRequested: () => boolean;
  /** Who answers what was not recorded, and what that may cost; null when nobody does. */
  readonly live: { readonly model: LanguageModel; readonly budgets: EpisodeBudgets } | null;
}

/** An episode ready to be played. */
export interface BuiltEpisode {
  /** Turns so far, repeated ones too. */
  readonly turns: () => number;
  /** Recorded replies that nobody asked for. */
  readonly unusedCalls: () => number;
  /** Plays until a stop reason. Rejects with what makes repeating or recording impossible. */
  readonly play: () => Promise<EpisodeResult>;
  /** Saves what was learnt and how it ended. Rejects with StorageError and LockedError when that is not possible. */
  readonly finish: (result: EpisodeResult) => Promise<void>;
}

/**
 * The one way to an episode, played anew, resumed or replayed: repeats what the cassette holds through the same code, and
 * compares; then goes on with what the stage has.
 */
export async function buildEpisode(setting: Setting, stage: Stage): Promise<BuiltEpisode> {
  const { cassette, logs, live, emit, start } = stage;
  const { turns, calls: recordedCalls, inputs: recorded } = cassette;
  const failStop = new FailStop();
  const isNew = turns.length + recordedCalls.length + recorded.length === 0;
  const firstLook = live === null ? Infinity : isNew ? 1 : turns.length + 2;
  const inputs = new EpisodeInputs({ recorded, log: logs.inputs, failStop, emit, firstLook });
  const journal = createVerifiedJournal(turns, logs.turns, failStop);
  const calls = createCallLog(logs.calls, recordedCalls);
  const excess = rememberExcess(live?.budgets.all);
  const model = openEpisodeModel({
    live: live && { model: live.model, all: excess.budget, own: live.budgets.own },
    cassette,
    calls,
    failStop,
    turns: () => journal.turns,
  });
  const { deps, limits, finish } = await composeEpisode(setting, {
    ...stage,
    openModel: model.open,
    files: watchLearnt(stage.files, (what, file, name) => inputs.watch(name, file, start[what])),
    journal: {
      append(turn) {
        journal.append(turn);
        calls.turnRecorded();
      },
    },
    stopRequested: () => journal.turns >= turns.length && stage.stopRequested(),
    async beforeTurn(turn) {
      inputs.beforeTurn(turn);
      if (turn > turns.length) await live?.budgets.beforeTurn();
      else live?.budgets.own.countTurn();
    },
    check() {
      failStop.check();
      excess.check();
    },
    exportState: (text) => journal.turns >= turns.length && stage.exportState(text),
  });
  return {
    turns: () => journal.turns,
    unusedCalls: model.unused,
    async play() {
      const { episode, seed } = stage;
      const result = await runEpisode({ episode, seed }, limits, deps);
      failStop.check();
      return result;
    },
    async finish(result) {
      const { reason } = result.stop;
      inputs.endPlay(isResumable(reason));
      if (reason === 'model-failed') {
        logs.inputs.append({ kind: 'set-aside', calls: calls.suspects() });
      }
      await finish(result);
      failStop.check();
      inputs.checkWritten();
    },
  };
}
