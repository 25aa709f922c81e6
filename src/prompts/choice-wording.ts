import { canonicalAction } from '../domain/command.ts';
import { commandWords } from './wording.ts';

/** The list of commands that the agent chooses from. With numbers if no other command counts. */
export function choiceWords(commands: readonly string[], isBound: boolean): string {
  const lines = commands.map(
    (command, at) => `${isBound ? `${at + 1}.` : '-'} ${commandWords(command)}`,
  );
  const how = isBound
    ? 'The action must be one of these, as its words or its number:'
    : 'The action is one of these, as it stands here:';
  return [how, ...lines].join('\n');
}

/** The commands of a list with numbers. */
export function readQuestionChoices(section: string): readonly string[] {
  return [...section.matchAll(/^\d+\. (.+)$/gm)].map(([, command = '']) => command);
}

/** A number alone, as in `3`, `#3`, `option 3` or `i choose number 3`. */
const NUMBER =
  /^(?:i(?:['’]ll| will)? (?:choose|pick|select|take|go with) )?(?:(?:the )?(?:option|choice|number|command|action|no\.?|nr\.?) ?)?#?(\d{1,2})$/;

/** The listed command that a text means by its words or its number. Undefined if it means none. */
export function chosenFrom(commands: readonly string[], said: string): string | undefined {
  const bare = canonicalAction(said);
  const [, number] = NUMBER.exec(bare) ?? [];
  return (
    commands.find((command) => canonicalAction(command) === bare) ?? commands[Number(number) - 1]
  );
}
