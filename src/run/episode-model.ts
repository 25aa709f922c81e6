import type { Role } from '../domain/message.ts';
import type { FailStop } from '../episode/fail-stop.ts';
import { RecordingDiverged } from '../episode/recording-diverged.ts';
import { BudgetExceeded, withBudget, type Budget } from '../model/budget.ts';
import { toCallRecord } from '../model/call-record.ts';
import type { LanguageModel } from '../model/model.ts';
import { withRecorder, type ModelCall } from '../model/recorder.ts';
import { createReplayModel, ReplayDiverged } from '../model/replay-model.ts';
import { isPlayer, type CallLog } from '../records/call-log.ts';
import type { Cassette } from '../records/cassette.ts';
import type { EpisodeBudgets } from './budgets.ts';
import type { EpisodePlan } from './compose-episode.ts';

type SpendingLimit = Omit<Budget, 'spent'>;

/** Who answers what was not recorded, and what that may cost. */
export interface LiveModel {
  readonly model: LanguageModel;
  readonly budgets: EpisodeBudgets;
}

/** Between an episode and its model. */
export interface EpisodeModelPorts {
  /** Null when nobody answers what was not recorded. */
  readonly live: LiveModel | null;
  readonly cassette: Cassette;
  readonly calls: CallLog;
  readonly failStop: FailStop;
  /** Turns played so far. */
  readonly turns: () => number;
}

/**
 * Answers what was recorded from the recording and asks the model for the rest, within the budgets; every new reply is on
 * disk before it is used. A request that should have been recorded ends the episode with ReplayDiverged. With what
 * `live.model` is made of (`role-models.ts`), the whole chain is
 * `endOnDivergence(replay(record(budget(breaker(retry(adapter))))))`.
 */
export function openEpisodeModel(ports: EpisodeModelPorts): {
  readonly open: EpisodePlan['openModel'];
  /** Recorded replies that nobody asked for. */
  readonly unused: () => number;
  /** Throws BudgetExceeded once a question was refused for it. */
  readonly check: () => void;
} {
  const { live, cassette, calls, failStop, turns } = ports;
  const turnOf = (role: Role) => Math.max(1, turns() + (isPlayer(role) ? 1 : 0));
  // A lesson of the turn before the last may still have been in flight when that was recorded.
  const mayGoLive = () => turns() >= cassette.turns.length - 1;
  const excess = live && rememberExcess(live.budgets.all);
  let unused = () => cassette.usedCalls.length;
  return {
    check: () => excess?.check(),
    unused: () => unused(),
    open(onCall) {
      const keep = (call: ModelCall) => {
        const record = toCallRecord(call);
        failStop.guard(() => calls.append(record));
        onCall(record);
      };
      const onReplay: CallLog['replayed'] = (call) => {
        calls.replayed(call);
        live?.budgets.own.begin();
        if (call.outcome === 'answered') live?.budgets.own.charge(call.usage);
        onCall(call);
      };
      const afterwards =
        live && excess && withRecorder(withBudget(live.model, excess.budget), keep, { turnOf });
      const replay = createReplayModel(cassette.usedCalls, { afterwards, mayGoLive, onReplay });
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

/** A budget that remembers that it refused something. */
function rememberExcess(budget: SpendingLimit) {
  let excess: BudgetExceeded | null = null;
  return {
    budget: {
      ...budget,
      check() {
        try {
          budget.check();
        } catch (error) {
          if (error instanceof BudgetExceeded) excess ??= error;
          throw error;
        }
      },
    },
    /** Throws the refusal if there was one. */
    check(): void {
      if (excess !== null) throw excess;
    },
  };
}
