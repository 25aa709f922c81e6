import { normaliseAction } from '../domain/command.ts';
import type { JudgedProposal, Proposal, Verdict } from '../domain/proposal.ts';
import { askCritic, type CriticSettings } from './critic.ts';
import { doubtsAbout, type Doubts } from './doubts.ts';
import { freeRejection } from './free-checks.ts';
import type { TurnContext } from './turn-context.ts';
import type { TurnDeps } from './turn-deps.ts';

/** Judges one proposal: by what the engine knows, then by the critic. One rejected earlier in the turn stays rejected. */
export async function critique(
  proposal: Proposal,
  rejected: readonly JudgedProposal[],
  context: TurnContext,
  deps: Pick<TurnDeps, 'interpreter' | 'ask' | 'signal' | 'emit' | 'critic'>,
): Promise<Verdict> {
  const action = normaliseAction(proposal.action);
  const same = rejected.find((earlier) => normaliseAction(earlier.proposal.action) === action);
  if (same !== undefined) return same.verdict;
  const rejection = freeRejection(proposal, context, deps.interpreter);
  if (rejection !== null) return rejection;
  const { critic } = deps;
  if (critic !== undefined && context.observation.waitsFor !== 'key') {
    const doubts = doubtsAbout(proposal.action, context, critic.revisit);
    if (isAsked(critic, doubts, rejected)) {
      return askCritic(proposal, context, doubts, { ...deps, ...critic });
    }
  }
  return { kind: 'accepted', score: 1, reason: 'no fact speaks against it' };
}

function isAsked(
  { mode }: CriticSettings,
  { reasons, isDecided }: Doubts,
  rejected: readonly JudgedProposal[],
): boolean {
  if (isDecided) return false;
  if (mode !== 'auto') return mode === 'always';
  const wasAsked = rejected.some(
    ({ verdict }) => verdict.kind === 'rejected' && verdict.by === 'critic',
  );
  return reasons.length > 0 && !wasAsked;
}
