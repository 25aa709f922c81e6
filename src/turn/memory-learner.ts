import type { GameState } from '../domain/game-state.ts';
import { moved, type TurnRecord } from '../domain/turn-record.ts';
import type { Learner } from './lessons.ts';

/** What a memory lesson is told beside the turn itself. */
export interface LessonContext {
  readonly episode: number;
  readonly firstVisit: boolean;
  readonly sameVisit: boolean;
  readonly died: boolean;
  readonly recent: readonly TurnRecord[];
}

/** Draws memories from turns through a memory manager. */
export function memoryLearner(memory: {
  learn(turn: TurnRecord, context: LessonContext): Promise<void>;
  witness(turn: TurnRecord, context: Pick<LessonContext, 'episode'>): void;
  conclude(context: Pick<LessonContext, 'episode'>): Promise<void>;
}): Learner {
  return {
    lesson: 'memory',
    learn: (state, turn) =>
      memory.learn(turn, {
        episode: state.episode,
        firstVisit: isFirstVisit(state, turn),
        sameVisit: isOnlyVisit(state, turn),
        died: turn.after.died,
        recent: state.recent.slice(0, -1),
      }),
    witness: (state, turn) => Promise.resolve(memory.witness(turn, state)),
    conclude: ({ episode }) => memory.conclude({ episode }),
  };
}

/** Whether the room in which the turn ended had no turn of this episode before; `state` already counts the turn. */
function isFirstVisit(state: GameState, turn: TurnRecord): boolean {
  if (!moved(turn)) return turn.turn === 1;
  return isOnlyVisit(state, turn);
}

function isOnlyVisit({ visits }: GameState, { after }: TurnRecord): boolean {
  return visits.get(after.location.id) === 1;
}
