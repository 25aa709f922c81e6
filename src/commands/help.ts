import type { Command } from 'commander';
import type { World } from './world.ts';
import { print } from './output.ts';
import { unknownCommand } from './strict-arguments.ts';

/** What `zorkgpt help` knows besides commands. */
export const TOPICS = {
  environment: 'settings and keys in the environment',
  'exit-codes': 'what the process says on its way out',
  files: 'what is on disk, and which files are for hands',
  cron: 'running at night: a cron line, a systemd service and timer',
} as const;

/** `zorkgpt help [command or topic]`. */
export function registerHelp(program: Command, world: World): void {
  const topics = Object.entries(TOPICS).map(([name, says]) => `  ${name.padEnd(14)}${says}`);
  program
    .helpCommand(false)
    .addHelpText('after', `\nTopics (zorkgpt help TOPIC):\n${topics.join('\n')}`);
  program
    .command('help [words...]')
    .description('how a command works, or a topic: environment, exit-codes, files, cron')
    .action(async (words: string[], _: object, command: Command) => {
      const [first = ''] = words;
      if (words.length === 1 && Object.hasOwn(TOPICS, first)) {
        const { renderTopic } = await import('./help-topic.ts');
        print(world, renderTopic(first));
        return;
      }
      findCommand(program, words, command).outputHelp();
    });
}

/** The command that the words of a command line lead to, as far as they lead. */
export function commandOn(program: Command, words: readonly string[]): Command {
  return words.reduce<Command>(
    (at, word) => at.commands.find((child) => child.name() === word) ?? at,
    program,
  );
}

function findCommand(program: Command, words: readonly string[], asking: Command): Command {
  return words.reduce<Command>((at, word) => {
    const child = at.commands.find((one) => one.name() === word);
    return (
      child ?? asking.error(unknownCommand(word, at, at === program ? Object.keys(TOPICS) : []))
    );
  }, program);
}
