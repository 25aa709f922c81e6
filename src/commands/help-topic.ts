import type { Command } from 'commander';
import { LEAVES, SETTINGS } from '../config/leaves.ts';
import { StorageError } from '../domain/errors.ts';
import { installedFile, readTextFile } from '../storage/read-file.ts';
import { PROGRAM, quoted, quotedForCron } from './command-line.ts';
import { fitText, prose, wrapText } from './wrap-text.ts';

/** The text of a help topic; its tables come from the command line and from the schema of the settings. Throws StorageError. */
export function renderTopic(name: string, program: Command, width: number): string {
  const file = installedFile('src', 'commands', 'help-topics', `${name}.md`);
  const text = readTextFile(file);
  if (text === null) {
    throw new StorageError(`${file} is missing; install zorkgpt again.`, { path: file });
  }
  const table = (entries: readonly Entry[]) => tableOf(entries, width);
  return paragraphs(text, width)
    .replace('{{commands}}\n', () => table(commandsBelow(program, [])))
    .replace('{{settings}}\n', () => table(SETTINGS.map(settingEntry)))
    .replace('{{environment}}\n', () => table(LEAVES.map(environmentEntry)))
    .replace('{{for cron}}', () => PROGRAM.map(quotedForCron).join(' '))
    .replace('{{for systemd}}', () => PROGRAM.map(quoted).join(' ').replaceAll('%', '%%'));
}

/** A heading and the paragraphs below it. */
type Entry = readonly [string, ...(readonly string[])];

/** Prose that fits; what is indented is for pasting and stays as it is. */
function paragraphs(text: string, width: number): string {
  return text.replaceAll(/^(?![ {\n]).+(?:\n(?![ {\n]).+)*/gm, (lines) => prose(lines, width));
}

function tableOf(entries: readonly Entry[], width: number): string {
  const lines = entries.flatMap(([heading, ...texts]) => [
    fitText(`  ${heading}`, width),
    ...texts.flatMap((text) => wrapText(text, '      ', width)),
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
