import * as z from 'zod';
import { cleanAction } from '../domain/command.ts';
import { ModelError } from '../domain/errors.ts';
import { beginsCommand } from '../domain/story-command.ts';
import type { Message } from '../domain/message.ts';
import type { JudgedProposal, Proposal } from '../domain/proposal.ts';
import { LONGEST_OBJECTIVE } from '../prompts/wording.ts';
import type { Managers } from './contextualise.ts';
import type { TurnContext } from './turn-context.ts';
import type { TurnDeps } from './turn-deps.ts';

/** Longest command that is played. */
export const MOST_ACTION_LENGTH = 120;

/** What the agent answers. Optional fields may be null or absent. */
export const agentReply = z.object({
  thinking: z.string().meta({ maxLength: 600 }).describe('Your reasoning, a few sentences.'),
  action: z
    .string()
    .transform(cleanAction)
    .pipe(z.string().min(1).max(MOST_ACTION_LENGTH))
    .meta({ maxLength: MOST_ACTION_LENGTH })
    .describe('Exactly one command for the parser.'),
  newObjective: z
    .string()
    .nullish()
    .meta({ maxLength: LONGEST_OBJECTIVE })
    .describe(`A goal you set now, at most ${LONGEST_OBJECTIVE} characters, or null.`),
  target: z
    .union([z.int().nonnegative(), z.string()])
    .nullish()
    .meta({ maxLength: 120 })
    .describe('Id or name of the location you walk to, or null.'),
  completed: z
    .array(z.string())
    .nullish()
    .meta({ maxLength: LONGEST_OBJECTIVE })
    .describe('Your objectives that are reached, exactly as listed, or null.'),
  dropped: z
    .array(z.string())
    .nullish()
    .meta({ maxLength: LONGEST_OBJECTIVE })
    .describe('Your objectives that you give up, exactly as listed, or null.'),
});

type ProposeDeps = Pick<TurnDeps, 'ask' | 'signal' | 'managers' | 'interpreter'>;

/**
 * Asks the agent for one action; where the prompt is longer than the model reads, or refused though its form was taken
 * before, again with less of the history while anything can go, which `asked` then holds, and at last in another form.
 * Throws ModelError when it gives no usable answer; nothing is ever made up.
 */
export async function propose(
  context: TurnContext,
  rejected: readonly JudgedProposal[],
  deps: ProposeDeps,
): Promise<{ readonly proposal: Proposal; readonly asked: TurnContext }> {
  let asked = context;
  let formMayChange = false;
  for (;;) {
    const result = await askAgent(asked, rejected, deps, formMayChange);
    if (!(result instanceof ModelError)) return { proposal: result, asked };
    if (result.kind !== 'context' && result.kind !== 'content') throw result;
    const messages = await deps.managers.context.inShort(result.evidence);
    if (messages !== null) asked = { ...context, messages };
    else if (result.kind === 'content' && !formMayChange) formMayChange = true;
    else throw result;
  }
}

async function askAgent(
  context: TurnContext,
  rejected: readonly JudgedProposal[],
  deps: ProposeDeps,
  formMayChange: boolean,
): Promise<Proposal | ModelError> {
  const answer = await deps.ask({
    role: 'agent',
    messages: withRejections(context.messages, rejected),
    replySchema: agentReply,
    essential: { names: ['action', 'command'], begins: commandTest(context, deps) },
    memories: context.shown,
    ...(formMayChange && { formMayChange }),
    signal: deps.signal,
  });
  if (!answer.ok) return answer.error;
  const { thinking, action, newObjective, target, completed, dropped } = answer.value;
  return {
    action,
    reasoning: [thinking, answer.reply.reasoning].filter((part) => part !== '').join('\n\n'),
    newObjective: newObjective?.trim() || null,
    ...(target !== undefined && { target: roomMeant(target, deps.managers.map) }),
    ...(completed?.length && { completed }),
    ...(dropped?.length && { dropped }),
  };
}

/** Tells which lines can be the action. A key is no command: any line can be one then. */
function commandTest({ observation }: TurnContext, { interpreter }: ProposeDeps) {
  if (observation.waitsFor === 'key') return () => true;
  return (line: string) => beginsCommand(line, interpreter.dictionary);
}

/** The id of a room that is named by id, in whatever form, or by name; null where nobody knows such a room. */
function roomMeant(target: number | string | null, map: Managers['map']): number | null {
  if (typeof target !== 'string') return target;
  const [, id] =
    /^(?:location |l)?#?(\d{1,9})$|\((\d{1,9})\)$/i.exec(target.trim())?.filter(Boolean) ?? [];
  return id === undefined ? map.roomNamed(target) : Number(id);
}

function withRejections(
  messages: readonly Message[],
  rejected: readonly JudgedProposal[],
): readonly Message[] {
  if (rejected.length === 0) return messages;
  const lines = rejected.map(({ proposal, verdict }) => `- ${proposal.action}: ${verdict.reason}`);
  const refused = `\n\n## Refused this turn\n${lines.join('\n')}\nPropose something else.`;
  return messages.map((message, index) =>
    index === messages.length - 1 ? withRefused(message, refused) : message,
  );
}

/** Weak models copy the end of a prompt: it stays what can be done. */
const WHAT_CAN_BE_DONE = /\n\n## (?:Held|Things in reach|Ways out)\n|$/;

function withRefused(message: Message, refused: string): Message {
  const { content } = message;
  const at = content.search(WHAT_CAN_BE_DONE);
  return { ...message, content: content.slice(0, at) + refused + content.slice(at) };
}
