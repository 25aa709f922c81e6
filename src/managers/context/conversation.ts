import * as z from 'zod';
import type { ModelError } from '../../domain/errors.ts';
import { textFromRoomName } from '../../domain/room-description.ts';
import { oneLine, sentencesOf } from '../../domain/text.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import { quote } from '../../prompts/quote.ts';
import {
  toldGameText,
  newRoomTold,
  playedByOther,
  toldTurns,
  turnsInShort,
} from '../../prompts/told-turns.ts';
import { commandWords } from '../../prompts/wording.ts';
import { questionMessages } from '../../prompts/question.ts';
import type { Tools } from '../tools.ts';
import type { Message } from '../../domain/message.ts';
import type { Decision } from '../../domain/proposal.ts';
import { type Observation } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { estimateTokens } from './section.ts';

const LONGEST_REASONING = 300;
/** A shorter sentence, `Take it.`, tells no plan without the one before it. */
const SHORTEST_PLAN = 30;
/** Stands for sentences that are left out. */
const GAP = '(...)';

/** So many newest turns keep all of their thinking when history is folded. Others keep its end, which tells the plan. */
const TURNS_WITH_THINKING = 10;

/** A turn as the conversation holds it, word for word. */
export interface Exchange {
  readonly turn: number;
  /** The agent's reply. Null if no model was asked. */
  readonly reply: string | null;
  /** The game text of the turn, as the agent reads it. */
  readonly told: string;
  /** Both in their form once a later turn follows. Absent if they stay whole. */
  readonly inShort?: Pick<Exchange, 'reply' | 'told'>;
  readonly record: TurnRecord;
}

/** A summary in place of the first exchanges of an episode. */
export interface Fold {
  /** The last turn in the summary. */
  readonly turn: number;
  readonly text: string;
}

/** An episode as the agent is told it. It only grows, but now and then its older half is folded. */
export interface Conversation {
  /** What the game printed before the first turn. */
  readonly opening: string;
  readonly fold: Fold | null;
  /** The turns after the fold, oldest first. */
  readonly exchanges: readonly Exchange[];
}

/** What is new to the agent: whether no message named the room before, and whether an earlier episode knows both rooms. */
interface Ground {
  readonly isNewRoom: boolean;
  readonly isKnown?: boolean;
  /** The description of the room when this episode first saw it. Null if there was none. */
  readonly description?: string | null;
}

/**
 * The exchange of a turn. A room that no message named before is named with its id, so that it can be a target. If earlier
 * episodes know the rooms, a turn that another follows keeps the last sentences of thinking and only the name of the room: its
 * memories are told again when the player returns.
 */
export function exchangeOf(
  record: TurnRecord,
  { isNewRoom, isKnown = false, description = null }: Ground,
): Exchange {
  const { turn, decision, after } = record;
  const player = decision.by === undefined ? '' : `${otherPlayed(record)}\n\n`;
  const toldOf = (text: string) =>
    player + toldGameText(text) + (isNewRoom ? newRoomTold(after.location) : '');
  const reply = player === '' ? replyOf(decision) : null;
  const whole = { turn, reply, told: toldOf(after.text), record };
  if (!isKnown) return whole;
  const text = description === null ? after.text : after.text.replace(description, LEFT_OUT);
  return { ...whole, inShort: { reply: withPlan(whole).reply, told: toldOf(text) } };
}

const LEFT_OUT = '(room description left out)';

/** A shorter paragraph is not left out. */
const SHORTEST_LEFT_OUT = 60;

/** The paragraph below the room's name. There, stories describe a room that an episode sees for the first time. */
export function conversationFirstDescription({
  text,
  location,
}: Pick<Observation, 'text' | 'location'>): string | null {
  const from = textFromRoomName(text, location.name);
  const [, description = ''] = from?.split('\n').filter((line) => line.trim() !== '') ?? [];
  return description.length > SHORTEST_LEFT_OUT ? description : null;
}

/** The messages after the system message, alternating, from the lessons of earlier episodes to the newest text. */
export function conversationMessages(
  { opening, fold, exchanges }: Conversation,
  lessons: string,
): readonly Message[] {
  const beginning = fold === null ? opening : turnsInShort(fold.turn, fold.text);
  const first: Message = {
    role: 'user',
    content: lessons === '' ? beginning : `${lessons}\n\n${beginning}`,
  };
  const told = exchanges.map((one, at) => (at + 1 < exchanges.length ? settled(one) : one));
  return [first, ...told.flatMap(messagesOf)].reduce(joined, []);
}

/** The exchanges to fold, the oldest first, if the history is longer than allowed. Else none. */
export function exchangesToFold(
  { exchanges }: Pick<Conversation, 'exchanges'>,
  maxTokens: number,
  calibration: number,
): readonly Exchange[] {
  const sizes = exchanges
    .map(settled)
    .map(({ reply, told }) => estimateTokens((reply ?? '') + told, calibration));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= maxTokens) return [];
  let kept = total;
  const half = maxTokens / 2;
  const end = sizes.findIndex((size) => (kept -= size) <= half) + 1;
  return exchanges.slice(0, Math.min(end, exchanges.length - 1));
}

/** Folds the oldest exchanges into one text. Of the others only the newest keep all of their thinking. */
export function foldConversation(
  conversation: Conversation,
  gone: readonly Exchange[],
  text: string,
) {
  const turn = gone.at(-1)?.turn ?? 0;
  const left = conversation.exchanges.filter((one) => one.turn > turn);
  const older = left.slice(0, -TURNS_WITH_THINKING).map(withPlan);
  const exchanges = [...older, ...left.slice(-TURNS_WITH_THINKING)];
  return { ...conversation, fold: { turn, text }, exchanges };
}

function withPlan(exchange: Exchange): Exchange {
  const { decision } = exchange.record;
  if (exchange.reply === null) return exchange;
  const whole = oneLine(decision.reasoning);
  const [last = '', before] = sentencesOf(whole).toReversed();
  const isShort = last.length < SHORTEST_PLAN && before !== undefined;
  const plan = isShort ? `${before} ${last}` : last;
  const reasoning = plan.length < whole.length ? `${GAP} ${plan}` : plan;
  return { ...exchange, reply: replyOf({ ...decision, reasoning }) };
}

/** The form of a turn once another follows. */
export function settled(exchange: Exchange): Exchange {
  return { ...exchange, ...exchange.inShort };
}

function messagesOf({ reply, told }: Exchange): readonly Message[] {
  const text: Message = { role: 'user', content: told };
  return reply === null ? [text] : [{ role: 'assistant', content: reply }, text];
}

/** Many endpoints want roles to alternate, so messages of one role are joined. */
function joined(messages: readonly Message[], next: Message): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== next.role) return [...messages, next];
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${next.content}` }];
}

function replyOf(decision: Decision): string {
  const { reasoning, action, newObjective, target, completed, dropped } = decision;
  return JSON.stringify({
    thinking: oneLine(reasoning, LONGEST_REASONING),
    action,
    ...(newObjective !== null && { newObjective }),
    ...(typeof target === 'number' && { target }),
    ...(completed !== undefined && { completed }),
    ...(dropped !== undefined && { dropped }),
  });
}

function otherPlayed({ turn, decision }: TurnRecord): string {
  const player = decision.by === 'recipe' ? 'a recipe' : (decision.by ?? '');
  return playedByOther(turn, player, decision.action);
}

const LONGEST_SUMMARY = 2000;

/** About as much as one fold takes with the default settings. */
const TURN_TOKENS = 8000;

export const summaryReply = z.object({
  summary: z.string().min(1).meta({ maxLength: LONGEST_SUMMARY }).describe('At most 200 words.'),
});

/** Asks for one text that sums up these turns and the earlier fold. */
export async function summariseConversation(
  before: Fold | null,
  turns: readonly Exchange[],
  { ask, prompts, signal }: Tools,
): Promise<string | ModelError> {
  const records = turns.map(({ record }) => record);
  const answer = await ask({
    role: 'knowledge',
    messages: questionMessages(
      prompts.render('context.summary', { schema: describeSchema(summaryReply) }),
      [
        { name: 'Summary so far', body: quote(before?.text ?? '(none)') },
        { name: 'Turns to sum up', body: toldTurns(records, TURN_TOKENS) },
      ],
    ),
    replySchema: summaryReply,
    signal,
  });
  return answer.ok ? oneLine(answer.value.summary, LONGEST_SUMMARY) : answer.error;
}

/** Replaces turns that no model summed up: the earlier fold, and the commands. */
export function commandsOnly(before: Fold | null, turns: readonly Exchange[]): string {
  const commands = turns.map(({ record }) => commandWords(record.decision.action)).join('; ');
  const list = `From turn ${turns[0]?.turn ?? 0} on these commands were played: ${commands}.`;
  return oneLine(before === null ? list : `${before.text} ${list}`, LONGEST_SUMMARY);
}
