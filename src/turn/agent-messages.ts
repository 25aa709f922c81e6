import type { Message } from '../domain/message.ts';
import type { JudgedProposal } from '../domain/proposal.ts';
import { choiceWords } from '../prompts/choice-wording.ts';
import { HEADING, renderQuestionSections } from '../prompts/question.ts';
import { commandWords } from '../prompts/wording.ts';

/** The messages with this turn's refusals, and with what is known already. */
export function withRejections(
  messages: readonly Message[],
  rejected: readonly JudgedProposal[],
): readonly Message[] {
  const told = new Map(
    rejected.map(({ proposal, verdict }) => [
      `- ${commandWords(proposal.action)}: ${verdict.reason}`,
      verdict.kind === 'rejected' && verdict.by === 'answered',
    ]),
  );
  const lines = (isAnswered: boolean) =>
    [...told].flatMap(([line, answered]) => (answered === isAnswered ? [line] : []));
  const sections = [
    { name: HEADING.refused, lines: lines(false), ends: 'Propose something else.' },
    { name: HEADING.answered, lines: lines(true), ends: 'This has not changed.' },
  ].filter((section) => section.lines.length > 0);
  if (sections.length === 0) return messages;
  const text = renderQuestionSections(
    sections.map(({ name, lines: body, ends }) => ({ name, body: [...body, ends].join('\n') })),
  );
  return inLast(messages, (content) => {
    const at = content.search(WHAT_CAN_BE_DONE);
    return `${content.slice(0, at)}\n\n${text}${content.slice(at)}`;
  });
}

/** Weak models copy the end of a prompt, so the prompt keeps ending with what can be done. */
const WHAT_CAN_BE_DONE = new RegExp(
  `\n\n## (?:${[HEADING.held, HEADING.inReach, HEADING.waysOut].join('|')})\n|$`,
);

export function withChoices(
  messages: readonly Message[],
  commands: readonly string[],
  isBound: boolean,
): readonly Message[] {
  if (commands.length === 0) return messages;
  const body = choiceWords(commands, isBound);
  const text = renderQuestionSections([{ name: HEADING.choose, body }]);
  return inLast(messages, (content) => `${content}\n\n${text}`);
}

function inLast(messages: readonly Message[], change: (content: string) => string) {
  return messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, content: change(message.content) } : message,
  );
}
