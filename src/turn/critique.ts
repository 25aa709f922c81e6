import * as z from 'zod';
import { isPassive, normaliseAction } from '../domain/command.ts';
import { hadNoEffect, isDeath, scoreChange } from '../domain/turn-effect.ts';
import type { Message } from '../domain/message.ts';
import type { JudgedProposal, Proposal, Verdict } from '../domain/proposal.ts';
import { oneLine } from '../domain/text.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Tools } from '../managers/tools.ts';
import { describeSchema } from '../model/reply-schema.ts';
import { EXITS_WORDS } from '../prompts/scene-wording.ts';
import { type PromptLibrary, questionMessages } from '../prompts/question.ts';
import { toldTurns } from '../prompts/told-turns.ts';
import { commandWords } from '../prompts/wording.ts';
import { type Doubts, type RevisitOptions, doubtsAbout } from './doubts.ts';
import { type Engine, freeRejection } from './free-checks.ts';
import { hideOtherExits } from './hide-other-exits.ts';
import type { TurnContext } from './turn-context.ts';

/** Judges one proposal by the engine's facts, then by the critic. A command rejected earlier this turn stays rejected. */
export async function critique(
  proposal: Proposal,
  rejected: readonly JudgedProposal[],
  context: TurnContext,
  deps: CriticPorts & { readonly interpreter: Engine; readonly critic?: CriticSettings },
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
  const byCritic = ({ verdict }: JudgedProposal) =>
    verdict.kind === 'rejected' && verdict.by === 'critic';
  return reasons.length > 0 && !rejected.some(byCritic);
}

/** A score below this, weighed with trust, rejects the proposal. */
const REJECTS_BELOW = -0.2;

/** A less confident critic rejects nothing. */
const LEAST_CONFIDENCE = 0.3;
const USUAL_CONFIDENCE = 0.8;

const REASON_LENGTH = 240;

const TURN_TOKENS = 500;

export interface CriticSettings {
  /** `auto` asks the critic only if a free signal speaks against the action, and at most once a turn. */
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

/** Asks the critic about one proposal. A critic without a usable answer accepts it, and a warning is given. */
async function askCritic(
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

/** The critic reads what the agent was told, with the proposal at the end. */
function criticMessages(
  { action, reasoning }: Proposal,
  { messages: told, recent, observation }: TurnContext,
  { reasons }: Doubts,
  { prompts, recentTurns }: Shown,
): readonly [Message, Message] {
  const proposal = prompts.render('critic.proposal', {
    action: commandWords(action),
    reasoning: oneLine(reasoning, 400) || '(No reasoning recorded)',
    doubts: reasons.map((doubt) => `- ${doubt}`).join('\n') || '- (nothing yet)',
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

/** Lowers the score by the penalty for revisits. The more a critic is trusted, the less it takes to reject. */
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

/** Trust is calibrated from so many of the newest outcomes. */
const WINDOW = 20;

/** Fewer outcomes do not tell how good the critic is. */
const LEAST_OUTCOMES = 5;

const UNKNOWN_TRUST = 0.8;
const BOUNDS = { least: 0.3, most: 0.95 } as const;

/** Adds the critic's outcome of one turn: true if the critic was right. Only a rejection that was played has an outcome. */
export function addOutcome(outcomes: readonly boolean[], turn: TurnRecord): readonly boolean[] {
  const outcome = outcomeOf(turn);
  return outcome === null ? outcomes : [...outcomes, outcome].slice(-WINDOW);
}

/** The trust in the critic, 0.3 to 0.95: the share of outcomes in which it was right; 0.8 while these are few. */
export function criticTrust(outcomes: readonly boolean[]): number {
  const newest = outcomes.slice(-WINDOW);
  if (newest.length < LEAST_OUTCOMES) return UNKNOWN_TRUST;
  const accuracy = newest.filter(Boolean).length / newest.length;
  return Math.min(Math.max(accuracy, BOUNDS.least), BOUNDS.most);
}

/** The critic was wrong if the action changed something and cost neither points nor life. */
function outcomeOf(turn: TurnRecord): boolean | null {
  const { decision } = turn;
  const played = decision.judged.findLast(({ proposal }) => proposal.action === decision.action);
  if (!decision.overridden || played?.verdict.kind !== 'rejected') return null;
  if (played.verdict.by !== 'critic') return null;
  if (hadNoEffect(turn)) return isPassive(decision.action) ? null : true;
  return isDeath(turn) || scoreChange(turn) < 0;
}
