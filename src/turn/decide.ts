import { ModelError } from '../domain/errors.ts';
import type { Decision, JudgedProposal } from '../domain/proposal.ts';

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
