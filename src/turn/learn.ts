import type { GameState } from '../domain/game-state.ts';
import { scoreChange, type TurnRecord } from '../domain/turn-record.ts';
import type { Emit } from '../events/event.ts';
import type { Ask } from '../model/ask.ts';
import type { TurnDeps } from './turn-deps.ts';

/** Something that may draw a lesson from a turn, with model calls through the gated Ask of Lessons. */
export interface Learner {
  readonly lesson: 'memory' | 'objectives' | 'knowledge' | 'state' | 'extractor';
  learn(state: GameState, turn: TurnRecord): Promise<void>;
  /** The state with what settled lessons found out about it. Asked after each settling; adds each finding once. */
  amend?(state: GameState): GameState;
  /** Draws what it has put off; for the end of an episode that will not go on. */
  conclude?(state: GameState): Promise<void>;
  /** The newest turn that was progress though no score says so; null while there was none. */
  lastProgressTurn?(): number | null;
}

/**
 * Starts the lessons of a turn together and lets play go on. They take effect only while `settle` runs, so that what a
 * prompt contains never depends on how fast a model answered. Returns the state with what they found out about it.
 */
export async function learn(
  state: GameState,
  turn: TurnRecord,
  deps: TurnDeps,
): Promise<GameState> {
  deps.managers.map.record(turn);
  const settled = await settle(state, deps);
  for (const learner of deps.learners) {
    deps.lessons.start(learner.lesson, () => learner.learn(settled, turn));
  }
  return scoreChange(turn) === 0 && turn.after.ended === null ? settled : settle(settled, deps);
}

/** Draws the lessons that were put off, once all others have taken effect. */
export async function conclude(
  state: GameState,
  { learners, lessons }: Pick<TurnDeps, 'lessons' | 'learners'>,
): Promise<void> {
  await lessons.settle();
  for (const learner of learners) {
    lessons.start(learner.lesson, async () => learner.conclude?.(state));
  }
  await lessons.settle();
}

/** Waits until every lesson started so far has taken effect, and takes in what they found. */
export async function settle(
  state: GameState,
  deps: Pick<TurnDeps, 'lessons' | 'learners'>,
): Promise<GameState> {
  await deps.lessons.settle();
  return takeIn(state, deps.learners);
}

/** The state after lessons have settled: amended, and with an objective's completion as progress of the turn that did it. */
function takeIn(state: GameState, learners: readonly Learner[]): GameState {
  const amended = learners.reduce((now, learner) => learner.amend?.(now) ?? now, state);
  const turns = learners.map((learner) => learner.lastProgressTurn?.() ?? 0);
  return { ...amended, progressTurn: Math.max(state.progressTurn, ...turns) };
}

/** The lessons in flight. Answers to their questions are held back until `settle` opens the gate. */
export class Lessons {
  readonly #emit: Emit;
  #pending: Promise<void>[] = [];
  #gate = openable();

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** An Ask for learners: the question goes out at once, the answer comes back once the gate is open. */
  gated(ask: Ask): Ask {
    return async (question) => {
      const gate = this.#gate;
      const [answer] = await Promise.all([ask(question), gate.opened]);
      return answer;
    };
  }

  /** A lesson that fails is an event; play goes on. */
  start(lesson: Learner['lesson'], run: () => Promise<void>): void {
    const guarded = run().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.#emit({ type: 'lesson-failed', lesson, reason });
    });
    this.#pending.push(guarded);
  }

  /** Waits until every lesson started so far has taken effect. */
  async settle(): Promise<void> {
    const [pending, gate] = [this.#pending, this.#gate];
    this.#pending = [];
    gate.open();
    await Promise.all(pending);
    this.#gate = openable();
  }
}

function openable(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
