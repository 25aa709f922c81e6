import { RecordingDiverged } from '../episode/recording-diverged.ts';
import type { Role } from '../domain/message.ts';
import type { FailStop } from '../episode/fail-stop.ts';
import { BudgetExceeded, withBudget, type Budget } from '../model/budget.ts';
import { toCallRecord } from '../model/call-record.ts';
import type { LanguageModel } from '../model/model.ts';
import { withRecorder, type ModelCall } from '../model/recorder.ts';
import { createReplayModel, ReplayDiverged } from '../model/replay-model.ts';
import type { EpisodePlan } from './compose-episode.ts';
import type { Cassette } from '../records/cassette.ts';
import { isPlayer, type CallLog } from '../records/call-log.ts';

type SpendingLimit = Omit<Budget, 'spent'>;

/** Between an episode and its model. */
export interface EpisodeModelPorts {
  readonly live: LanguageModel;
  readonly cassette: Cassette;
  readonly calls: CallLog;
  readonly failStop: FailStop;
  /** Turns played so far. */
  readonly turns: () => number;
  readonly budgets: { readonly all: SpendingLimit; readonly own: SpendingLimit };
  /** Whether every request before now was one of the recorded ones. */
  readonly mayGoLive: () => boolean;
}

/**
 * Answers what was recorded from the recording and asks the model for the rest, within the budgets; every new reply is on
 * disk before it is used. A request that should have been recorded ends the episode with ReplayDiverged.
 */
export function openEpisodeModel(ports: EpisodeModelPorts): EpisodePlan['openModel'] {
  const { live, cassette, calls, failStop, budgets, mayGoLive } = ports;
  return (onCall) => {
    const keep = (call: ModelCall) => {
      const record = toCallRecord(call);
      failStop.guard(() => calls.append(record));
      onCall(record);
    };
    const turnOf = (role: Role) => Math.max(1, ports.turns() + (isPlayer(role) ? 1 : 0));
    const recorded = withRecorder(withBudget(live, budgets.all), keep, { turnOf });
    const replay = createReplayModel(cassette.usedCalls, {
      afterwards: recorded,
      mayGoLive,
      onReplay(call) {
        calls.replayed(call);
        budgets.own.begin();
        if (call.outcome === 'answered') budgets.own.charge(call.usage);
        onCall(call);
      },
    });
    return endOnDivergence(replay, failStop);
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

/** A budget that remembers that it refused something. */
export function rememberExcess(budget: SpendingLimit) {
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
