import { endsInQuestion } from '../domain/text.ts';
import * as z from 'zod';
import { canonicalAction, cleanCommand } from '../domain/command.ts';
import { ModelError } from '../domain/errors.ts';
import { LONGEST_OBJECTIVE, type Objective } from '../domain/objective.ts';
import type { JudgedProposal, Proposal } from '../domain/proposal.ts';

import { beginsCommand, unknownWordIn } from '../domain/vocabulary.ts';
import type { Question } from '../model/ask.ts';
import type { Among } from '../model/model.ts';
import { chosenFrom } from '../prompts/choice-wording.ts';
import { copiesExample } from '../prompts/copied.ts';
import { withChoices, withRejections } from './agent-messages.ts';
import { choicesFor } from './choices.ts';
import { refusalsAmong } from './decision.ts';
import type { Managers } from './contextualise.ts';
import { freeRejection } from './free-checks.ts';
import type { TurnContext } from './turn-context.ts';
import type { TurnDeps } from './turn-deps.ts';

export const MOST_ACTION_LENGTH = 120;

/** The agent's reply. Optional fields may be null or absent. */
export const agentReply = z.object({
  thinking: z.string().meta({ maxLength: 600 }).describe('Your reasoning, a few sentences.'),
  action: z
    .string()
    .transform(cleanCommand)
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

/** Whether a list of commands goes out as a grammar, too, in a way of asking. */
function sendsGrammar(asking: ProposeDeps['asking']): boolean {
  return asking !== 'off' && asking !== 'object';
}

type ProposeDeps = Pick<TurnDeps, 'ask' | 'asking' | 'signal' | 'managers' | 'interpreter'>;

/** After so many refusals in a turn, the agent must choose from a list. */
const REFUSED_BEFORE_CHOICE = 2;

/**
 * Asks the agent for one action. If the prompt is too long, it is asked again with less of the history. If a provider
 * refuses a form that it took before, the agent is asked in another form. `asked` holds the context that was used. The
 * proposal is null if the agent was sent the list of commands as a grammar and insists on another one. Throws ModelError
 * if there is no usable answer.
 */
export async function propose(
  context: TurnContext,
  rejected: readonly JudgedProposal[],
  deps: ProposeDeps,
): Promise<{ readonly proposal: Proposal | null; readonly asked: TurnContext }> {
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
): Promise<Proposal | ModelError | null> {
  const { values, isBound, ...asked } = offerTo(context, rejected, deps);
  const answer = await deps.ask({
    role: 'agent',
    messages: withChoices(withRejections(context.messages, rejected), values, isBound),
    ...asked,
    among: openObjectiveTexts(deps.managers.objectives.current()),
    ...(values.length > 0 && { choices: { field: 'action', values } }),
    ...(deps.asking === 'late' && { thinksFirst: true }),
    memories: context.shown,
    ...(formMayChange && { formMayChange }),
    signal: deps.signal,
  });
  if (answer.ok) return proposalOf(answer.value, answer.reply.reasoning, context, deps);
  const insists = isBound && answer.error.kind === 'malformed' && sendsGrammar(deps.asking);
  return insists ? null : answer.error;
}

/** The commands to choose from, and how an answer is read. `isBound`: no other command counts. */
function offerTo(context: TurnContext, rejected: readonly JudgedProposal[], deps: ProposeDeps) {
  const offered = commandsFor(context, rejected, deps.interpreter);
  const mustBe = refusalsAmong(rejected) >= REFUSED_BEFORE_CHOICE;
  const values = mustBe || deps.asking === 'choice' ? [...offered] : [];
  const [example] = values.length > 0 ? values : offered;
  const isBound = mustBe && values.length > 0;
  const begins = isBound
    ? (line: string) => chosenFrom(values, line) !== undefined
    : commandTest(context, deps);
  const essential: Question<unknown>['essential'] = {
    names: ['action', 'command'],
    begins,
    example,
  };
  return { values, isBound, essential, replySchema: isBound ? boundReply(values) : agentReply };
}

/** The agent's reply, in which only a listed command is an action. Its JSON Schema is the same. */
function boundReply(values: readonly string[]): z.ZodType<z.infer<typeof agentReply>> {
  const action = agentReply.shape.action.transform((said, context) => {
    const chosen = chosenFrom(values, said);
    if (chosen !== undefined) return chosen;
    context.addIssue({ code: 'custom', message: 'It is not on the list of commands' });
    return z.NEVER;
  });
  return agentReply.extend({ action });
}

function proposalOf(
  { thinking, action, newObjective, target, completed, dropped }: z.infer<typeof agentReply>,
  reasoning: string,
  { messages }: TurnContext,
  { managers: { map } }: ProposeDeps,
): Proposal {
  const isCopied = copiesExample(messages);
  const own = isCopied(thinking) ? '' : thinking;
  return {
    action,
    reasoning: [own, reasoning].filter((part) => part !== '').join('\n\n'),
    newObjective: isCopied(newObjective ?? '') ? null : newObjective?.trim() || null,
    ...(target !== undefined && { target: roomMeant(target, map) }),
    ...(completed?.length && { completed }),
    ...(dropped?.length && { dropped }),
  };
}

/** Only open objectives can be completed or dropped. */
export function openObjectiveTexts(open: readonly Objective[]): Among {
  const texts = open.map(({ text }) => text);
  return { completed: texts, dropped: texts };
}

/** The commands the agent can choose from: those that no check refuses and that were not refused this turn. */
function* commandsFor(
  context: TurnContext,
  rejected: readonly JudgedProposal[],
  interpreter: ProposeDeps['interpreter'],
): Iterable<string> {
  const refused = new Set(rejected.map(({ proposal }) => canonicalAction(proposal.action)));
  for (const action of choicesFor(context, interpreter.dictionary)) {
    const isRefused = refused.has(canonicalAction(action));
    if (!isRefused && freeRejection({ action }, context, interpreter) === null) yield action;
  }
}

/** A line of so many words, one of them unknown to the story, is no command. */
const LEAST_PROSE = 5;

/** A line whose first word is yes or no. */
const YES_OR_NO = /^\W*(?:yes|no|y)\b/i;

/** Tests which lines can be the action. While the game waits for a key, any line can. Yes and no answer a question. */
function commandTest({ observation }: TurnContext, { interpreter }: ProposeDeps) {
  if (observation.waitsFor === 'key') return () => true;
  const isAsked = endsInQuestion(observation.text);
  const { dictionary } = interpreter;
  const isProse = (line: string) =>
    (line.trim().split(/\s+/).length >= LEAST_PROSE || /[^\p{ASCII}]/u.test(line)) &&
    unknownWordIn(line, dictionary) !== undefined;
  return (line: string) =>
    YES_OR_NO.test(line) ? isAsked : beginsCommand(line, dictionary) && !isProse(line);
}

/** The id of a room that the agent named, by id in any form or by name. Null if there is no such room. */
function roomMeant(target: number | string | null, map: Managers['map']): number | null {
  if (typeof target !== 'string') return target;
  const [, id] =
    /^(?:location |l)?#?(\d{1,9})$|\((\d{1,9})\)$/i.exec(target.trim())?.filter(Boolean) ?? [];
  return id === undefined ? map.roomNamed(target) : Number(id);
}
