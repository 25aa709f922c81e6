import { effectOf, outcomesOf, scoreChange } from '../domain/effect.ts';
import { ModelError } from '../domain/errors.ts';
import type { GameState } from '../domain/game-state.ts';
import type { Observation } from '../domain/observation.ts';
import type { Decision, JudgedProposal } from '../domain/proposal.ts';
import { type TurnRecord } from '../domain/turn-record.ts';
import { contextualise } from './contextualise.ts';
import { critique } from './critique.ts';
import type { Learner } from './lessons.ts';
import { observe } from './observe.ts';
import { propose } from './propose.ts';
import { record } from './record.ts';
import type { TurnContext } from './turn-context.ts';
import type { Hand, TurnDeps } from './turn-deps.ts';

/** One turn: observe, contextualise, propose, critique, act, record, learn. A recipe's turn is proposed by nobody. */
export async function runTurn(state: GameState, deps: TurnDeps): Promise<GameState> {
  const before = observe(deps.interpreter, state.observation);
  const decision = await (deps.hand === undefined
    ? decideAsPlayer(state, deps)
    : chooseByHand(deps.hand, state, deps));
  const turn = actTurn(state.turn + 1, before, decision, deps);
  const recorded = record(state, turn, deps.journal);
  const next = await learnTurn(recorded, turn, deps);
  deps.emit({ type: 'turn-end', record: turn });
  return next;
}

/** Nobody is told anything; the map takes the place in all the same. */
function chooseByHand(hand: Hand, state: GameState, deps: TurnDeps): Promise<Decision> {
  deps.managers.map.observe(state.observation);
  return hand.choose(state, deps);
}

/** What a recipe plays now, else what the player settles on; the conversation begins with the first turn either way. */
async function decideAsPlayer(state: GameState, deps: TurnDeps): Promise<Decision> {
  const context = contextualise(state, deps.managers);
  const action = deps.managers.recipe.nextMove();
  return action === null ? proposeUntilAccepted(context, deps) : turnChosenBy('recipe', action);
}

/** Propose and critique, again after a rejection, until one stands or the last rejection allowed is made. */
async function proposeUntilAccepted(first: TurnContext, deps: TurnDeps): Promise<Decision> {
  let context = first;
  const judged: JudgedProposal[] = [];
  for (;;) {
    const { proposal, asked } = await propose(context, judged, deps);
    context = asked;
    const verdict = await critique(proposal, judged, context, deps);
    judged.push({ proposal, verdict });
    deps.emit({ type: 'proposal-judged', turn: context.turn, judged: { proposal, verdict } });
    if (verdict.kind === 'accepted' || judged.length === MAX_REJECTIONS)
      return decideTurn(judged, context.shown);
  }
}

/** After so many rejections in one turn the best proposal is played all the same. */
const MAX_REJECTIONS = 3;

/**
 * The action of the turn from everything proposed for it, with the ids of the memories that were shown: the accepted one,
 * else the best-scored that is not forbidden, the later of equals. Throws ModelError when every proposal was forbidden.
 */
export function decideTurn(
  judged: readonly JudgedProposal[],
  shown: readonly string[] = [],
): Decision {
  const accepted = judged.find(({ verdict }) => verdict.kind === 'accepted');
  const chosen = accepted ?? bestRefused(judged);
  if (chosen === undefined) {
    throw new ModelError(
      'The agent proposed nothing but forbidden commands; use a model that follows the prompt.',
      { kind: 'malformed', role: 'agent' },
    );
  }
  const memories = shown.length > 0 && { memories: shown };
  return { ...chosen.proposal, judged, overridden: accepted === undefined, ...memories };
}

function bestRefused(judged: readonly JudgedProposal[]): JudgedProposal | undefined {
  return judged
    .filter(({ verdict }) => !(verdict.kind === 'rejected' && verdict.forbidden))
    .toSorted((one, other) => one.verdict.score - other.verdict.score)
    .at(-1);
}

/** A command that nobody proposed and nobody judged; `by` says who chose it. */
export function turnChosenBy(by: string, action: string): Decision {
  const said = { reasoning: '', newObjective: null };
  return { action, ...said, judged: [], overridden: false, by };
}

/** Gives the interpreter exactly one command, looks at what became of it, and at what would have become of waiting. */
export function actTurn(
  turn: number,
  before: Observation,
  decision: Decision,
  { interpreter, causes }: Pick<TurnDeps, 'interpreter' | 'causes'>,
): TurnRecord {
  const here = causes && interpreter.snapshot();
  const after = observe(interpreter, interpreter.step(decision.action));
  const played = { turn, before, decision, after };
  if (here !== undefined) return { ...played, ...causes?.find(here, played) };
  const isWorth = before.ended === null && outcomesOf(effectOf(before, after)).length > 0;
  return isWorth ? { ...played, cause: 'unknown' } : played;
}

/**
 * Starts the lessons of a turn together and lets play go on. They take effect only while `settleTurns` runs, so that what a
 * prompt contains never depends on how fast a model answered. Returns the state with what they found out about it.
 */
export async function learnTurn(
  state: GameState,
  turn: TurnRecord,
  deps: TurnDeps,
): Promise<GameState> {
  deps.managers.map.record(turn);
  // What lessons ask about the map begins where the player is now.
  deps.managers.map.observe(turn.after);
  deps.managers.context.record(turn);
  deps.managers.recipe.record(turn);
  deps.managers.frontier.record(turn);
  deps.managers.returns.record(turn);
  const settled = await settleTurns(state, deps);
  const isByRecipe = turn.decision.by === 'recipe';
  for (const learner of deps.learners) {
    deps.lessons.start(learner.lesson, async () =>
      isByRecipe ? learner.witness?.(settled, turn) : learner.learn(settled, turn),
    );
  }
  const isAwaited = !isByRecipe && deps.learners.some((learner) => learner.isAwaited?.(settled));
  return isAwaited || scoreChange(turn) !== 0 || turn.after.ended !== null
    ? settleTurns(settled, deps)
    : settled;
}

/** Draws the lessons that were put off, once all others have taken effect. */
export async function concludeTurns(
  state: GameState,
  { learners, lessons }: Pick<TurnDeps, 'lessons' | 'learners'>,
): Promise<void> {
  await lessons.conclude();
  for (const learner of learners) {
    lessons.start(learner.lesson, async () => learner.conclude?.(state));
  }
  await lessons.conclude();
}

/** Waits until every lesson started so far has taken effect, and takes in what they found. */
export async function settleTurns(
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
