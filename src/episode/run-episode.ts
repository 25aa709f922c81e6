import { plural } from '../domain/text.ts';
import { setImmediate } from 'node:timers/promises';
import { InterpreterError, ModelError, PlayerLeft } from '../domain/errors.ts';
import { openingState, type GameState } from '../domain/game-state.ts';
import { isResumable, type Stop } from '../domain/stop-reason.ts';
import { BudgetExceeded } from '../model/budget.ts';
import { concludeLessons, settleLessons } from '../turn/learn.ts';
import { runTurn } from '../turn/run-turn.ts';
import { observe } from '../turn/observe.ts';
import type { TurnDeps } from '../turn/turn-deps.ts';

/** One game to play: its number in the workdir, and the seed of its story. */
interface EpisodeStart {
  readonly episode: number;
  readonly seed: number;
  /** The limit of its own turns, even if its parents had another. */
  readonly maxTurns: number;
  /** The episode of a turn: for turns that a fork copied, the parent. */
  readonly numberAt?: (turn: number) => number;
}

export interface EpisodeDeps extends TurnDeps {
  /** The work before the first and after the last turn. Both end in events, never in errors. */
  readonly episodes: {
    startEpisode(state: GameState): Promise<void>;
    endEpisode(state: GameState, stop: Stop): Promise<unknown>;
  };
  /** Takes in input from outside before a turn. Rejects with BudgetExceeded, and with what must end the episode. */
  readonly beforeTurn: (turn: number) => Promise<void>;
  /** Throws what must end the episode, as `beforeTurn` does, because lessons turn errors into events. */
  readonly check: () => void;
}

export interface EpisodeResult {
  readonly state: GameState;
  readonly stop: Stop;
}

/** Plays turns until a stop reason. Errors of models, story and person are stop reasons; all others go to the caller. */
export async function runEpisode(
  start: EpisodeStart,
  limits: () => Limits,
  deps: EpisodeDeps,
): Promise<EpisodeResult> {
  const { interpreter } = deps;
  const { episode, seed, maxTurns, numberAt = () => episode } = start;
  const opening = observe(interpreter, interpreter.opening);
  let state = openingState(numberAt(1), seed, opening);
  const { ifid } = interpreter.story;
  deps.emit({ type: 'episode-start', episode, seed, ifid, opening, maxTurns });
  let isBegun = false;
  const reached = await playUntilStop();
  state = { ...state, episode };
  await (isResumable(reached.reason) ? deps.lessons.settle() : concludeLessons(state, deps));
  await deps.episodes.endEpisode(state, reached);
  const stop = cutShort(deps) ?? reached;
  deps.emit({ type: 'episode-end', episode, stop });
  return { state, stop };

  /** Asks models before the player's first turn, and after the turns of a recipe. */
  async function begin(): Promise<void> {
    isBegun = true;
    deps.lessons.start('objectives', () => deps.episodes.startEpisode(state));
    await deps.lessons.settle();
  }

  async function playUntilStop(): Promise<Stop> {
    try {
      for (;;) {
        if (!isBegun && deps.managers.recipe.nextMove() === null) await begin();
        let reason = episodeStopReason(state, limits());
        if (reason?.reason === 'stuck') {
          // The newest lessons may have found a completed objective.
          state = await settleLessons(state, deps);
          reason = episodeStopReason(state, limits());
        }
        if (reason !== null) return reason;
        // Without this, a player that answers at once would keep signals and timers from being heard.
        await setImmediate();
        await deps.beforeTurn(state.turn + 1);
        state = await runTurn({ ...state, episode: numberAt(state.turn + 1) }, deps);
      }
    } catch (error) {
      return stopFor(error, deps.signal);
    }
  }
}

/** Whether lessons may have been given up on the way. Then the episode is not over, whatever stopped it. */
function cutShort({ signal, check }: EpisodeDeps): Stop | null {
  try {
    check();
    signal.throwIfAborted();
    return null;
  } catch (error) {
    return stopFor(error, signal);
  }
}

function stopFor(error: unknown, signal: AbortSignal): Stop {
  if (signal.aborted) return { reason: 'interruption', detail: 'Stopped at once on request.' };
  if (error instanceof PlayerLeft) return { reason: 'quit', detail: error.message };
  if (error instanceof BudgetExceeded) return { reason: 'budget', detail: error.message };
  if (error instanceof ModelError) {
    const reason = error.kind === 'outage' ? 'provider-down' : 'model-failed';
    return { reason, detail: error.message, modelError: error.kind };
  }
  if (error instanceof InterpreterError)
    return { reason: 'interpreter-failed', detail: error.message };
  throw error;
}

export interface Limits {
  readonly maxTurns: number;
  readonly maxTurnsStuck: number;
  readonly stuckCheckInterval: number;
  readonly stopWhenStuck: boolean;
  /** Whether the episode goes on after a death if the story brings the player back. */
  readonly continueAfterDeath: boolean;
  readonly stopRequested: () => boolean;
}

/** The first condition that holds. Null while play goes on. */
export function episodeStopReason(state: GameState, limits: Limits): Stop | null {
  const { observation, turn, progressTurn } = state;
  const { maxTurns, maxTurnsStuck, stuckCheckInterval, stopWhenStuck } = limits;
  if (observation.ended !== null) {
    return { reason: observation.ended, detail: `The game ended on turn ${turn}.` };
  }
  if (observation.died && !limits.continueAfterDeath) {
    return { reason: 'death', detail: `The player died on turn ${turn}.` };
  }
  if (limits.stopRequested()) {
    return { reason: 'interruption', detail: `Stopped on request after turn ${turn}.` };
  }
  if (turn >= maxTurns) {
    return { reason: 'max-turns', detail: `The limit of ${plural(maxTurns, 'turn')} is reached.` };
  }
  const turnsStuck = turn - progressTurn;
  const isChecked = stopWhenStuck && turn > 0 && turn % stuckCheckInterval === 0;
  if (!isChecked || turnsStuck < maxTurnsStuck) return null;
  const detail = `Its last ${turnsStuck} turns brought no point and no reached objective.`;
  return { reason: 'stuck', detail };
}
