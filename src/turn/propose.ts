import * as z from 'zod';
import { cleanAction } from '../domain/command.ts';
import type { Message } from '../domain/message.ts';
import type { JudgedProposal, Proposal } from '../domain/proposal.ts';
import type { Ask } from '../model/ask.ts';
import type { TurnContext } from './turn-context.ts';

const MAX_ACTION_LENGTH = 120;

/** What the agent answers. Optional fields may be null or absent. */
export const agentReply = z.object({
  thinking: z.string().describe('Your reasoning, a few sentences.'),
  action: z
    .string()
    .transform(cleanAction)
    .pipe(z.string().min(1).max(MAX_ACTION_LENGTH))
    .describe('Exactly one command for the parser.'),
  newObjective: z.string().nullish().describe('A goal you set yourself now, or null.'),
  target: z.int().nonnegative().nullish().describe('Location id you want to reach, or null.'),
});

/** Asks the agent for one action. Throws ModelError when it gives no usable answer; nothing is ever made up. */
export async function propose(
  context: TurnContext,
  rejected: readonly JudgedProposal[],
  deps: { readonly ask: Ask; readonly signal: AbortSignal },
): Promise<Proposal> {
  const answer = await deps.ask({
    role: 'agent',
    messages: withRejections(context.messages, rejected),
    replySchema: agentReply,
    essential: ['action', 'command'],
    signal: deps.signal,
  });
  if (!answer.ok) throw answer.error;
  const { thinking, action, newObjective, target } = answer.value;
  return {
    action,
    reasoning: [thinking, answer.reply.reasoning].filter((part) => part !== '').join('\n\n'),
    newObjective: newObjective?.trim() || null,
    target: target ?? null,
  };
}

function withRejections(
  messages: readonly Message[],
  rejected: readonly JudgedProposal[],
): readonly Message[] {
  if (rejected.length === 0) return messages;
  const lines = rejected.map(({ proposal, verdict }) => `- ${proposal.action}: ${verdict.reason}`);
  const refused = `\n\n## Refused this turn\n${lines.join('\n')}\nPropose something else.`;
  return messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, content: message.content + refused } : message,
  );
}
