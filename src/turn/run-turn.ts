import { ModelError } from '../domain/errors.ts';
import type { Decision, JudgedProposal } from '../domain/proposal.ts';
import type { GameState } from '../domain/game-state.ts';
import { act } from './act.ts';
import { observe } from './observe.ts';
import { contextualise, type Managers } from './contextualise.ts';
import { critique } from './critique.ts';
import type { Hand, TurnDeps } from './turn-deps.ts';
import type { TurnContext } from './turn-context.ts';
import { learn } from './learn.ts';
import { propose } from './propose.ts';
import { record } from './record.ts';

/** One turn: observe, contextualise, propose, critique, act, record, learn. A recipe's turn is proposed by nobody. */
export async function runTurn(state: GameState, deps: TurnDeps): Promise<GameState> {
  const before = observe(deps.interpreter, state.observation);
  const decision = await (deps.hand === undefined
    ? decideAsPlayer(state, deps)
    : chooseByHand(deps.hand, state, deps));
  const turn = act(state.turn + 1, before, decision, deps);
  const recorded = record(state, turn, deps.journal);
  const next = await learn(recorded, turn, deps);
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
  return byRecipe(deps.managers) ?? proposeUntilAccepted(context, deps);
}

/** What the recipe of the episode plays, without asking anybody; null where it is over or there is none. */
function byRecipe({ recipe }: Managers): Decision | null {
  const action = recipe.nextMove();
  return action === null ? null : chosenBy('recipe', action);
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
      return decide(judged, context.shown);
  }
}

/** After so many rejections in one turn the best proposal is played all the same. */
export const MAX_REJECTIONS = 3;

/**
 * The action of the turn from everything proposed for it, with the ids of the memories that were shown: the accepted one,
 * else the best-scored that is not forbidden, the later of equals. Throws ModelError when every proposal was forbidden.
 */
export function decide(judged: readonly JudgedProposal[], shown: readonly string[] = []): Decision {
  const accepted = judged.find(({ verdict }) => verdict.kind === 'accepted');
  const chosen = accepted ?? bestRefused(judged);
  if (chosen === undefined) {
    throw new ModelError(
      'The agent proposed nothing but forbidden commands; use a model that follows the prompt.',
      { kind: 'malformed', role: 'agent', retryable: false },
    );
  }
  const memories = shown.length > 0 && { memories: shown };
  return { ...chosen.proposal, judged, overridden: accepted === undefined, ...memories };
}

function bestRefused(judged: readonly JudgedProposal[]): JudgedProposal | undefined {
  const playable = judged.filter(
    ({ verdict }) => !(verdict.kind === 'rejected' && verdict.forbidden),
  );
  return playable.reduce<JudgedProposal | undefined>(
    (best, next) => (best === undefined || next.verdict.score >= best.verdict.score ? next : best),
    undefined,
  );
}

/** A command that nobody proposed and nobody judged; `by` says who chose it. */
export function chosenBy(by: string, action: string): Decision {
  const said = { reasoning: '', newObjective: null };
  return { action, ...said, judged: [], overridden: false, by };
}
