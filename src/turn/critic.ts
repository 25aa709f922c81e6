import * as z from 'zod';
import type { Message } from '../domain/message.ts';
import type { Proposal, Verdict } from '../domain/proposal.ts';
import type { Tools } from '../managers/tools.ts';
import { describeSchema } from '../model/reply-schema.ts';
import { EXITS_WORDS } from '../prompts/exits-wording.ts';
import type { PromptLibrary } from '../prompts/prompt-library.ts';
import { questionMessages } from '../prompts/question.ts';
import { oneLine } from '../prompts/quote.ts';
import { toldTurns } from '../prompts/told-turns.ts';
import { commandWords } from '../prompts/wording.ts';
import type { Doubts, RevisitOptions } from './doubts.ts';
import { hideOtherExits } from './hide-other-exits.ts';
import type { TurnContext } from './turn-context.ts';

/** A score that, weighed with trust, is below this rejects. */
const REJECTS_BELOW = -0.2;

/** A critic that is less sure of itself than this rejects nothing. */
const LEAST_CONFIDENCE = 0.3;
const USUAL_CONFIDENCE = 0.8;

const REASON_LENGTH = 240;

const TURN_TOKENS = 500;

export interface CriticSettings {
  /** `auto` asks only where something that costs nothing speaks against an action, and at most once a turn. */
  readonly mode: 'always' | 'auto' | 'never';
  readonly prompts: PromptLibrary;
  readonly revisit: RevisitOptions;
  readonly recentTurns: number;
}

export const criticReply = z.object({
  justification: z
    .string()
    .meta({ maxLength: REASON_LENGTH })
    .describe('Why, in one sentence, without naming any other way out.'),
  score: z.number().min(-1).max(1).describe('From -1 (pointless or harmful) to 1 (surely good).'),
  confidence: z.number().min(0).max(1).nullish().describe('How sure you are, 0 to 1.'),
});

type CriticPorts = Pick<Tools, 'ask' | 'emit' | 'signal'>;

type Shown = Pick<CriticSettings, 'prompts' | 'recentTurns'>;

/** Asks the critic about one proposal. Without a usable answer the proposal is accepted, and a warning says so. */
export async function askCritic(
  proposal: Proposal,
  context: TurnContext,
  doubts: Doubts,
  { prompts, recentTurns, ask, emit, signal }: CriticPorts & Shown,
): Promise<Verdict> {
  const messages = criticMessages(proposal, context, doubts, { prompts, recentTurns });
  const answer = await ask({ role: 'critic', messages, replySchema: criticReply, signal });
  if (answer.ok) return weigh(answer.value, proposal, context, doubts);
  emit({ type: 'warning', code: 'critic-unavailable', message: answer.error.message });
  return { kind: 'accepted', score: 0, reason: 'critic unavailable' };
}

/** What the agent was told, and the proposal at the end: the critic judges by the same facts. */
export function criticMessages(
  { action, reasoning }: Proposal,
  { messages: told, recent, observation }: TurnContext,
  { reasons }: Doubts,
  { prompts, recentTurns }: Shown,
): readonly [Message, Message] {
  const proposal = prompts.render('critic.proposal', {
    action: commandWords(action),
    reasoning: oneLine(reasoning, 400) || '(No reasoning recorded)',
    doubts:
      reasons.length === 0 ? '- (nothing yet)' : reasons.map((doubt) => `- ${doubt}`).join('\n'),
  });
  const shown = recentTurns === 0 ? [] : recent.slice(-recentTurns);
  const turns = shown.length === 0 ? '' : `## Recent turns\n${toldTurns(shown, TURN_TOKENS)}\n\n`;
  const schema = describeSchema(criticReply);
  const exits = EXITS_WORDS[observation.exitsTold ?? 'probed'];
  return questionMessages(
    prompts.render('critic.system', { schema, ways: exits.critic, unlisted: exits.unlisted }),
    `${turns}${told.at(-1)?.content}\n\n${proposal}`,
  );
}

/** Revisits lower the score, trust says how far below zero a score must be. */
function weigh(
  { score, justification, confidence }: z.output<typeof criticReply>,
  { action }: Proposal,
  { observation, criticTrust }: TurnContext,
  { revisit }: Doubts,
): Verdict {
  const penalised = Math.max(-1, score + revisit.penalty);
  const said = oneLine(hideOtherExits(justification, action, observation), REASON_LENGTH);
  const reason = [said, ...(revisit.penalty < 0 ? [revisit.reason] : [])].join('; ');
  const isSure = (confidence ?? USUAL_CONFIDENCE) >= LEAST_CONFIDENCE;
  if (!isSure || penalised * criticTrust >= REJECTS_BELOW) {
    return { kind: 'accepted', score: penalised, reason };
  }
  return { kind: 'rejected', by: 'critic', score: penalised, reason, forbidden: false };
}
