import { scoreChange } from '../domain/turn-effect.ts';
import type { GameState } from '../domain/game-state.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Learner } from './lessons.ts';
import type { TurnDeps } from './turn-deps.ts';

/** Starts the lessons of a turn. They take effect only in `settleLessons`, so that no prompt depends on a model's speed. */
export async function learn(
  state: GameState,
  turn: TurnRecord,
  deps: TurnDeps,
): Promise<GameState> {
  deps.managers.map.record(turn);
  // For lessons, the map begins where the player is now.
  deps.managers.map.observe(turn.after);
  deps.managers.context.record(turn);
  deps.managers.recipe.record(turn);
  deps.managers.frontier.record(turn);
  deps.managers.returns.record(turn);
  const settled = await settleLessons(state, deps);
  const isByRecipe = turn.decision.by === 'recipe';
  for (const learner of deps.learners) {
    deps.lessons.start(learner.lesson, async () =>
      isByRecipe ? learner.witness?.(settled, turn) : learner.learn(settled, turn),
    );
  }
  const isAwaited = !isByRecipe && deps.learners.some((learner) => learner.isAwaited?.(settled));
  return isAwaited || scoreChange(turn) !== 0 || turn.after.ended !== null
    ? settleLessons(settled, deps)
    : settled;
}

/** Draws the lessons that were put off, after all others have taken effect. */
export async function concludeLessons(
  state: GameState,
  { learners, lessons }: Pick<TurnDeps, 'lessons' | 'learners'>,
): Promise<void> {
  await lessons.conclude();
  for (const learner of learners) {
    lessons.start(learner.lesson, async () => learner.conclude?.(state));
  }
  await lessons.conclude();
}

/** Waits until every lesson started so far has taken effect, and adds their findings to the state. */
export async function settleLessons(
  state: GameState,
  deps: Pick<TurnDeps, 'lessons' | 'learners'>,
): Promise<GameState> {
  await deps.lessons.settle();
  return takeIn(state, deps.learners);
}

/** Adds the findings of settled lessons to the state; a completed objective is progress of its turn. */
function takeIn(state: GameState, learners: readonly Learner[]): GameState {
  const amended = learners.reduce((now, learner) => learner.amend?.(now) ?? now, state);
  const turns = learners.map((learner) => learner.lastProgressTurn?.() ?? 0);
  return { ...amended, progressTurn: Math.max(state.progressTurn, ...turns) };
}
