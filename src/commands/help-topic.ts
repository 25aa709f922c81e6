import type { Command } from 'commander';
import { LEAVES, SETTINGS } from '../config/leaves.ts';
import { StorageError } from '../domain/errors.ts';
import { installedFile } from '../storage/installation.ts';
import { readTextFile } from '../storage/read-file.ts';
import { PROGRAM } from './command-line.ts';
import { wrapText } from './wrap-text.ts';

/** The text of a help topic; its tables come from the command line and from the schema of the settings. Throws StorageError. */
export function renderTopic(name: string, program: Command): string {
  const file = installedFile('src', 'commands', 'help-topics', `${name}.md`);
  const text = readTextFile(file);
  if (text === null) {
    throw new StorageError(`${file} is missing; install zorkgpt again.`, { path: file });
  }
  return text
    .replace('{{commands}}\n', () => table(commandsBelow(program, [])))
    .replace('{{settings}}\n', () => table(SETTINGS.map(settingEntry)))
    .replace('{{environment}}\n', () => table(LEAVES.map(environmentEntry)))
    .replaceAll('{{program}}', () => PROGRAM.join(' '));
}

/** A heading and the paragraphs below it. */
type Entry = readonly [string, ...(readonly string[])];

function table(entries: readonly Entry[]): string {
  const lines = entries.flatMap(([heading, ...texts]) => [
    `  ${heading}`,
    ...texts.flatMap((text) => wrapText(text, '      ')),
  ]);
  return `${lines.join('\n')}\n`;
}

function commandsBelow(parent: Command, path: readonly string[]): readonly Entry[] {
  return parent.commands.flatMap((command): readonly Entry[] => {
    const call = command.createHelp().subcommandTerm(command).replace(' [options]', '');
    const options = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long);
    const words = [...path, command.name()];
    return [
      [[...path, call].join(' '), command.description(), options.join(' ')],
      ...commandsBelow(command, words),
    ];
  });
}

function settingEntry({ path, usual, values, description }: (typeof SETTINGS)[number]): Entry {
  const choices = values.length === 0 ? [] : [`one of ${values.join(', ')}`];
  return [`${path.join('.')} = ${JSON.stringify(usual)}`, description, ...choices];
}

function environmentEntry({ env, path, description }: (typeof LEAVES)[number]): Entry {
  return [env, `${path.join('.')}${description === '' ? '' : ` - ${description}`}`];
}
