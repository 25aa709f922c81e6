import { expect, it } from 'vitest';
import type { JudgedProposal, RejectionKind } from '../../src/domain/proposal.ts';
import { withChoices, withRejections } from '../../src/turn/agent-messages.ts';

const PROMPT = '## Now\nTurn 3\n\n## Things in reach\n- lamp\n\n## Ways out\n- north';
const MESSAGES = [
  { role: 'system', content: 'You play.' },
  { role: 'user', content: PROMPT },
] as const;

function refused(action: string, by: RejectionKind, reason: string): JudgedProposal {
  const proposal = { action, reasoning: '', newObjective: null };
  return { proposal, verdict: { kind: 'rejected', by, score: -1, reason, forbidden: false } };
}

it('what was refused stands before what can be done, each once', () => {
  const one = refused('fly', 'unknown-word', 'no such word');
  const [system, user] = withRejections(MESSAGES, [one, one]);
  expect(system).toEqual(MESSAGES[0]);
  expect(user?.content).toBe(
    '## Now\nTurn 3\n\n## Refused this turn\n- fly: no such word\nPropose something else.\n\n## Things in reach\n- lamp\n\n## Ways out\n- north',
  );
  expect(withRejections(MESSAGES, [])).toEqual(MESSAGES);
});

it('what is answered from what is known is told as known, not as refused', () => {
  const [, user] = withRejections(MESSAGES, [refused('look', 'answered', 'Hall A quiet hall.')]);
  expect(user?.content).toContain('## Known without a turn\n- look: Hall A quiet hall.');
  expect(user?.content).not.toContain('Refused');
});

it('a choice ends the prompt with its commands', () => {
  const [, user] = withChoices(MESSAGES, ['north', 'take lamp'], false);
  expect(user?.content).toMatch(/one of these, as it stands here:\n- north\n- take lamp$/);
  expect(withChoices(MESSAGES, [], false)).toEqual(MESSAGES);
  const [, bound] = withChoices(MESSAGES, ['north', 'take lamp'], true);
  expect(bound?.content).toMatch(/its number:\n1\. north\n2\. take lamp$/);
});
