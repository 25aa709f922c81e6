import { Help, type Command as Commander } from 'commander';
import type { Leaf } from '../config/resolve.ts';
import { ROLES } from '../domain/message.ts';
import { readInstalled } from '../storage/read-file.ts';
import type { Call, Command } from './command.ts';
import { PROGRAM, quotedInCommandLine, quotedInCronLine, unknownCommand } from './command-line.ts';
import { BESIDE_FROM, WIDEST, fitText, hanging, helpWidth, prose, wrapText } from './layout.ts';
import { print } from './print.ts';

const TOPICS = {
  commands: 'every command and its options',
  settings: 'every setting, what it means and its default',
  environment: 'settings and keys in the environment',
  'exit-codes': 'what the process says on its way out',
  files: 'what is on disk, and which files are for hands',
  cron: 'running at night: a cron line, a systemd service and timer',
} as const;

export const TOPIC_NAMES: readonly string[] = Object.keys(TOPICS);

export function topicsHelp(width: number): string {
  const lines = Object.entries(TOPICS).map(([name, says]) => hanging(`  ${name}`, says, 16, width));
  return ['\nTopics (zorkgpt help TOPIC):', ...lines].join('\n');
}

export const HELP_COMMANDS: readonly Command[] = [
  {
    path: 'help',
    takes: '[words...]',
    says: `how a command works, or a topic: ${TOPIC_NAMES.join(', ')}`,
    fleet: 'own',
    run: help,
  },
];

async function help({ world, words, word, program, command }: Call): Promise<void> {
  if (words.length === 1 && TOPIC_NAMES.includes(word)) {
    print(world, await renderTopic(word, program, helpWidth(world)));
    return;
  }
  const found = words.reduce<Commander>((at, name) => {
    const child = at.commands.find((one) => one.name() === name);
    return child ?? command.error(unknownCommand(name, at, at === program ? TOPIC_NAMES : []));
  }, program);
  found.outputHelp();
}

/** The text of a topic; its tables come from the command line and the schema of the settings. Rejects with StorageError. */
async function renderTopic(name: string, program: Commander, width: number): Promise<string> {
  const { LEAVES, SETTINGS } = await import('../config/resolve.ts');
  const { KEY_VARIABLES } = await import('../model/players.ts');
  const text = readInstalled('src', 'commands', 'help-topics', `${name}.md`);
  const table = (entries: readonly Entry[]) => tableOf(entries, width);
  // Indented lines are for pasting, so they stay unchanged.
  return text
    .replace('{{keys}}', KEY_VARIABLES.filter((one) => one !== 'OPENAI_API_KEY').join(', '))
    .replaceAll(/^(?![ {\n]).+(?:\n(?![ {\n]).+)*/gm, (lines) => prose(lines, width))
    .replaceAll(ITEM, (_, ...[name = '', says = '']: string[]) => item(name, says, width))
    .replaceAll(/^ {6}\S.*$/gm, (line) => wrapText(line.trim(), '      ', width).join('\n'))
    .replace('{{commands}}\n', () => table(commandsBelow(program, [])))
    .replace('{{settings}}\n', () => table(SETTINGS.flatMap(settingEntry)))
    .replace('{{environment}}\n', () => table(LEAVES.map(environmentEntry)))
    .replace('{{for cron}}', () => PROGRAM.map(quotedInCronLine).join(' '))
    .replace('{{for systemd}}', () =>
      PROGRAM.map(quotedInCommandLine).join(' ').replaceAll('%', '%%'),
    );
}

/** `  name   meaning`, which may go on in lines of deeper indent. */
const ITEM = /^( {2}\S+(?: \S+)* {2,})(\S.*(?:\n {7,}\S.*)*)$/gm;

const BELOW = 6;

/** Items of a list of commands or options in commander's layout, unless it is too narrow. */
export function itemLayout(width: number): Help['formatItem'] {
  return (term, termWidth, says, help) =>
    width < BESIDE_FROM
      ? hanging(`  ${term}`, says, BELOW, width)
      : Help.prototype.formatItem.call(help, term, termWidth, says, help);
}

function item(name: string, says: string, width: number): string {
  const indent = width < BESIDE_FROM ? BELOW : name.length;
  const text = says.replaceAll(/\n +/g, ' ');
  return hanging(name.trimEnd(), text, indent, Math.min(width, WIDEST));
}

type Entry = readonly [string, ...(readonly string[])];

function tableOf(entries: readonly Entry[], width: number): string {
  const lines = entries.flatMap(([heading, ...texts]) => [
    fitText(`  ${heading}`, width),
    ...texts.flatMap((text) => wrapText(text, '      ', width)),
  ]);
  return `${lines.join('\n')}\n`;
}

function commandsBelow(parent: Commander, path: readonly string[]): readonly Entry[] {
  return parent.commands.flatMap((command): readonly Entry[] => {
    const call = command.createHelp().subcommandTerm(command).replace(' [options]', '');
    const options = command.options
      .filter(({ hidden }) => !hidden)
      .map(({ long, mandatory }) => (mandatory ? `${long} (required)` : long));
    return [
      [[...path, call].join(' '), command.description(), options.join(' ')],
      ...commandsBelow(command, [...path, command.name()]),
    ];
  });
}

/** Empty for the roles after the first: all have the same settings. */
function settingEntry({ path, usual, values, description }: Leaf): readonly Entry[] {
  const [first, ...others] = ROLES.map((role) => `models.roles.${role}.`);
  const name = path.join('.');
  if (others.some((start) => name.startsWith(start))) return [];
  const choices = values.length === 0 ? [] : [`one of ${values.join(', ')}`];
  const shown = name.replace(first ?? '', 'models.roles.ROLE.');
  return [[`${shown} = ${JSON.stringify(usual)}`, description, ...choices]];
}

function environmentEntry({ env, path, description }: Leaf): Entry {
  return [env, `${path.join('.')}${description === '' ? '' : ` - ${description}`}`];
}
