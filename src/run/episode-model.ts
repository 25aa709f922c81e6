import { RecordingDiverged } from '../episode/recording-diverged.ts';
import { ModelError, obstacleOf } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import type { FailStop } from '../episode/fail-stop.ts';
import type { Emit } from '../events/event.ts';
import { BudgetExceeded, withBudget, type Budget } from '../model/budget.ts';
import { toCallRecord, type CallRecord } from '../model/call-record.ts';
import type { LanguageModel } from '../model/model.ts';
import { withPatience, type OpenedPlayer } from '../model/patience.ts';
import { withRecorder, type ModelCall } from '../model/recorder.ts';
import { createReplayModel, ReplayDiverged } from '../model/replay-model.ts';
import type { EpisodePlan } from './compose-episode.ts';
import type { Cassette } from '../records/cassette.ts';
import { isPlayer, type CallLog } from '../records/call-log.ts';

type SpendingLimit = Omit<Budget, 'spent'>;

/** Between an episode and its model. */
export interface EpisodeModelPorts {
  readonly live: OpenedPlayer;
  readonly cassette: Cassette;
  readonly calls: CallLog;
  readonly failStop: FailStop;
  readonly obstacle: FirstObstacle;
  /** Turns played so far. */
  readonly turns: () => number;
  readonly budgets: { readonly all: SpendingLimit; readonly own: SpendingLimit };
  /** Whether every request before now was one of the recorded ones. */
  readonly mayGoLive: () => boolean;
  readonly emit: Emit;
}

/**
 * Answers what was recorded from the recording and asks the model for the rest, within the budgets; every new reply is on
 * disk before it is used. A request that should have been recorded ends the episode with ReplayDiverged.
 */
export function openEpisodeModel(ports: EpisodeModelPorts): EpisodePlan['openModel'] {
  const { live, cassette, calls, failStop, obstacle, budgets, mayGoLive, emit } = ports;
  return (onCall) => {
    const keep = (call: ModelCall) => {
      const record = toCallRecord(call);
      failStop.guard(() => calls.append(record));
      onCall(record);
    };
    const onReplay = (call: CallRecord) => {
      calls.replayed(call);
      budgets.own.begin();
      if (call.outcome === 'answered') budgets.own.charge(call.usage);
      onCall(call);
    };
    const turnOf = (role: Role) => Math.max(1, ports.turns() + (isPlayer(role) ? 1 : 0));
    // From the outside in, as a request passes them.
    return endOnDivergence(
      createReplayModel(cassette.usedCalls, {
        onReplay,
        mayGoLive,
        afterwards: tellProgress(
          obstacle.watch(
            withRecorder(withBudget(withPatience(live), budgets.all), keep, { turnOf }),
          ),
          emit,
        ),
      }),
      failStop,
    );
  };
}

/** Shows on the display what a question waits for. */
function tellProgress(model: LanguageModel, emit: Emit): LanguageModel {
  return {
    complete: (request) =>
      model.complete({
        ...request,
        onProgress: ({ type, ...progress }) =>
          emit({ type: `model-${type}`, role: request.role, ...progress }),
      }),
  };
}

/** Lessons turn errors into events; that a recording cannot be repeated has to end the episode. */
export function endOnDivergence(model: LanguageModel, failStop: FailStop): LanguageModel {
  return {
    async complete(request) {
      failStop.check();
      try {
        return await model.complete(request);
      } catch (error) {
        const diverged = error instanceof ReplayDiverged || error instanceof RecordingDiverged;
        return diverged ? failStop.fail(error) : Promise.reject(error);
      }
    },
  };
}

/**
 * Remembers the first error after which no question can be answered, whoever met it: a reached limit, a refused key, an
 * endpoint that stays down. Lessons turn errors into events; these have to end the episode all the same.
 */
export class FirstObstacle {
  #error: Error | null = null;

  watch(model: LanguageModel): LanguageModel {
    return {
      complete: async (request) => {
        try {
          return await model.complete(request);
        } catch (error) {
          if (isObstacle(error)) this.#error ??= error;
          throw error;
        }
      },
    };
  }

  /** Throws the error if there was one. */
  check(): void {
    if (this.#error !== null) throw this.#error;
  }
}

function isObstacle(error: unknown): error is BudgetExceeded | ModelError {
  if (error instanceof BudgetExceeded) return true;
  return error instanceof ModelError && obstacleOf(error.kind) !== null;
}
