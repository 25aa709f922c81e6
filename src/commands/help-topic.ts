import { LEAVES } from '../config/leaves.ts';
import { StorageError } from '../domain/errors.ts';
import { installedFile } from '../storage/installation.ts';
import { readTextFile } from '../storage/read-file.ts';
import { PROGRAM } from './command-line.ts';
import { wrapText } from './wrap-text.ts';

/** The text of a help topic; names of the environment come from the settings themselves. Throws StorageError. */
export function renderTopic(name: string): string {
  const file = installedFile('src', 'commands', 'help-topics', `${name}.md`);
  const text = readTextFile(file);
  if (text === null) {
    throw new StorageError(`${file} is missing; install zorkgpt again.`, { path: file });
  }
  return text
    .replace('{{settings}}\n', settings)
    .replaceAll('{{program}}', () => PROGRAM.join(' '));
}

function settings(): string {
  const lines = LEAVES.flatMap(({ env, path: keys, description }) => [
    `  ${env}`,
    ...wrapText(`${keys.join('.')}${description === '' ? '' : ` - ${description}`}`, '      '),
  ]);
  return `${lines.join('\n')}\n`;
}
