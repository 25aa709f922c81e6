import { effectOf, outcomesOfEffect } from '../domain/turn-effect.ts';
import type { GameState } from '../domain/game-state.ts';
import type { Observation } from '../domain/observation.ts';
import type { Decision, JudgedProposal } from '../domain/proposal.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { contextualise } from './contextualise.ts';
import { critique } from './critique.ts';
import { decisionBy, decideAmong, refusalsAmong } from './decision.ts';
import { learn } from './learn.ts';
import { observe } from './observe.ts';
import { propose } from './propose.ts';
import { record } from './record.ts';
import type { TurnContext } from './turn-context.ts';
import type { TurnDeps } from './turn-deps.ts';

/** One turn: observe, contextualise, propose, critique, act, record, learn. */
export async function runTurn(state: GameState, deps: TurnDeps): Promise<GameState> {
  const before = observe(deps.interpreter, state.observation);
  const decision = await decide(state, deps);
  const turn = act(state.turn + 1, before, decision, deps);
  const recorded = record(state, turn, deps.journal);
  const next = await learn(recorded, turn, deps);
  deps.emit({ type: 'turn-end', record: turn });
  return next;
}

/** Contextualise, propose, critique. A hand is told nothing; a recipe's command needs no proposal. */
async function decide(state: GameState, deps: TurnDeps): Promise<Decision> {
  if (deps.hand !== undefined) {
    deps.managers.map.observe(state.observation);
    return deps.hand.choose(state, deps);
  }
  const context = contextualise(state, deps.managers);
  const action = deps.managers.recipe.nextMove();
  return action === null ? proposeUntilAccepted(context, deps) : decisionBy('recipe', action);
}

/** Gives the interpreter exactly one command, observes the outcome, and looks for its cause. */
export function act(
  turn: number,
  before: Observation,
  decision: Decision,
  { interpreter, causes }: Pick<TurnDeps, 'interpreter' | 'causes'>,
): TurnRecord {
  const here = causes && interpreter.snapshot();
  const after = observe(interpreter, interpreter.step(decision.action));
  const played = { turn, before, decision, after };
  if (here !== undefined) return { ...played, ...causes?.find(here, played) };
  const isWorth = before.ended === null && outcomesOfEffect(effectOf(before, after)).length > 0;
  return isWorth ? { ...played, cause: 'unknown' } : played;
}

/** Proposes and critiques until a proposal is accepted or the last rejection is made. */
async function proposeUntilAccepted(first: TurnContext, deps: TurnDeps): Promise<Decision> {
  let context = first;
  const judged: JudgedProposal[] = [];
  for (;;) {
    const { proposal, asked } = await propose(context, judged, deps);
    context = asked;
    if (proposal === null) return decideAmong(judged, context.shown);
    const verdict = await critique(proposal, judged, context, deps);
    judged.push({ proposal, verdict });
    deps.emit({ type: 'proposal-judged', turn: context.turn, judged: { proposal, verdict } });
    const isOver = refusalsAmong(judged) === MOST_REFUSALS || judged.length === MOST_PROPOSALS;
    if (verdict.kind === 'accepted' || isOver) return decideAmong(judged, context.shown);
  }
}

/** After so many refusals in one turn, or proposals that were refused or answered, the best one is played. */
const MOST_REFUSALS = 3;
const MOST_PROPOSALS = 5;
