import type { GameState } from '../domain/game-state.ts';
import { isPassive } from '../domain/command.ts';
import type { Stop } from '../domain/stop-reason.ts';
import { hadNoEffect, type TurnRecord } from '../domain/turn-record.ts';
import { scratchFiles } from '../storage/learnt-folder.ts';
import { buildEpisode } from './build-episode.ts';
import type { EpisodeBudgets } from './budgets.ts';
import type { ForkPoint } from './fork-episode.ts';
import { liveModel } from './play-session.ts';
import { repetitionOf } from './repetition.ts';
import type { RunServices } from './run-services.ts';

/** What a play from a recorded moment came to. */
export interface PlayedOn {
  /** Of the whole game so far. */
  readonly points: number;
  readonly rooms: number;
  /** Turns since the moment that changed nothing, and proposals since then that were refused. */
  readonly wasted: number;
  readonly deaths: number;
}

/**
 * Plays on from a recorded moment for some turns, in memory alone: no file changes and no episode begins. What it costs is
 * counted in `budgets`. Where play did not come that far, why.
 */
export async function playOn(
  services: RunServices,
  { parent, turn, cut }: ForkPoint,
  until: { readonly turns: number; readonly budgets: EpisodeBudgets; readonly signal: AbortSignal },
): Promise<PlayedOn | Stop> {
  const stop = new AbortController();
  let isOver = false;
  const end = (why: string) => {
    isOver = true;
    stop.abort(new Error(why));
  };
  const own: TurnRecord[] = [];
  const append = (record: object) => {
    const played = record as TurnRecord;
    own.push(played);
    // Nobody is asked what the whole episode taught.
    const isDead = played.after.died && !services.config.episode.continueAfterDeath;
    if (played.after.ended !== null || isDead) end('the game is over');
  };
  const { stage } = repetitionOf(parent, services.config.story);
  const episode = await buildEpisode(services, {
    ...stage,
    ...cut,
    files: scratchFiles(cut.start),
    logs: { ...stage.logs, turns: { append } },
    signal: AbortSignal.any([stop.signal, until.signal]),
    live: liveModel(services, until.budgets),
    beforeTurn(next) {
      if (next <= turn + until.turns) return;
      end('the play is long enough');
      stop.signal.throwIfAborted();
    },
  });
  const { state, stop: ended } = await episode.play();
  await until.budgets.settle(true);
  return isOver ? outcomeOf(state, own) : ended;
}

function outcomeOf({ observation, visits }: GameState, own: readonly TurnRecord[]): PlayedOn {
  const refused = own.flatMap(({ decision }) =>
    decision.judged.filter(({ verdict }) => verdict.kind === 'rejected'),
  );
  return {
    // The turn that ended the game may not be in the state any more.
    points: (own.at(-1)?.after ?? observation).score ?? 0,
    rooms: visits.size,
    wasted: own.filter(isWasted).length + refused.length,
    deaths: own.filter(({ after }) => after.died || after.ended === 'death').length,
  };
}

function isWasted(turn: TurnRecord): boolean {
  return hadNoEffect(turn) && !isPassive(turn.decision.action);
}
