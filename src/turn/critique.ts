import type { Proposal, Verdict } from '../domain/proposal.ts';
import { freeRejection } from './free-checks.ts';
import type { TurnContext } from './turn-context.ts';
import type { TurnDeps } from './turn-deps.ts';

/** Judges one proposal: what the engine knows decides first and costs nothing. */
export async function critique(
  proposal: Proposal,
  context: TurnContext,
  deps: Pick<TurnDeps, 'interpreter' | 'ask' | 'signal'>,
): Promise<Verdict> {
  const rejection = freeRejection(proposal, context, deps.interpreter);
  return rejection ?? { kind: 'accepted', score: 1, reason: 'no fact speaks against it' };
}
