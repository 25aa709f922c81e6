import { canonicalAction } from '../domain/command.ts';
import { ModelError } from '../domain/errors.ts';
import type { Decision, JudgedProposal } from '../domain/proposal.ts';

/**
 * Decides between the proposals of a turn: the accepted one, else the best-scored, the later of equals. What facts speak
 * against is only played if there is nothing else, and never if it is forbidden. Throws ModelError if all were forbidden.
 * `shown` holds the ids of the memories in the prompt.
 */
export function decideAmong(
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

/** The number of proposals that were refused. One that was answered without a turn was not, unless it came again. */
export function refusalsAmong(judged: readonly JudgedProposal[]): number {
  const rejected = judged.filter(({ verdict }) => verdict.kind === 'rejected');
  const answered = rejected.flatMap(({ proposal, verdict }) =>
    verdict.kind === 'rejected' && verdict.by === 'answered'
      ? [canonicalAction(proposal.action)]
      : [],
  );
  return rejected.length - new Set(answered).size;
}

function bestRefused(judged: readonly JudgedProposal[]): JudgedProposal | undefined {
  const allowed = judged.filter(
    ({ verdict }) => !(verdict.kind === 'rejected' && verdict.forbidden),
  );
  const doubted = allowed.filter(
    ({ verdict }) => verdict.kind === 'rejected' && ['critic', 'answered'].includes(verdict.by),
  );
  return (doubted.length > 0 ? doubted : allowed)
    .toSorted((one, other) => one.verdict.score - other.verdict.score)
    .at(-1);
}

/** The decision for a command without proposal and verdict; `by` says who chose it. */
export function decisionBy(by: string, action: string): Decision {
  const said = { reasoning: '', newObjective: null };
  return { action, ...said, judged: [], overridden: false, by };
}
