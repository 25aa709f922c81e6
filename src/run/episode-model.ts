import { ModelError, obstacleOf } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import type { FailStop } from '../episode/fail-stop.ts';
import { RecordingDiverged } from '../episode/verified-journal.ts';
import type { Emit } from '../events/event.ts';
import { BudgetExceeded, spentOn } from '../model/budget.ts';
import { withRecorder, type CallRecord } from '../model/call-record.ts';
import type { RoleTerms } from '../model/model-config.ts';
import type { LanguageModel } from '../model/model.ts';
import { withPatience } from '../model/patience.ts';
import { createReplayModel, ReplayDiverged } from '../model/replay-model.ts';
import { withBudgets } from '../model/reservation.ts';
import { isPlayer, type CallLog, type Cassette } from '../records/cassette.ts';
import type { OpenedPlayer } from '../model/settings.ts';
import type { EpisodeBudgets } from './budgets.ts';

/** Who answers what was not recorded, and what that may cost. */
export interface LiveModel {
  readonly model: OpenedPlayer;
  readonly budgets: EpisodeBudgets;
  /** What a question may use; null where that is of no matter. */
  readonly termsOf: (request: { readonly role: Role }) => RoleTerms | null;
}

interface EpisodeModelPorts {
  readonly live: LiveModel | null;
  readonly cassette: Cassette;
  readonly calls: CallLog;
  readonly failStop: FailStop;
  /** Turns played so far, and how many of them a recipe played before anybody was asked. */
  readonly played: { readonly turns: number; readonly recipeTurns: number };
  readonly emit: Emit;
}

/**
 * Answers what was recorded from the recording and asks the model for the rest, within the budgets; every new reply is on
 * disk before it is used. A request that should have been recorded ends the episode with ReplayDiverged.
 */
export function openEpisodeModel(ports: EpisodeModelPorts) {
  const { live, cassette, calls, failStop, played, emit } = ports;
  const turnOf = (role: Role) =>
    Math.max(played.recipeTurns + 1, played.turns + (isPlayer(role) ? 1 : 0));
  // A lesson of the turn before the last may still have been in flight when that was recorded.
  const mayGoLive = () => played.turns >= cassette.turns.length - 1;
  let obstacle: Error | null = null;
  let unused = () => cassette.usedCalls;
  return {
    /** Throws the first error after which no question can be answered. */
    check() {
      if (obstacle !== null) throw obstacle;
    },
    unused: () => unused(),
    open: (onCall: (call: CallRecord) => void): LanguageModel => {
      const keep = (record: CallRecord) => {
        failStop.guard(() => calls.append(record));
        live?.budgets.recorded(spentOn(record));
        onCall(record);
      };
      const onReplay: CallLog['replayed'] = (call) => {
        calls.replayed(call);
        onCall(call);
      };
      const recorded = ({ model, budgets, termsOf }: LiveModel) =>
        withBudgets(
          withRecorder(withPatience(model), keep, { turnOf }),
          budgets.all,
          termsOf,
          budgets.experience,
        );
      const asked =
        live &&
        tellProgress(
          watchObstacles(recorded(live), (met) => (obstacle ??= met)),
          emit,
        );
      const replay = createReplayModel(cassette.usedCalls, {
        afterwards: asked,
        mayGoLive,
        onReplay,
      });
      unused = () => replay.unused;
      return endOnDivergence(replay, failStop);
    },
  };
}

/** Lessons turn errors into events; that a recording cannot be repeated has to end the episode. */
function endOnDivergence(model: LanguageModel, failStop: FailStop): LanguageModel {
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

/** Shows on the display what a question waits for, and that its answer comes. */
function tellProgress(model: LanguageModel, emit: Emit): LanguageModel {
  return {
    complete: (request) =>
      model.complete({
        ...request,
        onProgress: (progress) => emit({ type: 'model-progress', role: request.role, progress }),
      }),
  };
}

/**
 * Tells of each error after which no question can be answered, whoever met it: a reached limit, a refused key, an endpoint
 * that stays down. Lessons turn errors into events; these have to end the episode all the same.
 */
function watchObstacles(model: LanguageModel, met: (obstacle: Error) => void): LanguageModel {
  return {
    async complete(request) {
      try {
        return await model.complete(request);
      } catch (error) {
        const isObstacle =
          error instanceof BudgetExceeded ||
          (error instanceof ModelError && obstacleOf(error.kind) !== null);
        if (isObstacle) met(error);
        throw error;
      }
    },
  };
}
